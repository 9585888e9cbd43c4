import { useSelector } from "@xstate/react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useRef } from "react";
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";
import { AutoLogout } from "./features/auto-logout/auto-logout-gate.tsx";
import { InstallOffer } from "./features/install/install-offer.tsx";
import { skipOnboarding } from "./features/onboarding/move-onboarding.ts";
import { HeaderSearch } from "./features/search/header-search.tsx";
import { Header } from "./features/session/header.tsx";
import styles from "./layout.module.css";
import { copy } from "./shared/copy.ts";
import { chromeOf, mergeHandles } from "./shared/route-handle.ts";
import { useServices } from "./shared/services.ts";
import { GlobalLoader } from "./shared/ui/global-loader.tsx";
import { Toasts } from "./shared/ui/toast.tsx";

const Footer = lazy(async () => ({ default: (await import("./features/public/footer.tsx")).Footer }));

/** The words of the promotion that is on. There are no plans to promote yet, so there never is one. */
const promotion = null;

/** What the routes that are shown say about the frame around them. */
function useChrome() {
  const { sessionActor, isMobile } = useServices();
  const matches = useMatches();
  const handle = mergeHandles(matches.map((match) => match.handle));
  const isSignedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  const isPaid = useSelector(sessionActor, ({ context }) => context.session?.user.is_pro ?? false);
  return { handle, chrome: chromeOf(handle, { isSignedIn, isPaid, isMobile, promotion }) };
}

const writesIn = "input, textarea, select, [contenteditable=true]";

/**
 * After a navigation the focus goes to the new page's heading, unless the page put it into a field itself, or only its
 * address became another one (`wasAt` is the one before): who is in a menu then stays in it.
 */
function useFocusOnNavigation(): void {
  const { pathname, search, state } = useLocation() as Location<{ wasAt?: string } | null>;
  const previous = useRef(pathname + search);
  useEffect(() => {
    if (previous.current === pathname + search) return;
    const isSamePage = state?.wasAt === previous.current;
    previous.current = pathname + search;
    if (isSamePage) return;
    const main = document.querySelector("main");
    if (main?.querySelector(`:is(${writesIn}):focus`)) return;
    const heading = main?.querySelector("h1") ?? main;
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [pathname, search, state]);
}

/** What every page stands in. */
export const Layout = observer(function Layout() {
  const main = useRef<HTMLElement>(null);
  const services = useServices();
  const { handle, chrome } = useChrome();
  useFocusOnNavigation();
  const { count } = services.closings;
  return (
    <>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {copy.header.skip}
      </a>
      <GlobalLoader />
      {chrome.promo && <aside className={styles.promo}>{promotion}</aside>}
      {chrome.header && (
        <Header
          chrome={chrome}
          search={<HeaderSearch key={count} />}
          onLeave={handle.isOnboarding ? () => skipOnboarding(services) : undefined}
        />
      )}
      <main className={styles.main} id="content" ref={main} tabIndex={-1}>
        <Outlet key={count} />
      </main>
      {chrome.footer && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      <Toasts />
      <InstallOffer />
      <AutoLogout />
      <ScrollRestoration />
    </>
  );
});

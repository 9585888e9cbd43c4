import { useSelector } from "@xstate/react";
import { lazy, Suspense, useRef } from "react";
import { Outlet, ScrollRestoration, useMatches } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import { AutoLogout } from "../features/auto-logout/auto-logout-gate.tsx";
import { InstallOffer } from "../features/install/install-offer.tsx";
import { skipOnboarding } from "../features/onboarding/move-onboarding.ts";
import { HeaderSearch } from "../features/search/header-search.tsx";
import { Header } from "../features/session/header.tsx";
import { UpgradeGate } from "../features/upgrade/upgrade-gate.tsx";
import styles from "./layout.module.css";
import { useFocusOnNavigation } from "./use-focus-on-navigation.ts";
import { useAtom } from "../shared/atom.ts";
import { commonText } from "../shared/common-text.ts";
import { layoutPartsOf, mergeHandles } from "../shared/route-handle.ts";
import { useServices } from "../shared/services.ts";
import { GlobalLoader } from "../shared/ui/global-loader.tsx";
import { Toasts } from "../shared/ui/toast.tsx";

const Footer = lazy(
  whenReachable(async () => ({ default: (await import("../features/public/footer.tsx")).Footer })),
);

const PromoLayer = lazy(
  whenReachable(async () => ({ default: (await import("../features/promos/promo-layer.tsx")).PromoLayer })),
);

/** What the matched routes say about the layout: header, footer, promotion. */
function useLayoutParts() {
  const { sessionActor, isMobile } = useServices();
  const matches = useMatches();
  const handle = mergeHandles(matches.map((match) => match.handle));
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  const isPaid = useSelector(sessionActor, ({ context }) => context.session?.user.is_pro ?? false);
  return { handle, parts: layoutPartsOf(handle, { isLoggedIn, isPaid, isMobile }) };
}

/** The layout around every page: header, footer, and what can appear over any page. */
export function Layout() {
  const main = useRef<HTMLElement>(null);
  const services = useServices();
  const { handle, parts } = useLayoutParts();
  useFocusOnNavigation();
  const reloads = useAtom(services.lockSync.reloads);
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
        {commonText.header.skip}
      </a>
      <GlobalLoader />
      {parts.header && (
        <Header
          parts={parts}
          search={<HeaderSearch key={reloads} />}
          onLeave={handle.isOnboarding ? () => skipOnboarding(services) : undefined}
        />
      )}
      <main className={styles.main} id="content" ref={main} tabIndex={-1}>
        <Outlet key={reloads} />
      </main>
      {parts.promo && (
        <Suspense>
          <PromoLayer />
        </Suspense>
      )}
      {parts.footer && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      <UpgradeGate />
      <Toasts />
      <InstallOffer />
      <AutoLogout />
      <ScrollRestoration />
    </>
  );
}

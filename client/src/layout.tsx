import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { Header } from "./features/session/header.tsx";
import styles from "./layout.module.css";
import { copy } from "./shared/copy.ts";
import { GlobalLoader } from "./shared/ui/global-loader.tsx";
import { Toasts } from "./shared/ui/toast.tsx";

const writesIn = "input, textarea, select, [contenteditable=true]";

/** After a navigation the focus goes to the new page's heading, unless the page put it into a field itself. */
function useFocusOnNavigation(): void {
  const { pathname, search } = useLocation();
  const previous = useRef(pathname + search);
  useEffect(() => {
    if (previous.current === pathname + search) return;
    previous.current = pathname + search;
    const main = document.querySelector("main");
    if (main?.querySelector(`:is(${writesIn}):focus`)) return;
    const heading = main?.querySelector("h1") ?? main;
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [pathname, search]);
}

/** What every page stands in. */
export function Layout() {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation();
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
      <Header />
      <main className={styles.main} id="content" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts />
      <ScrollRestoration />
    </>
  );
}

import { useEffect, useRef } from "react";
import { type Location, useLocation } from "react-router";

const editableSelector = "input, textarea, select, [contenteditable=true]";

/**
 * Moves the focus to the heading of a new page after navigation. A field that has the focus keeps it, because the user may be typing
 * there already. The focus also stays when only the URL of the same page changed: then the location's state contains the `previousPath`.
 */
export function useFocusOnNavigation(): void {
  const { pathname, search, state } = useLocation() as Location<{ previousPath?: string } | null>;
  const previous = useRef(pathname + search);
  useEffect(() => {
    if (previous.current === pathname + search) return;
    const isSamePage = state?.previousPath === previous.current;
    previous.current = pathname + search;
    if (isSamePage || document.activeElement?.matches(editableSelector)) return;
    const main = document.querySelector("main");
    const heading = main?.querySelector("h1") ?? main;
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [pathname, search, state]);
}

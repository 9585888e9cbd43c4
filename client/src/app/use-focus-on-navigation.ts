import { useEffect, useRef } from "react";
import { type Location, useLocation } from "react-router";

const editableSelector = "input, textarea, select, [contenteditable=true]";

/**
 * Moves the focus to the heading of a new page after navigation. The focus stays where it is when it is in a field, of the page or of
 * the header, since the user may be typing there already, or when only the URL of the same page changed (then the state contains its
 * `previousPath`).
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

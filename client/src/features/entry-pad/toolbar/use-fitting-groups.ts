import { useCallback, useState } from "react";
import { groupsThatFit } from "./toolbar-items.ts";

/** Widths in rem, as in the style sheet: a button, the separator of a group, and the buttons that are always shown. */
const button = 2;
const gap = 0.8125;
const always = 5 * button + 2 * gap;

/** The groups that fit, updated when the width changes. */
export function useFittingGroups() {
  const [room, setRoom] = useState(0);
  const measure = useCallback((bar: HTMLElement | null) => {
    if (!bar) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const measure = () => setRoom(bar.clientWidth / rem - always);
    // At once, so that no button moves into the menu after the first paint.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);
  return { fitting: groupsThatFit(room, button, gap), measure };
}

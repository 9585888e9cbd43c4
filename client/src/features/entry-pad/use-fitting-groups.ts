import { useCallback, useState } from "react";
import { groupsThatFit } from "./toolbar-items.ts";

/** In rem, as the style sheet has them: a button, a group's line with its margins, and what always stands. */
const button = 2;
const gap = 0.8125;
const always = 5 * button + 2 * gap;

/** Which groups the bar has room for, told anew when it becomes wider or narrower. */
export function useFittingGroups() {
  const [room, setRoom] = useState(0);
  const measure = useCallback((bar: HTMLElement | null) => {
    if (!bar) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const look = () => setRoom(bar.clientWidth / rem - always);
    // At once, so that nothing jumps into the menu after the first paint.
    look();
    const observer = new ResizeObserver(look);
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);
  return { fitting: groupsThatFit(room, button, gap), measure };
}

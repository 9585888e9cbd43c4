import { useCallback, useState } from "react";
import { groupsThatFit } from "./toolbar-items.ts";

/** Widths in rem, as in the style sheet: a button, the separator of a group, and the space for the buttons outside the groups. */
const buttonWidth = 2;
const groupGap = 0.8125;
const fixedWidth = 5 * buttonWidth + 2 * groupGap;

/** The groups of buttons that fit into the toolbar. `measureRef` is the ref of the element whose width is available to the toolbar. */
export function useFittingGroups() {
  const [availableWidth, setAvailableWidth] = useState(0);
  const measureRef = useCallback((bar: HTMLElement | null) => {
    if (!bar) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const updateWidth = () => setAvailableWidth(bar.clientWidth / rem - fixedWidth);
    // The width is measured before the first paint. So the buttons do not move right after that paint.
    updateWidth();
    const observer = new ResizeObserver(updateWidth);
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);
  return { fittingGroups: groupsThatFit(availableWidth, buttonWidth, groupGap), measureRef };
}

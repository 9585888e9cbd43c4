import { useState } from "react";

/** How much of each entry a list shows. */
export type ListLayout = "comfortable" | "compact" | "titles";

/** In the order in which they are offered. */
export const listLayouts: readonly ListLayout[] = ["comfortable", "compact", "titles"];

const key = "daybook-list-layout";

function remembered(): ListLayout {
  try {
    return listLayouts.find((known) => known === localStorage.getItem(key)) ?? "comfortable";
  } catch {
    return "comfortable";
  }
}

/** The layout of lists on this device: what a screen has room for is no matter of the account. */
export function useListLayout(): [ListLayout, (layout: ListLayout) => void] {
  const [layout, setLayout] = useState(remembered);
  const choose = (chosen: ListLayout): void => {
    setLayout(chosen);
    try {
      localStorage.setItem(key, chosen);
    } catch {
      // Storage is refused: the layout holds for this visit.
    }
  };
  return [layout, choose];
}

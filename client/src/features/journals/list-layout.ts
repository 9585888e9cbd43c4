import { useState } from "react";

/** How much of each entry a list shows. */
export type ListLayout = "comfortable" | "compact" | "titles";

/** The layouts, in display order. */
export const listLayouts: readonly ListLayout[] = ["comfortable", "compact", "titles"];

const storageKey = "daybook-list-layout";

function readStoredLayout(): ListLayout {
  try {
    return listLayouts.find((candidate) => candidate === localStorage.getItem(storageKey)) ?? "comfortable";
  } catch {
    return "comfortable";
  }
}

/** The layout that this device remembers for all lists, and a function that changes it. */
export function useListLayout(): [ListLayout, (layout: ListLayout) => void] {
  const [layout, setLayout] = useState(readStoredLayout);
  const choose = (newLayout: ListLayout): void => {
    setLayout(newLayout);
    try {
      localStorage.setItem(storageKey, newLayout);
    } catch {
      // Storage is refused: the layout applies until the user leaves the list.
    }
  };
  return [layout, choose];
}

import { useEffect } from "react";
import { copy } from "./copy.ts";

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${copy.product}`;
  }, [title]);
}

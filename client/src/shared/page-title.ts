import { useEffect } from "react";
import { commonText } from "./common-text.ts";

/** Sets the title of the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${commonText.product}`;
  }, [title]);
}

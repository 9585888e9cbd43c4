import { type RefObject, useEffect } from "react";
import { isApple } from "../../shared/apple.ts";

const editableSelector = "input, textarea, select, [contenteditable=true]";

/**
 * "/" focuses the search box unless the user is typing. Ctrl+K, on Apple devices ⌘K, does so while typing too. While a dialog is
 * open, neither does.
 */
export function useSearchBoxKeys(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const isAppleDevice = isApple();
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      const isSlash =
        key === "/" && !ctrlKey && !metaKey && !altKey && !(target as Element).closest?.(editableSelector);
      const isCommand =
        key.toLowerCase() === "k" && (isAppleDevice ? metaKey : ctrlKey) && !shiftKey && !altKey;
      if ((!isSlash && !isCommand) || document.querySelector("[data-backdrop]")) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [box]);
}

/**
 * Arrow Up and Arrow Down move between the box and the results. On a result, Home and End go to the first and last result. Results are
 * links with `data-result`, so Enter opens them.
 */
export function useResultKeys(
  page: RefObject<HTMLElement | null>,
  box: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    const { current: root } = page;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isInBox = target === box.current;
      if (event.isComposing || (!isInBox && !target.matches("[data-result]"))) return;
      const results = [...(root?.querySelectorAll<HTMLElement>("[data-result]") ?? [])];
      const index = results.indexOf(target);
      const elementForKey: Record<string, HTMLElement | null | undefined> = {
        ArrowDown: results[index + 1],
        ArrowUp: index === 0 ? box.current : results[index - 1],
        ...(!isInBox && { Home: results[0], End: results.at(-1) }),
      };
      const nextElement = elementForKey[event.key];
      if (!nextElement || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      nextElement.focus();
    };
    root?.addEventListener("keydown", onKeyDown);
    return () => root?.removeEventListener("keydown", onKeyDown);
  }, [page, box]);
}

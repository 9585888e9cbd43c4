import { useEffect, useRef } from "react";
import { isApple } from "../../../shared/apple.ts";
import { isPressed, type Keys } from "./keys.ts";

/** The keyboard shortcuts of the page. */
export const padKeys = {
  save: "Mod+S",
  focusMode: "Mod+Shift+Enter",
  older: "Alt+PageUp",
  newer: "Alt+PageDown",
  help: "Mod+/",
} as const satisfies Readonly<Record<string, Keys>>;

/** What the shortcuts and Escape do. */
export type PadKeyActions = Readonly<Record<keyof typeof padKeys, () => void>> & {
  /** called for Escape when no dialog is open; outside text fields, only when nothing else has handled the key */
  readonly escape: () => void;
};

const editableSelector = "input, textarea, select, [contenteditable=true]";

/** Listens for the shortcuts. A question mark opens the help too, unless the user is typing. */
export function usePadKeys(actions: PadKeyActions): void {
  const latestActions = useRef(actions);
  useEffect(() => {
    latestActions.current = actions;
  });
  useEffect(() => {
    const isAppleDevice = isApple();
    const handleShortcut = (event: KeyboardEvent) => {
      const name = (Object.keys(padKeys) as (keyof typeof padKeys)[]).find((candidate) =>
        isPressed(event, padKeys[candidate], isAppleDevice),
      );
      // An open dialog handles its own keys; saving always works.
      if (!name || (name !== "save" && document.querySelector("[data-backdrop]"))) return;
      event.preventDefault();
      event.stopPropagation();
      latestActions.current[name]();
    };
    const handleOtherKeys = (event: KeyboardEvent) => {
      if (document.querySelector("[data-backdrop]")) return;
      const isInTextField = (event.target as Element).closest?.(editableSelector);
      // The editor marks every Escape as handled, so in a text field the mark says nothing.
      if (event.key === "?" && !isInTextField) {
        event.preventDefault();
        latestActions.current.help();
      } else if (event.key === "Escape" && (!event.defaultPrevented || isInTextField))
        latestActions.current.escape();
    };
    // The editor handles Enter with any modifier. The capture phase comes before the editor, so `focusMode` works in the editor.
    window.addEventListener("keydown", handleShortcut, true);
    window.addEventListener("keydown", handleOtherKeys);
    return () => {
      window.removeEventListener("keydown", handleShortcut, true);
      window.removeEventListener("keydown", handleOtherKeys);
    };
  }, []);
}

import { useEffect, useRef } from "react";
import { isApple } from "../../../shared/apple.ts";
import { isPressed, type Keys } from "./keys.ts";

/** The keyboard shortcuts of the page. */
export const padKeys = {
  save: "Mod+S",
  zen: "Mod+Shift+Enter",
  older: "Alt+PageUp",
  newer: "Alt+PageDown",
  help: "Mod+/",
} as const satisfies Readonly<Record<string, Keys>>;

/** What the shortcuts do. */
export type PadKeyActions = Readonly<Record<keyof typeof padKeys, () => void>> & {
  /** Escape that nothing else handled */
  readonly escape: () => void;
};

const editableSelector = "input, textarea, select, [contenteditable=true]";

/** Listens for the shortcuts. A question mark opens the help too, unless the user is typing. */
export function usePadKeys(actions: PadKeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const apple = isApple();
    const keyNameOf = (event: KeyboardEvent) => {
      const name = (Object.keys(padKeys) as (keyof typeof padKeys)[]).find((candidate) =>
        isPressed(event, padKeys[candidate], apple),
      );
      // An open dialog handles its own keys; saving always works.
      if (!name || (name !== "save" && document.querySelector("[data-veil]"))) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current[name]();
    };
    const others = (event: KeyboardEvent) => {
      if (document.querySelector("[data-veil]")) return;
      const isWriting = (event.target as Element).closest?.(editableSelector);
      if (event.key === "?" && !isWriting) {
        event.preventDefault();
        latest.current.help();
      } else if (event.key === "Escape" && (!event.defaultPrevented || isWriting)) latest.current.escape();
    };
    // In the capture phase, because the editor handles Enter and Escape with any modifier.
    window.addEventListener("keydown", keyNameOf, true);
    window.addEventListener("keydown", others);
    return () => {
      window.removeEventListener("keydown", keyNameOf, true);
      window.removeEventListener("keydown", others);
    };
  }, []);
}

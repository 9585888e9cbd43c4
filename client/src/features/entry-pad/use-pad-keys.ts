import { useEffect, useRef } from "react";
import { isApple } from "../../shared/apple.ts";
import { isPressed, type Keys } from "./keys.ts";

/** The keys of the page as a whole. */
export const padKeys = {
  save: "Mod+S",
  zen: "Mod+Shift+Enter",
  older: "Alt+PageUp",
  newer: "Alt+PageDown",
  help: "Mod+/",
} as const satisfies Readonly<Record<string, Keys>>;

/** What the keys do. */
export type PadKeyActs = Readonly<Record<keyof typeof padKeys, () => void>> & {
  /** Escape that nothing else wanted */
  readonly escape: () => void;
};

const writesIn = "input, textarea, select, [contenteditable=true]";

/** Listens for the keys of the page; a question mark asks for help too, except where it can be written. */
export function usePadKeys(acts: PadKeyActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const apple = isApple();
    const named = (event: KeyboardEvent) => {
      const name = (Object.keys(padKeys) as (keyof typeof padKeys)[]).find((each) =>
        isPressed(event, padKeys[each], apple),
      );
      // A dialog keeps what is pressed in it to itself; saving is always right.
      if (!name || (name !== "save" && document.querySelector("[data-veil]"))) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current[name]();
    };
    const others = (event: KeyboardEvent) => {
      if (document.querySelector("[data-veil]")) return;
      const isWriting = (event.target as Element).closest?.(writesIn);
      if (event.key === "?" && !isWriting) {
        event.preventDefault();
        latest.current.help();
      } else if (event.key === "Escape" && (!event.defaultPrevented || isWriting)) latest.current.escape();
    };
    // Before the text gets them: it takes Enter and Escape with whatever is held.
    window.addEventListener("keydown", named, true);
    window.addEventListener("keydown", others);
    return () => {
      window.removeEventListener("keydown", named, true);
      window.removeEventListener("keydown", others);
    };
  }, []);
}

import { padCopy } from "./pad-copy.ts";

/** A combination of keys: `Mod+Shift+7`, where `Mod` is ⌘ on a Mac and Ctrl elsewhere, `Alt` there ⌥. */
export type Keys = string;

const { keys: words } = padCopy;
const appleNames: Readonly<Record<string, string>> = { Mod: "⌘", Shift: "⇧", Alt: "⌥" };

/** The keys one by one, as a person's keyboard names them. */
export function keyNames(keys: Keys, apple: boolean): string[] {
  return keys.split("+").map((key) => {
    if (apple && appleNames[key]) return appleNames[key];
    if (key === "Mod") return words.control;
    return (words as Readonly<Record<string, string>>)[key] ?? key;
  });
}

/** As `aria-keyshortcuts` wants it. */
export const ariaKeys = (keys: Keys, apple: boolean): string =>
  keys.replace("Mod", apple ? "Meta" : "Control");

/** Whether these keys, and no others beside them, were pressed. */
export function isPressed(event: KeyboardEvent, keys: Keys, apple: boolean): boolean {
  const wanted = keys.split("+");
  const [mod, other] = apple ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  return (
    event.key.toLowerCase() === wanted.at(-1)?.toLowerCase() &&
    mod === wanted.includes("Mod") &&
    !other &&
    event.altKey === wanted.includes("Alt") &&
    event.shiftKey === wanted.includes("Shift")
  );
}

import { padText } from "../pad-text.ts";

/** A key combination: `Mod+Shift+7`. `Mod` is ⌘ on a Mac and Ctrl elsewhere; `Alt` is ⌥ on a Mac. */
export type Keys = string;

const { keys: labels } = padText;
const appleNames: Readonly<Record<string, string>> = { Mod: "⌘", Shift: "⇧", Alt: "⌥" };

/** The names of the keys of a combination, as on the keyboard of a Mac or of a PC. */
export function keyNames(keys: Keys, isAppleDevice: boolean): string[] {
  return keys.split("+").map((key) => {
    if (isAppleDevice && appleNames[key]) return appleNames[key];
    if (key === "Mod") return labels.control;
    return (labels as Readonly<Record<string, string>>)[key] ?? key;
  });
}

/** The key combination in the format of `aria-keyshortcuts`. */
export const ariaKeys = (keys: Keys, isAppleDevice: boolean): string =>
  keys.replace("Mod", isAppleDevice ? "Meta" : "Control");

/** Whether exactly these keys were pressed. */
export function isPressed(event: KeyboardEvent, keys: Keys, isAppleDevice: boolean): boolean {
  const keyParts = keys.split("+");
  const [isModHeld, isOtherModHeld] = isAppleDevice
    ? [event.metaKey, event.ctrlKey]
    : [event.ctrlKey, event.metaKey];
  return (
    event.key.toLowerCase() === keyParts.at(-1)?.toLowerCase() &&
    isModHeld === keyParts.includes("Mod") &&
    !isOtherModHeld &&
    event.altKey === keyParts.includes("Alt") &&
    event.shiftKey === keyParts.includes("Shift")
  );
}

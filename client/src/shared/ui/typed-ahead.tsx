import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { commonText } from "../common-text.ts";

/** The text that was typed while a dialog loaded. The first field of the dialog gets it. */
let typedText = "";
let forgetTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Replaces the value of a field with the text that was typed while the field or its dialog loaded. Focus the field first:
 * `useTypedText` records the previous value when the field gets the focus.
 *
 * @returns whether the field got a text
 */
export function putTypedAheadText(field: Element | null | undefined): boolean {
  const text = typedText;
  typedText = "";
  // A field of another kind, such as a check box, has no caret.
  const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  if (text === "" || !isText || field.selectionStart === null) return false;
  // React replaces the setter of the element, and ignores the input event of a value that was set through it. So this calls the setter
  // of the prototype.
  Reflect.set(Object.getPrototypeOf(field) as object, "value", text, field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/**
 * An invisible field that has the focus while a dialog or field loads, and collects what is typed. Without this field, the keys
 * would replace the selected text of the entry, or press the focused button again.
 */
export function TypedAhead({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    const field = input.current;
    const opener = document.activeElement;
    if (!field) return;
    field.value = typedText;
    field.focus({ preventScroll: true });
    return () => {
      typedText = field.value;
      // If no field takes the text, for example because the dialog never opens, a later dialog must not get the text.
      clearTimeout(forgetTimer);
      forgetTimer = setTimeout(() => (typedText = ""), 1_000);
      // When the dialog closes, it focuses the element that had the focus when it opened. That must be the opener.
      if (document.activeElement === field && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    };
  }, []);

  const closeOnEscape = (event: KeyboardEvent<HTMLInputElement>) => {
    // The toolbar and the page around this field have their own keys and must not get this event.
    event.stopPropagation();
    if (event.key !== "Escape") return;
    // The next dialog must not get what was typed for this one.
    event.currentTarget.value = "";
    onClose();
  };

  return (
    <input
      className="visually-hidden"
      ref={input}
      aria-label={commonText.loading}
      autoComplete="off"
      onKeyDown={closeOnEscape}
    />
  );
}

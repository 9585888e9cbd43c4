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
  // The setter of the prototype, because React ignores an input event after a change by its own setter.
  Reflect.set(Object.getPrototypeOf(field) as object, "value", text, field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/**
 * An invisible field that has the focus while a dialog or field loads, and collects what is typed. Without it, the keys would
 * replace the selected text of the entry, or press the button again.
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
      // If the dialog never opens, the next one must not get its text.
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

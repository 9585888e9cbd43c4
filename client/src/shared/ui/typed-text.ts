import { type FocusEvent, useRef } from "react";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textTypes = new Set(["text", "email", "search", "tel", "url"]);

/**
 * Password fields do not count: a password can be typed again. While a password is visible, its field has the type `text`, so the
 * check uses `autocomplete`.
 */
const isTextField = (element: Element): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    textTypes.has(element.type) &&
    !element.autocomplete.includes("password"));

/** Finds out whether a text was typed into a field of a dialog, so that the dialog can ask before it drops the text. */
export function useTypedText() {
  const valuesBefore = useRef(new Map<TextField, string>());
  const lastField = useRef<TextField | null>(null);
  return {
    /** The text field that had the focus last. */
    lastTextField: (): TextField | null => lastField.current,
    noteFocus: ({ target }: FocusEvent): void => {
      if (!isTextField(target)) return;
      lastField.current = target;
      if (!valuesBefore.current.has(target)) valuesBefore.current.set(target, target.value);
    },
    hasTypedText: (): boolean =>
      [...valuesBefore.current].some(
        ([field, before]) =>
          field.isConnected &&
          // What was typed into a field that is hidden now is no longer needed.
          !field.closest("[hidden]") &&
          field.value.trim() !== "" &&
          field.value !== before,
      ),
  };
}

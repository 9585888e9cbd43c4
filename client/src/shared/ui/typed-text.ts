import { type FocusEvent, useRef } from "react";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textTypes = new Set(["text", "email", "search", "tel", "url"]);

/** Passwords are left out: nothing is lost when one is typed again. One that is visible has the type of a text. */
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
          // A hidden field is not needed any more.
          !field.closest("[hidden]") &&
          field.value.trim() !== "" &&
          field.value !== before,
      ),
  };
}

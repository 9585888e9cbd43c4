import { type FocusEvent, useRef } from "react";
import { putTypedAheadText } from "./typed-ahead.tsx";

const fieldsOf = (dialog: HTMLElement): (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[] =>
  [...dialog.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), select, textarea")].filter(
    (field) => !field.disabled && !field.closest("[hidden], [inert]"),
  );

/** The first field of a dialog; for radio buttons, the selected one. */
function firstField(dialog: HTMLElement) {
  const fields = fieldsOf(dialog);
  const [first] = fields;
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  return fields.find((field) => field.matches(":checked") && field.name === first.name) ?? first;
}

/**
 * When a dialog closes, returns the focus to the element that had the focus before. Radix itself returns the focus only to a trigger
 * element, and our dialogs have none.
 *
 * @param findTarget finds another element for the focus; `null` when there is none
 */
export function useFocusReturn(findTarget: () => HTMLElement | null = () => null) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = findTarget() ?? opener.current;
      if (!(target instanceof HTMLElement)) return;
      if (target.isConnected) target.focus();
      // The target is no longer on the page: for example, "Upgrade" disappears from the header after a purchase. Then `main` gets the
      // focus, unless another element has it already: when a question and the dialog below it close together, that dialog has already
      // returned the focus.
      else if (document.activeElement === document.body) document.querySelector("main")?.focus();
    },
  };
}

/**
 * When a dialog opens, or its focused element is removed, focuses its first field, else its primary button, else its heading.
 * "Close" does not get the focus, because a space that the user types would press this button.
 *
 * @param options.startsOnHeading focuses the heading instead, because the dialog uses keys that a field would take
 */
export function useDialogFocus({ startsOnHeading = false } = {}) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  const focusFirst = (dialog: HTMLElement) => {
    const field = startsOnHeading ? undefined : firstField(dialog);
    const primaryButton = startsOnHeading
      ? null
      : dialog.querySelector<HTMLElement>("[data-variant=primary]");
    (field ?? primaryButton ?? dialog.querySelector<HTMLElement>("h2"))?.focus();
    if (!putTypedAheadText(field) && field instanceof HTMLInputElement) field.select();
  };
  return {
    heading: { tabIndex: -1 },
    content: {
      onOpenAutoFocus: (event: Event) => {
        onOpenAutoFocus();
        event.preventDefault();
        focusFirst(event.currentTarget as HTMLElement);
      },
      // Radix focuses the dialog itself when the focused element is removed; then `relatedTarget` is null. A click on the surface
      // of the dialog focuses the dialog too, but then `relatedTarget` is the element that had the focus.
      onFocus: ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (target === currentTarget && relatedTarget === null) focusFirst(currentTarget);
      },
      onCloseAutoFocus,
    },
  };
}

import { type RefObject, useEffect, useEffectEvent } from "react";
import type { ApiFailure } from "../api-client.ts";
import { type VisitorField, type VisitorPart, wrongFieldOf } from "./visitor-part.ts";

const focusFirstField = (form: HTMLElement | null) => form?.querySelector<HTMLElement>("input")?.focus();

/**
 * Keeps the focus in the form when the focused element disappears or is turned off. In a dialog that opened before the form was loaded,
 * the focus moves to the first field.
 */
export function useFormFocus(
  form: RefObject<HTMLFormElement | null>,
  {
    hasNoAnswer,
    isLoggedOut,
    buysAgain,
  }: {
    /** true while the fields are turned off, because it is not known whether the payment went through */
    hasNoAnswer: boolean;
    /** true while the form only offers to log in */
    isLoggedOut: boolean;
    /** true when the plans are shown again after a purchase */
    buysAgain: boolean;
  },
): void {
  useEffect(() => {
    const dialog = form.current?.closest("[role=dialog]");
    if (dialog && document.activeElement === dialog.querySelector("h2")) focusFirstField(form.current);
  }, [form]);
  useEffect(() => {
    if (buysAgain) focusFirstField(form.current);
  }, [form, buysAgain]);
  useEffect(() => {
    const { activeElement } = document;
    const hasLostFocus =
      activeElement === document.body || activeElement?.closest("fieldset:disabled, [hidden]");
    const target = isLoggedOut ? "a" : "[type=submit]";
    if (hasNoAnswer && hasLostFocus) form.current?.querySelector<HTMLElement>(target)?.focus();
  }, [form, hasNoAnswer, isLoggedOut]);
}

/**
 * Moves the focus to the first of the visitor's fields that the server refused.
 *
 * @param failure `null` without a refusal
 */
export function useWrongFieldFocus(visitor: VisitorPart | undefined, failure: ApiFailure | null): void {
  const focus = useEffectEvent((field: VisitorField) => visitor?.focus(field));
  useEffect(() => {
    const wrongField = wrongFieldOf(failure);
    if (wrongField) focus(wrongField);
  }, [failure]);
}

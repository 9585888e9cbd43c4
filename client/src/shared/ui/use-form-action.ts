import { type FormEvent, startTransition, useActionState, useRef } from "react";
import type { ApiFailure } from "../api-client.ts";

/** Sends the fields of a form; `null` on success. */
export type FormAction = (fields: FormData) => Promise<ApiFailure | null>;

/**
 * Runs a form's action. After a failure the values stay, and the first invalid field gets the focus.
 *
 * @returns `failure` is the last failure until the next try; `error(name)` the message of a field
 */
export function useFormAction(action: FormAction) {
  const form = useRef<HTMLFormElement>(null);
  const [failure, submit, busy] = useActionState<ApiFailure | null, FormData>(async (_, fields) => {
    const newFailure = await action(fields);
    const name = Object.keys(newFailure?.fields ?? {})[0];
    const field = name && form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
    return newFailure;
  }, null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    if (!busy) startTransition(() => submit(fields));
  };
  return {
    form,
    failure: busy ? null : failure,
    busy,
    onSubmit,
    error: (name: string) => failure?.fields?.[name],
  };
}

/** The text of a field, as it was typed. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

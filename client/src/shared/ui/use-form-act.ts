import { type FormEvent, startTransition, useActionState, useRef } from "react";
import type { ApiFailure } from "../api-client.ts";

/** What a form does with its fields; `null` when it succeeded. */
export type FormAct = (fields: FormData) => Promise<ApiFailure | null>;

/**
 * Runs a form's act. What was typed stays after a refusal, and the first refused field gets the focus.
 *
 * @returns `failure` is the last refusal until the next try; `error(name)` the sentence beside a field
 */
export function useFormAct(act: FormAct) {
  const form = useRef<HTMLFormElement>(null);
  const [failure, submit, busy] = useActionState<ApiFailure | null, FormData>(async (_, fields) => {
    const refusal = await act(fields);
    const name = Object.keys(refusal?.fields ?? {})[0];
    const field = name && form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
    return refusal;
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

import { type FormEvent, useRef, useState } from "react";
import type { ApiFailure } from "../api-client.ts";
import { useIsMounted } from "../use-is-mounted.ts";
import { useToasts } from "./toast.tsx";

/** Sends the fields of a form; `null` on success. */
export type FormAction = (fields: FormData) => Promise<ApiFailure | null>;

/**
 * Runs a form's action. After a failure the values stay, and the first invalid field gets the focus. When the form was closed before
 * the failure, a toast shows the failure. The hook does not use a React transition. While a transition ran, React would not show a page
 * that the router opens.
 *
 * @returns `failure` is the last failure, until the next try. `error(name)` returns the message of a field.
 */
export function useFormAction(action: FormAction) {
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (fields: FormData): Promise<void> => {
    setBusy(true);
    try {
      const newFailure = await action(fields);
      const name = Object.keys(newFailure?.fields ?? {})[0];
      const field = name && form.current?.elements.namedItem(name);
      if (field instanceof HTMLElement) field.focus();
      setFailure(newFailure);
      // After a 401, the log-in page says that the session has ended.
      if (newFailure && !isMounted() && newFailure.status !== 401) toasts.show(newFailure.message);
    } catch (error) {
      // React shows the error page only for errors that are thrown while it renders. So the state update throws the error.
      setFailure(() => {
        throw error;
      });
    }
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    if (!busy) void submit(fields);
  };
  const shownFailure = busy ? null : failure;
  return {
    form,
    failure: shownFailure,
    busy,
    onSubmit,
    error: (name: string) => shownFailure?.fields?.[name],
  };
}

/** The text of a field, as it was typed. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

import { type FormEvent, useState } from "react";
import type { ApiFailure } from "../api-client.ts";
import type { FormRules } from "../form-rules.ts";
import { type FormAction, textOf, useFormAction } from "./use-form-action.ts";

type Problems = Readonly<Record<string, string>>;

function problemsOf(rules: FormRules, fields: FormData): Problems {
  const problems = Object.entries(rules).map(([name, rule]) => [name, rule(textOf(fields, name), fields)]);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null)) as Problems;
}

/** The failure of a form with these problems, in the shape of a failed call. */
const validationFailure = (problems: Problems): ApiFailure => ({
  ok: false,
  status: 422,
  code: "invalid",
  message: Object.values(problems)[0] ?? "",
  fields: { ...problems },
  body: null,
  retryAfter: null,
});

/** When the form has none of the fields with an error, shows the first error as the message above the form. */
function showErrorsWithoutField(failure: ApiFailure | null, fields: FormData): ApiFailure | null {
  if (!failure?.fields || Object.keys(failure.fields).some((name) => fields.has(name))) return failure;
  const [message = failure.message] = Object.values(failure.fields);
  const { fields: _, ...rest } = failure;
  return { ...rest, message };
}

/**
 * A form that checks the filled fields on blur, and all fields before sending. A server error on a field stays until that field
 * changes.
 *
 * @param rules the client-side rules, by field; fields without a rule are only checked by the server
 */
export function useCheckedForm(rules: FormRules, action: FormAction) {
  const [fieldProblems, setFieldProblems] = useState<Readonly<Record<string, string | null>>>({});
  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    setFieldProblems({});
    const problems = problemsOf(rules, fields);
    if (Object.keys(problems).length > 0) return validationFailure(problems);
    return showErrorsWithoutField(await action(fields), fields);
  });

  const onBlur = (event: FormEvent<HTMLFormElement>): void => {
    const fields = new FormData(event.currentTarget);
    const problems = problemsOf(rules, fields);
    setFieldProblems((current) => {
      const filledNames = Object.keys(rules).filter((name) => textOf(fields, name) !== "");
      const changedNames = filledNames.filter((name) => name in problems || name in current);
      return {
        ...current,
        ...Object.fromEntries(changedNames.map((name) => [name, problems[name] ?? null])),
      };
    });
  };
  const onInput = ({ target }: FormEvent<HTMLFormElement>): void => {
    if (target instanceof HTMLInputElement)
      setFieldProblems((current) => ({ ...current, [target.name]: null }));
  };

  return {
    form,
    failure,
    busy,
    handlers: { onSubmit, onBlur, onInput },
    /** the error message of a field */
    error: (name: string): string | undefined =>
      name in fieldProblems ? (fieldProblems[name] ?? undefined) : error(name),
  };
}

/** See {@link useCheckedForm}. */
export type CheckedForm = ReturnType<typeof useCheckedForm>;

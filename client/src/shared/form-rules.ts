import { bounds } from "@daybook/domain/contract/bounds";
import { authText } from "./auth-text.ts";
import { textOf } from "./ui/use-form-action.ts";

/** Checks the value of a field: returns the problem, or `null`. The server checks again. */
export type FieldRule = (value: string, fields: FormData) => string | null;
/** The rules of a form, by field. */
export type FormRules = Readonly<Record<string, FieldRule>>;

const problems = authText.problems;

/** Must look like an e-mail address. */
export const emailRule: FieldRule = (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : problems.email;

/** A required name. */
export const firstNameRule: FieldRule = (value) => {
  if (value.trim() === "") return problems.firstNameMissing;
  return value.trim().length > bounds.personName ? problems.nameTooLong : null;
};

/** An optional name. */
export const lastNameRule: FieldRule = (value) =>
  value.trim().length > bounds.personName ? problems.nameTooLong : null;

/** A new password and its confirmation. */
export const newPasswordRules = {
  password: (value) => {
    if (value.length < bounds.passwordMin) return problems.passwordShort;
    return value.length > bounds.passwordMax ? problems.passwordLong : null;
  },
  retype_password: (value, fields) =>
    value === textOf(fields, "password") ? null : problems.passwordsDiffer,
} satisfies FormRules;

/** A required field. */
export const requiredRule =
  (problem: string): FieldRule =>
  (value) =>
    // Not trimmed: spaces may be part of a password.
    value === "" ? problem : null;

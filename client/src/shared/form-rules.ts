import { bounds } from "@daybook/domain/contract/bounds";
import { entranceCopy } from "./entrance-copy.ts";
import { textOf } from "./ui/use-form-act.ts";

/** What is wrong with the text of a field; `null` when nothing is. The server has the last word. */
export type FieldRule = (value: string, fields: FormData) => string | null;
/** The rules of a form, by field. */
export type FormRules = Readonly<Record<string, FieldRule>>;

const words = entranceCopy.problems;

/** Something that looks like an address. */
export const emailRule: FieldRule = (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : words.email;

/** A name that must be there. */
export const firstNameRule: FieldRule = (value) => {
  if (value.trim() === "") return words.firstNameMissing;
  return value.trim().length > bounds.personName ? words.nameTooLong : null;
};

/** A name that may be left out. */
export const lastNameRule: FieldRule = (value) =>
  value.trim().length > bounds.personName ? words.nameTooLong : null;

/** A new password and, below it, the same again. */
export const newPasswordRules = {
  password: (value) => {
    if (value.length < bounds.passwordMin) return words.passwordShort;
    return value.length > bounds.passwordMax ? words.passwordLong : null;
  },
  retype_password: (value, fields) => (value === textOf(fields, "password") ? null : words.passwordsDiffer),
} satisfies FormRules;

/** A field that must not be empty. */
export const requiredRule =
  (problem: string): FieldRule =>
  (value) =>
    // Not trimmed: spaces are letters of a password like any other.
    value === "" ? problem : null;

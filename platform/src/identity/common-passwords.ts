import { createRequire } from "node:module";
import type * as LanguageCommon from "@zxcvbn-ts/language-common";

/** The length of two lists of refused passwords: the most common ones of any length, and the most common of `minLength` or more. */
const refusedCount = 10_000;
const minLength = 8;

let commonPasswords: ReadonlySet<string> | undefined;

/**
 * Loads the refused passwords from the package `@zxcvbn-ts/language-common` (MIT). The package lists about 49,000 leaked passwords in
 * lower case, the most common first.
 */
function load(): ReadonlySet<string> {
  // The package takes 20 ms and a few megabytes, so it is loaded at first use.
  const { dictionary } = createRequire(import.meta.url)(
    "@zxcvbn-ts/language-common",
  ) as typeof LanguageCommon;
  const leakedPasswords = dictionary["passwords-common"];
  const longPasswords = leakedPasswords.filter((password) => password.length >= minLength);
  return new Set([...leakedPasswords.slice(0, refusedCount), ...longPasswords.slice(0, refusedCount)]);
}

/** True for the 10,000 most common passwords and the 10,000 most common ones of eight characters or more, regardless of case. */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= load();
  return commonPasswords.has(password.normalize("NFC").toLowerCase());
}

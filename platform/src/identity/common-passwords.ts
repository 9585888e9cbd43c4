import { createRequire } from "node:module";
import type * as LanguageCommon from "@zxcvbn-ts/language-common";

/** How many passwords are refused: the most common ones of the list, and the most common ones of the minimum length. */
const refused = 10_000;
const longEnough = 8;

let common: ReadonlySet<string> | undefined;

/** `@zxcvbn-ts/language-common` (MIT): about 49,000 leaked passwords in lower case, the most common first. */
function load(): ReadonlySet<string> {
  // It takes 20 ms and a few megabytes, so it is loaded at first use.
  const { dictionary } = createRequire(import.meta.url)(
    "@zxcvbn-ts/language-common",
  ) as typeof LanguageCommon;
  const all = dictionary["passwords-common"];
  const long = all.filter((password) => password.length >= longEnough);
  return new Set([...all.slice(0, refused), ...long.slice(0, refused)]);
}

/** True for the 10,000 most common passwords and the 10,000 most common ones of eight characters or more, in any case. */
export function isCommonPassword(password: string): boolean {
  common ??= load();
  return common.has(password.normalize("NFC").toLowerCase());
}

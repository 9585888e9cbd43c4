import { cleanTitle } from "@daybook/content/zero-width";
import { streamOf } from "@daybook/domain/kernel/ids";
import { reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { open } from "@daybook/platform/vault/seal";
import type { Application } from "../application.ts";

/** Cleans a tag's name: one line, no invisible characters, single spaces. Refuses a name that is then empty. */
export function readTagName(name: string): string | Rejection {
  const cleanName = cleanTitle(name).normalize("NFC").replace(/\s+/g, " ").trim();
  if (cleanName !== "") return cleanName;
  const sentence = "The tag's name is missing.";
  return reject("invalid", sentence, { name: sentence });
}

/**
 * Folds a name so that its spellings compare equal. Upper case comes first because lower case does not
 * make "ß" equal to "ss", or the two small sigmas equal.
 */
export const foldTagName = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");

/** The keyed hash of a name and its account. The vault uses it to keep tag names unique in an account. */
export const tagNameHash = (app: Pick<Application, "keyedHash">, userId: number, name: string): string =>
  app.keyedHash("tag.name", `${userId}\n${foldTagName(name)}`);

/** Decrypts a tag's name with the key of its account. */
export const openTagName = (key: DataKey, tagId: number, name: Sealed<"tag.name">): string =>
  open(key, streamOf.tag(tagId), "tag.name", name);

/** Compares names for display: without case and accents, digits by their numeric value. */
export const compareTagNames = new Intl.Collator("en", { sensitivity: "base", numeric: true }).compare;

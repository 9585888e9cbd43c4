import { cleanTitle } from "@daybook/content/zero-width";
import { streamOf } from "@daybook/domain/kernel/ids";
import { reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { open } from "@daybook/platform/privacy/seal";
import type { ApiDeps } from "../../deps.ts";

/** A tag's name as it is kept: one line, nothing invisible, single spaces. One of which nothing is left is refused. */
export function readTagName(name: string): string | Rejection {
  const clean = cleanTitle(name).normalize("NFC").replace(/\s+/g, " ").trim();
  if (clean !== "") return clean;
  const sentence = "The tag's name is missing.";
  return reject("invalid", sentence, { name: sentence });
}

/**
 * The form in which two spellings of a name are the same. Upper case before lower case joins what lower case alone keeps
 * apart: "ß" and "ss", the two small sigmas.
 */
export const foldTagName = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");

/** What a name is known by in the vault: unique for each person. */
export const tagNameHash = (deps: Pick<ApiDeps, "keyedHash">, userId: number, name: string): string =>
  deps.keyedHash("tag.name", `${userId}\n${foldTagName(name)}`);

/** Opens a tag's name with the key of its account. */
export const openTagName = (key: DataKey, tagId: number, name: Sealed<"tag.name">): string =>
  open(key, streamOf.tag(tagId), "tag.name", name);

/** How names are ordered for a person: without regard to case, numbers by their value. */
export const byName = new Intl.Collator("en", { sensitivity: "base", numeric: true }).compare;

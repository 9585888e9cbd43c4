import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { openUpTo } from "@daybook/platform/vault/seal";
import { largeText } from "./text-work.ts";

/** The characters of a list's texts that are worked on at once. A page of usual entries has fewer. */
const listedText = 4 * largeText;

/**
 * Opens the bodies of a list as long as they are small, each and together. Returns `null` for the others, which are for a
 * thread.
 */
export function createSmallBodies() {
  let charactersLeft = listedText;
  return function openIfSmall(key: DataKey, entryId: number, body: Sealed<"entry.body">): string | null {
    const html = openUpTo(
      Math.min(charactersLeft, largeText),
      key,
      streamOf.entry(entryId),
      "entry.body",
      body,
    );
    if (html !== null) charactersLeft -= html.length;
    return html;
  };
}

import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { openUpTo } from "@daybook/platform/vault/seal";
import { maxSmallTextLength } from "./text-work.ts";

/** At most this many characters of a list are decrypted in the calling thread. A page of usual entries has fewer. */
const maxCharactersPerList = 4 * maxSmallTextLength;

/**
 * Creates a function that decrypts the bodies of one list. It returns `null` for a large body, and for a body that would
 * make the total of the list too large: the caller decrypts such bodies in a worker thread.
 */
export function createSmallBodyOpener() {
  let charactersLeft = maxCharactersPerList;
  return function openIfSmall(key: DataKey, entryId: number, body: Sealed<"entry.body">): string | null {
    const html = openUpTo(
      Math.min(charactersLeft, maxSmallTextLength),
      key,
      streamOf.entry(entryId),
      "entry.body",
      body,
    );
    if (html !== null) charactersLeft -= html.length;
    return html;
  };
}

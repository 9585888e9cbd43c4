import type { Sealed } from "@daybook/domain/kernel/sealed";
import { DataKey } from "../vault/data-key.ts";
import { deriveKey } from "../vault/derive-key.ts";
import { open, seal } from "../vault/seal.ts";

/** The recipient of a mail. */
export type Recipient = { readonly address: string; readonly firstName: string };

/** A {@link Recipient} that only the master key opens, and only for its own mail. */
export type SealedRecipient = Sealed<"mail.recipient">;

const keyOf = (masterKey: Uint8Array): DataKey =>
  new DataKey(deriveKey(masterKey, "daybook mail recipient 1"));
const contextOf = (mailId: number): string => `mail-${mailId}`;

/** Seals a recipient with the master key, because the account and its key may be gone when the mail is sent. */
export function sealRecipient(masterKey: Uint8Array, mailId: number, recipient: Recipient): SealedRecipient {
  const { address, firstName } = recipient;
  return seal(keyOf(masterKey), contextOf(mailId), "mail.recipient", JSON.stringify([address, firstName]));
}

/** Undoes {@link sealRecipient}. Throws `CannotOpen` for another mail, another master key, or a changed value. */
export function openRecipient(masterKey: Uint8Array, mailId: number, sealed: SealedRecipient): Recipient {
  const plaintext = open(keyOf(masterKey), contextOf(mailId), "mail.recipient", sealed);
  // The encryption is authenticated, so `plaintext` is what `sealRecipient` wrote.
  const [address, firstName] = JSON.parse(plaintext) as [string, string];
  return { address, firstName };
}

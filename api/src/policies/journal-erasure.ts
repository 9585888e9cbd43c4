import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { Actor, Caller, Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { provePassword } from "./lock-password.ts";

/** What somebody brings along to erase a journal: its password, when it is locked. */
export type ErasureProof = { readonly plain_password?: string | undefined };

/** Whether a journal of one's own may be erased now: one that is locked, open or not, only with its password. */
export async function mayErase(
  deps: ApiDeps,
  who: { readonly actor: Actor; readonly caller: Caller },
  journalId: number,
  { plain_password: password }: ErasureProof,
): Promise<Refusal | null> {
  const lock = await deps.locks.readLock(streamOf.journal(journalId));
  if (!lock) return null;
  if (password === undefined) {
    const message = "This journal is locked. Deleting it for ever needs its password.";
    return reject("wrong_password", message, { plain_password: message });
  }
  const proof = await provePassword(deps, who, { what: "journal", lock }, password);
  return isRejection(proof) ? proof : null;
}

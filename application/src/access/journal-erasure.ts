import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { Context, Refusal } from "../context.ts";
import type { Application } from "../application.ts";
import { provePassword } from "./lock-password.ts";

/** The password that erasing a locked journal needs. */
export type ErasureProof = { readonly plain_password?: string | undefined };

/** Checks that a journal may be erased: a locked one, even while it is open, only with its password. */
export async function mayErase(
  app: Application,
  context: Pick<Context, "actor" | "caller">,
  journalId: number,
  { plain_password: password }: ErasureProof,
): Promise<Refusal | null> {
  const lock = await app.locks.readLock(streamOf.journal(journalId));
  if (!lock) return null;
  if (password === undefined) {
    const message = "This journal is locked. Deleting it for ever needs its password.";
    return reject("wrong_password", message, { plain_password: message });
  }
  const proof = await provePassword(app, context, { what: "journal", lock }, password);
  return isRejection(proof) ? proof : null;
}

import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { provePassword } from "./lock-password.ts";

/** What needs the password of a journal's lock, as the refusal names it. */
const actions = {
  eraseJournal: "Deleting it forever",
  eraseEntries: "Deleting its entries forever",
  moveEntries: "Moving its entries to another journal",
} as const;

/** An action that needs the password of a journal's lock, and the password as a person typed it. */
export type ActionWithPassword = {
  readonly action: keyof typeof actions;
  readonly password: string | undefined;
};

/**
 * Refuses an action without the right password of the journal's lock, even while the lock is open: somebody at an unattended tab must not
 * destroy what the lock protects, or move it out of the journal. A journal without a lock needs no password.
 */
export async function refuseWithoutPassword(
  app: Application,
  context: Pick<Context, "actor" | "caller">,
  journalId: number,
  { action, password }: ActionWithPassword,
): Promise<Refusal | null> {
  const lock = await app.locks.readLock(streamOf.journal(journalId));
  if (!lock) return null;
  if (password === undefined) {
    const message = `This journal has a lock. ${actions[action]} needs its password.`;
    return reject("wrong_password", message, { plain_password: message });
  }
  const proof = await provePassword(app, context, { lockedKind: "journal", lock }, password);
  return isRejection(proof) ? proof : null;
}

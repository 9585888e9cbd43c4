import { lockTypes } from "@daybook/domain/contract/lock-types";
import { reject } from "@daybook/domain/kernel/rejection";
import { unlockPurpose } from "@daybook/platform/identity/links";
import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { recordRemoval } from "./remove-lock.ts";
import type { LockTarget } from "./lock-target.ts";

const unlockLinkMs = 60 * 60_000;

/** Refuses a target without a password lock: a mailed link cannot decrypt what an encryption lock protects. */
function refuseWithoutPasswordLock({ lock, kind: lockedKind }: LockTarget): Refusal | null {
  if (!lock) return reject("invalid", `This ${lockedKind} has no lock.`);
  if (lock.type === lockTypes.password) return null;
  return reject(
    "invalid",
    "No mail can open an encrypted journal: without its password or its recovery code nobody can read it, not even us.",
  );
}

/**
 * Mails the actor a link that removes a password lock.
 *
 * @param ids the locked journal with `entryId` `null`, or the locked entry with its journal; the URL of the link contains them
 */
export async function requestUnlockLink(
  app: Application,
  { actor: { userId }, command }: Context,
  target: LockTarget,
  ids: { readonly journalId: number; readonly entryId: number | null },
): Promise<Refusal | null> {
  if (command.completed) return null;
  const refusal =
    refuseWithoutPasswordLock(target) ??
    (await limitTries(app, limits.mailRequestsOfAccount, `unlock ${userId}`));
  if (refusal) return refusal;
  const [preferredLinkId, mailId] = command.ids;
  const linkId = await app.links.create({
    id: preferredLinkId,
    userId,
    purpose: unlockPurpose(target.stream),
    forMs: unlockLinkMs,
  });
  await app.mail({ id: mailId, userId, template: "unlock_link", params: { linkId, ...ids } }, command);
  return null;
}

/** Removes a password lock by the token of a mailed link, which works once. */
export async function removeLockByLink(
  app: Application,
  context: Context,
  target: LockTarget,
  token: string,
): Promise<Refusal | null> {
  const { command, caller } = context;
  const { userId } = context.actor;
  if (command.completed) return null;
  const limitRefusal = await limitTries(app, limits.codeFromIp, caller.ip);
  if (limitRefusal) return limitRefusal;
  const lock = await app.locks.readLock(target.stream);
  // A concurrent run of the same command may have removed the lock already.
  if (!lock && command.repeated) return recordRemoval(app, context, target, null, "link");
  const lockRefusal = refuseWithoutPasswordLock(target);
  if (lockRefusal) return lockRefusal;
  const usedLink = await app.links.use(unlockPurpose(target.stream), token, {
    userId,
    commandId: command.commandId,
  });
  if (!usedLink || !lock || !(await app.locks.remove(lock, null, "link")))
    return reject(
      "wrong_code",
      "That link is invalid. It may be too old, or used already; ask for a new one.",
    );
  await app.links.revokeAll(userId, [unlockPurpose(target.stream)]);
  return recordRemoval(app, context, target, lock, "link");
}

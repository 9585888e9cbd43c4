import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { toUnlock } from "@daybook/platform/privacy/links";
import { removalOf } from "@daybook/platform/privacy/locks";
import type { Refusal } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import { limits, tooMany } from "../../policies/limits.ts";
import type { LockCall } from "./change-lock.ts";
import type { Lockable } from "./lockable.ts";

const linkFor = 60 * 60_000;

/** Only the server's own check can be left out; what a password has encrypted, no link opens. */
function refuseWithoutLock({ lock, what }: Lockable): Refusal | null {
  if (!lock) return reject("invalid", `This ${what} has no lock.`);
  if (lock.type === 2) return null;
  return reject(
    "invalid",
    "No mail can open an encrypted journal: without its password or its recovery code nobody can read it, not even we.",
  );
}

/** Mails a link that takes a password lock off. */
export async function mailUnlockLink(
  deps: ApiDeps,
  { actor: { userId }, act }: LockCall,
  target: Lockable,
  ids: { journalId: number; entryId: number | null },
): Promise<Refusal | null> {
  const refused =
    refuseWithoutLock(target) ?? (await tooMany(deps, limits.mailOfSession, `unlock ${userId}`));
  if (refused) return refused;
  const [linkId, mailId] = act.ids;
  await deps.links.open({ id: linkId, userId, purpose: toUnlock(target.stream), forMs: linkFor });
  await deps.mail({ id: mailId, userId, template: "unlock_link", params: { linkId, ...ids } });
  return null;
}

/** Takes a password lock off by the token of a mailed link, which works once. */
export async function useUnlockLink(
  deps: ApiDeps,
  { actor: { userId }, act, caller }: LockCall,
  target: Lockable,
  token: string,
): Promise<Refusal | null> {
  const limited = await tooMany(deps, limits.codeFromAddress, caller.ip);
  if (limited) return limited;
  const invalid = () =>
    reject("wrong_code", "That link is invalid. It may be too old, or used already; ask for a new one.");
  const lock = await deps.locks.readLock(target.stream);
  // Sent twice, the second finds it done.
  if (!lock && act.repeated) return target.record(act, { fact: "removed", by: "link" });
  const refused = refuseWithoutLock(target);
  if (refused) return refused;
  const used = await deps.links.use(toUnlock(target.stream), token, { userId });
  if (!used || !lock || !(await deps.locks.remove(lock, null, "link"))) return invalid();
  await deps.links.revokeAll(userId, [toUnlock(target.stream)]);
  const unrecorded = await target.record(act, { fact: "removed", by: "link" });
  await deps.locks.told(target.stream, removalOf(lock));
  return isRejection(unrecorded) ? unrecorded : null;
}

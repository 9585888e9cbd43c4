import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Journal } from "@daybook/domain/contract/journals";
import type { Actor, Refusal } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { journalOutside } from "../../policies/journal-access.ts";
import { presentJournal } from "../../presenters/journal.ts";
import { changeLock, type LockCall, type Once, setAutoLock } from "./change-lock.ts";
import type { LockForm } from "./lock-form.ts";
import { lockableJournal } from "./lockable.ts";
import { mailUnlockLink, useUnlockLink } from "./unlock-links.ts";

/** The journal as it looks now, for a request that may just have got a token. */
async function journalNow(
  deps: ApiDeps,
  actor: Actor,
  journalId: number,
  token?: string,
): Promise<Journal | Refusal> {
  const tokens = token === undefined ? [] : [token];
  const opening = await deps.locks.openingOf(actor.userId, actor.lineage, tokens);
  const keys = new Map([...actor.opening.keys, ...opening.keys]);
  const journal = await journalOutside(deps, { ...actor, opening: { ...opening, keys } }, journalId);
  return isRejection(journal) ? journal : presentJournal(journal, journal.clearName);
}

/** Carries out the part of a PUT that is about a journal's lock. */
export async function changeJournalLock(
  deps: ApiDeps,
  call: LockCall,
  journalId: number,
  form: LockForm,
): Promise<({ journal: Journal } & Once) | Refusal> {
  const target = await lockableJournal(deps, call.actor, journalId);
  if (isRejection(target)) return target;
  const once = await changeLock(deps, call, target, form);
  if (isRejection(once)) return once;
  const closed = form.kind === "set" || form.kind === "close";
  const actor = closed ? withoutKeys(call.actor) : call.actor;
  const journal = await journalNow(deps, actor, journalId, once.unlock_token);
  return isRejection(journal) ? journal : { journal, ...once };
}

/** After a lock was closed, the keys that the request came with open nothing any more. */
const withoutKeys = (actor: Actor): Actor => ({
  ...actor,
  opening: { ...actor.opening, keys: new Map() },
});

/** The calls about a journal's lock, beside its PUT. */
export function mountJournalLocks(mount: Mount, deps: ApiDeps): void {
  mount("disableAutoLock", async ({ actor, params, act }) => {
    const target = await lockableJournal(deps, actor, params.journalId);
    if (isRejection(target)) return target;
    const changed = await setAutoLock(deps, act, target, false);
    if (isRejection(changed)) return changed;
    const journal = await journalNow(deps, actor, params.journalId);
    return isRejection(journal) ? journal : { status: 200, body: { journal } };
  });

  mount("requestUnlockLink", async ({ params, ...call }) => {
    const { journalId } = params;
    const target = await lockableJournal(deps, call.actor, journalId);
    if (isRejection(target)) return target;
    return (await mailUnlockLink(deps, call, target, { journalId, entryId: null })) ?? { status: 204 };
  });

  mount("unlockByLink", async ({ params, body, ...call }) => {
    const target = await lockableJournal(deps, call.actor, params.journalId);
    if (isRejection(target)) return target;
    const refused = await useUnlockLink(deps, call, target, body.token);
    if (refused) return refused;
    const journal = await journalNow(deps, call.actor, params.journalId);
    return isRejection(journal) ? journal : { status: 200, body: { journal } };
  });
}

import type { Entry } from "@daybook/domain/contract/entries";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Refusal } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { type EntryPath, entryOutside } from "../../policies/entry-access.ts";
import { activeJournal } from "../../policies/journal-access.ts";
import { type Asker, entryReply } from "../entry-reply.ts";
import { changeLock, type LockCall } from "./change-lock.ts";
import type { LockForm } from "./lock-form.ts";
import { lockableEntry } from "./lockable.ts";
import { mailUnlockLink, useUnlockLink } from "./unlock-links.ts";

/** The entry as it looks now: whole when it is open for this session, else its title and hint. */
async function entryNow(deps: ApiDeps, asker: Asker, path: EntryPath): Promise<Entry | Refusal> {
  const { actor } = asker;
  const [journal, entry] = await Promise.all([
    activeJournal(deps, actor, path.journalId),
    entryOutside(deps, actor, path),
  ]);
  if (isRejection(journal)) return journal;
  if (isRejection(entry)) return entry;
  const { state, lock, hintKey: key } = entry;
  return entryReply(deps, asker, journal, { entryId: path.entryId, state, key, lock });
}

/** Carries out the part of a PUT that is about an entry's lock. */
export async function changeEntryLock(
  deps: ApiDeps,
  call: LockCall & Asker,
  path: EntryPath,
  form: LockForm,
): Promise<{ entry: Entry } | Refusal> {
  const target = await lockableEntry(deps, call.actor, path);
  if (isRejection(target)) return target;
  const once = await changeLock(deps, call, target, form);
  if (isRejection(once)) return once;
  const entry = await entryNow(deps, call, path);
  return isRejection(entry) ? entry : { entry };
}

/** The calls about an entry's lock, beside its PUT. */
export function mountEntryLocks(mount: Mount, deps: ApiDeps): void {
  mount("requestEntryUnlockLink", async ({ params, ...call }) => {
    const target = await lockableEntry(deps, call.actor, params);
    if (isRejection(target)) return target;
    return (await mailUnlockLink(deps, call, target, params)) ?? { status: 204 };
  });

  mount("unlockEntryByLink", async ({ params, body, ...call }) => {
    const target = await lockableEntry(deps, call.actor, params);
    if (isRejection(target)) return target;
    const refused = await useUnlockLink(deps, call, target, body.token);
    if (refused) return refused;
    const entry = await entryNow(deps, call, params);
    return isRejection(entry) ? entry : { status: 200, body: { entry } };
  });
}

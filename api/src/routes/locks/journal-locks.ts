import type { Application } from "@daybook/application/application";
import {
  disableAutoLock,
  removeJournalLockByLink,
  requestJournalUnlockLink,
} from "@daybook/application/locks/journal-lock";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Mount } from "../../http/mount.ts";
import { presentJournal } from "../../presenters/journal.ts";

/** Calls about a journal's lock. `updateJournal` can change the lock too. An unlock link removes the lock. */
export function mountJournalLocks(mount: Mount, app: Application): void {
  mount("disableAutoLock", async ({ params, ...context }) => {
    const journal = await disableAutoLock(app, context, params.journalId);
    if (isRejection(journal)) return journal;
    return { status: 200, body: { journal: presentJournal(journal) } };
  });

  mount("requestUnlockLink", async ({ params, ...context }) => {
    return (await requestJournalUnlockLink(app, context, params.journalId)) ?? { status: 204 };
  });

  mount("unlockByLink", async ({ params, body, ...context }) => {
    const { journalId } = params;
    const journal = await removeJournalLockByLink(app, context, { journalId, token: body.token });
    if (isRejection(journal)) return journal;
    return { status: 200, body: { journal: presentJournal(journal) } };
  });
}

import type { Application } from "@daybook/application/application";
import { removeEntryLockByLink, requestEntryUnlockLink } from "@daybook/application/locks/entry-lock";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Mount } from "../../http/mount.ts";
import { presentEntry } from "../../presenters/entry.ts";

/** Calls about the mailed link that removes an entry's lock. Other changes of the lock are part of `updateEntry`. */
export function mountEntryLocks(mount: Mount, app: Application): void {
  mount("requestEntryUnlockLink", async ({ params, ...context }) => {
    return (await requestEntryUnlockLink(app, context, params)) ?? { status: 204 };
  });

  mount("unlockEntryByLink", async ({ params, body, origin, ...context }) => {
    const entry = await removeEntryLockByLink(app, context, { ...params, token: body.token });
    return isRejection(entry) ? entry : { status: 200, body: { entry: presentEntry(entry, origin) } };
  });
}

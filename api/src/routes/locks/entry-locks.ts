import type { Application } from "@daybook/application/application";
import { requestEntryUnlockLink, unlockEntryByLink } from "@daybook/application/locks/entry-lock";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Mount } from "../../http/mount.ts";
import { presentEntry } from "../../presenters/entry.ts";

/** Calls about an entry's lock. `updateEntry` sets it, and opens, closes or removes it with its password. */
export function mountEntryLocks(mount: Mount, app: Application): void {
  mount("requestEntryUnlockLink", async ({ params, ...context }) => {
    return (await requestEntryUnlockLink(app, context, params)) ?? { status: 204 };
  });

  mount("unlockEntryByLink", async ({ params, body, origin, ...context }) => {
    const entry = await unlockEntryByLink(app, context, { ...params, token: body.token });
    return isRejection(entry) ? entry : { status: 200, body: { entry: presentEntry(entry, origin) } };
  });
}

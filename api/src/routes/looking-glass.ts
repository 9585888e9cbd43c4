import type { Application } from "@daybook/application/application";
import { disableLookingGlass, excludeFromLookingGlass } from "@daybook/application/looking-glass/opt-out";
import { switchJournalLookingGlass } from "@daybook/application/looking-glass/switch-journal";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Mount } from "../http/mount.ts";
import { presentJournal } from "../presenters/journal.ts";

/** The calls of Looking Glass. The last two need no session, because mailed links use them. */
export function mountLookingGlass(mount: Mount, app: Application): void {
  mount("toggleLookingGlass", async ({ params, body, ...context }) => {
    const { looking_glass_status: status } = body;
    const shouldBeOn = status === undefined ? undefined : status === "On";
    const journal = await switchJournalLookingGlass(app, context, params.journalId, shouldBeOn);
    return isRejection(journal) ? journal : { status: 200, body: { journal: presentJournal(journal) } };
  });

  mount(
    "disableLookingGlass",
    async ({ params, ...context }) =>
      (await disableLookingGlass(app, context, params.userSlug)) ?? { status: 204 },
  );

  mount("excludeFromLookingGlass", async ({ params: { entryId }, body, ...context }) => {
    const exclusion = { entryId, formEntryId: body.eid, userSlug: body.user_slug };
    return (await excludeFromLookingGlass(app, context, exclusion)) ?? { status: 204 };
  });
}

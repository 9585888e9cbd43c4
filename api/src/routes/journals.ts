import type { Application } from "@daybook/application/application";
import { createJournal } from "@daybook/application/journals/create-journal";
import { deleteJournal } from "@daybook/application/journals/delete-journal";
import { listJournals } from "@daybook/application/journals/list-journals";
import { readJournal } from "@daybook/application/journals/read-journal";
import { updateJournal } from "@daybook/application/journals/update-journal";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Mount } from "../http/mount.ts";
import { presentJournal } from "../presenters/journal.ts";
import { presentUpdatedJournal } from "../presenters/updated-journal.ts";
import { readLockChange } from "./locks/read-lock-change.ts";

/** The calls of journals. */
export function mountJournals(mount: Mount, app: Application): void {
  mount("listJournals", async ({ query, ...context }) => {
    const journals = await listJournals(app, context, query);
    return {
      status: 200,
      body: { journals: journals.map((journal) => ({ journal: presentJournal(journal) })) },
    };
  });

  mount("getJournal", async ({ params, ...context }) => {
    const journal = await readJournal(app, context, params.journalId);
    return isRejection(journal) ? journal : { status: 200, body: { journal: presentJournal(journal) } };
  });

  mount("createJournal", async ({ body, ...context }) => {
    const journal = await createJournal(app, context, body);
    return isRejection(journal) ? journal : { status: 201, body: { journal: presentJournal(journal) } };
  });

  mount("updateJournal", async ({ params, body, ...context }) => {
    const { name, restore = false } = body;
    const update = { name, restore, lockChange: readLockChange(body) };
    const result = await updateJournal(app, context, params.journalId, update);
    return isRejection(result) ? result : { status: 200, body: presentUpdatedJournal(result) };
  });

  mount("deleteJournal", async ({ params: { journalId }, query, body, ...context }) => {
    const { permanent = false } = query;
    return (
      (await deleteJournal(app, context, { journalId, permanent, password: body.plain_password })) ?? {
        status: 204,
      }
    );
  });
}

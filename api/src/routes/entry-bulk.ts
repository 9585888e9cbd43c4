import type { Application } from "@daybook/application/application";
import {
  deleteManyEntries,
  moveManyEntries,
  restoreManyEntries,
} from "@daybook/application/entries/change-many-entries";
import { listEntriesAsOf, restoreMissing } from "@daybook/application/entries/entries-as-of";
import { findOperation } from "@daybook/application/entries/start-operation";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Call } from "../context.ts";
import type { Mount } from "../http/mount.ts";
import { presentEntryList } from "../presenters/entry.ts";
import { presentBulk, presentOperation } from "../presenters/operation.ts";

type BulkCall = Pick<Call<"moveEntries" | "deleteEntries" | "restoreEntries">, "params" | "body">;

const selectionOf = ({ params, body }: BulkCall) => ({
  journalId: params.journalId,
  entryIds: body.entry_ids,
  all: body.all_entries,
  view: body.view,
  // when the list that the user chose from was loaded
  inJournalAt: body.since,
  password: body.plain_password,
});

/**
 * The calls that change many entries, and the call that returns the state of such an operation. Also the calls that list and restore
 * the entries that a journal had at an earlier time.
 */
export function mountEntryBulk(mount: Mount, app: Application): void {
  mount("moveEntries", async (call) => {
    const input = { ...selectionOf(call), toJournalId: call.body.new_journal_id };
    const result = await moveManyEntries(app, call, input);
    return isRejection(result) ? result : presentBulk(result);
  });

  mount("deleteEntries", async (call) => {
    const permanent = call.query.permanent ?? call.body.permanent ?? false;
    const result = await deleteManyEntries(app, call, { ...selectionOf(call), permanent });
    return isRejection(result) ? result : presentBulk(result);
  });

  mount("restoreEntries", async (call) => {
    const input = { ...selectionOf(call), toJournalId: call.body.new_journal_id };
    const result = await restoreManyEntries(app, call, input);
    return isRejection(result) ? result : presentBulk(result);
  });

  mount("getOperation", async ({ params, query, ...context }) => {
    const operation = await findOperation(app, context, params.operationId, query.token);
    if (isRejection(operation)) return operation;
    return { status: 200, body: { operation: presentOperation(operation) } };
  });

  mount("listEntriesAsOf", async ({ params, query, origin, ...context }) => {
    const page = await listEntriesAsOf(app, context, { ...params, ...query });
    return isRejection(page) ? page : { status: 200, body: presentEntryList(page, origin) };
  });

  mount("restoreMissing", async ({ params, body, ...context }) => {
    const result = await restoreMissing(app, context, { ...params, ...body });
    return isRejection(result) ? result : presentBulk(result);
  });
}

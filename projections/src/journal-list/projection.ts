import { type JournalRow, readModels } from "@daybook/read-models/tables";
import { defineProjection, ignored, MissingRow, type RowsView } from "../core/define-projection.ts";

const { journals } = readModels["journal-list"].tables;

function change(rows: RowsView<typeof journals>, id: number, changed: Partial<JournalRow>): void {
  const journal = rows.get({ id });
  if (!journal) throw new MissingRow(journals.name);
  rows.put({ ...journal, ...changed });
}

/** A person's journals, for their index. */
export const journalList = defineProjection(readModels["journal-list"], {
  keys: ({ data }) => ("journalId" in data ? { journals: [{ id: data.journalId }] } : {}),
  handlers: {
    JournalCreated: ({ journals }, { journalId, accountId, name, at }) => {
      journals.put({
        id: journalId,
        userId: accountId,
        name,
        status: "active",
        createdAt: at,
        trashedAt: null,
      });
    },
    JournalRenamed: ({ journals }, { journalId, name }) => change(journals, journalId, { name }),
    JournalTrashed: ({ journals }, { journalId, at }) => {
      change(journals, journalId, { status: "trashed", trashedAt: at });
    },
    JournalRestored: ({ journals }, { journalId }) => {
      change(journals, journalId, { status: "active", trashedAt: null });
    },
    AccountOpened: ignored,
    SessionStarted: ignored,
    SessionRefreshed: ignored,
    SessionEnded: ignored,
    JournalReserved: ignored,
    JournalReleased: ignored,
    EntryCreated: ignored,
    EntryRevised: ignored,
    EntryVersionRestored: ignored,
    EntryRedated: ignored,
    EntryStarred: ignored,
    EntryUnstarred: ignored,
    EntryTrashed: ignored,
    EntryRestored: ignored,
    EntryErased: ignored,
  },
});

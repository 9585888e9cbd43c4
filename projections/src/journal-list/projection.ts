import { accountEvents } from "@daybook/domain/account/events";
import { entryEvents } from "@daybook/domain/entry/events";
import { initialComposeSettings } from "@daybook/domain/journal/look";
import { tagEvents } from "@daybook/domain/tag/events";
import { type JournalRow, readModels } from "@daybook/read-models/tables";
import {
  defineProjection,
  ignored,
  ignoredAll,
  MissingRow,
  type RowsView,
} from "../core/define-projection.ts";

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
    ...ignoredAll(tagEvents),
    ...ignoredAll(entryEvents),
    ...ignoredAll(accountEvents),
    JournalCreated: ({ journals }, { journalId, accountId, name, at }) => {
      journals.put({
        id: journalId,
        userId: accountId,
        name,
        status: "active",
        createdAt: at,
        trashedAt: null,
        cover: null,
        ...initialComposeSettings,
        classroom: "none",
      });
    },
    JournalRenamed: ({ journals }, { journalId, name }) => change(journals, journalId, { name }),
    JournalTrashed: ({ journals }, { journalId, at }) => {
      change(journals, journalId, { status: "trashed", trashedAt: at });
    },
    JournalRestored: ({ journals }, { journalId }) => {
      change(journals, journalId, { status: "active", trashedAt: null });
    },
    JournalCoverChosen: ({ journals }, { journalId, cover }) => change(journals, journalId, { cover }),
    JournalComposeSettingsChanged: ({ journals }, { journalId, changes }) => {
      change(journals, journalId, changes);
    },
    JournalClassroomRoleSet: ({ journals }, { journalId, role }) => {
      change(journals, journalId, { classroom: role });
    },
    // What is locked is asked of the vault, which knows it first.
    JournalLocked: ignored,
    JournalLockRemoved: ignored,
    JournalAutoLockChanged: ignored,
    JournalErased: ({ journals }, { journalId }) => journals.delete({ id: journalId }),
  },
});

import { membershipEvents } from "@daybook/domain/membership/events";
import { accountEvents } from "@daybook/domain/account/events";
import { entryEvents } from "@daybook/domain/entry/events";
import { initialComposeSettings } from "@daybook/domain/journal/appearance";
import { tagEvents } from "@daybook/domain/tag/events";
import { type JournalRow, readModels } from "@daybook/read-models/tables";
import {
  defineProjection,
  ignoreEvent,
  ignoreEvents,
  MissingRow,
  type RowsView,
} from "../core/define-projection.ts";

const { journals } = readModels["journal-list"].tables;

function updateJournal(rows: RowsView<typeof journals>, id: number, changes: Partial<JournalRow>): void {
  const journal = rows.get({ id });
  if (!journal) throw new MissingRow(journals.name);
  rows.put({ ...journal, ...changes });
}

/** Journals with their covers and settings. */
export const journalList = defineProjection(readModels["journal-list"], {
  keys: ({ data }) => ("journalId" in data ? { journals: [{ id: data.journalId }] } : {}),
  handlers: {
    ...ignoreEvents(membershipEvents),
    ...ignoreEvents(tagEvents),
    ...ignoreEvents(entryEvents),
    ...ignoreEvents(accountEvents),
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
        lookingGlass: true,
      });
    },
    JournalRenamed: ({ journals }, { journalId, name }) => updateJournal(journals, journalId, { name }),
    JournalTrashed: ({ journals }, { journalId, at }) => {
      updateJournal(journals, journalId, { status: "trashed", trashedAt: at });
    },
    JournalRestored: ({ journals }, { journalId }) => {
      updateJournal(journals, journalId, { status: "active", trashedAt: null });
    },
    JournalHidden: ({ journals }, { journalId }) => updateJournal(journals, journalId, { status: "hidden" }),
    JournalShown: ({ journals }, { journalId }) => updateJournal(journals, journalId, { status: "active" }),
    JournalCoverChosen: ({ journals }, { journalId, cover }) => updateJournal(journals, journalId, { cover }),
    JournalComposeSettingsChanged: ({ journals }, { journalId, changes }) => {
      updateJournal(journals, journalId, changes);
    },
    JournalClassroomRoleSet: ({ journals }, { journalId, role }) => {
      updateJournal(journals, journalId, { classroom: role });
    },
    // Locks are read from the vault, which is always up to date.
    JournalLocked: ignoreEvent,
    JournalLockRemoved: ignoreEvent,
    JournalAutoLockChanged: ignoreEvent,
    JournalLookingGlassSwitched: ({ journals }, { journalId, on }) => {
      updateJournal(journals, journalId, { lookingGlass: on });
    },
    // Reminders are read from the journal's stream.
    ReminderAdded: ignoreEvent,
    ReminderRemoved: ignoreEvent,
    JournalErased: ({ journals }, { journalId }) => journals.delete({ id: journalId }),
  },
});

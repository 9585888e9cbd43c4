import type { Decider } from "../kernel/decider.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { reject } from "../kernel/rejection.ts";
import type { JournalEvent } from "./events.ts";

/** A journal, folded. */
export type Journal = {
  readonly status: "none" | "active" | "trashed";
  readonly accountId: number;
  readonly nameTag: string;
};

/** What may be asked of a journal. */
export type JournalCommand =
  | { type: "CreateJournal"; data: DataOf<JournalEvent, "JournalCreated"> }
  | { type: "RenameJournal"; data: DataOf<JournalEvent, "JournalRenamed"> }
  | { type: "TrashJournal"; data: DataOf<JournalEvent, "JournalTrashed"> }
  | { type: "RestoreJournal"; data: DataOf<JournalEvent, "JournalRestored"> };

/** The rules of a journal. Whether its owner may have it is decided by the account. */
export const journalDecider: Decider<JournalCommand, JournalEvent, Journal> = {
  initialState: { status: "none", accountId: 0, nameTag: "" },

  decide(command, journal) {
    if (command.type === "CreateJournal") {
      if (journal.status === "none") return [{ type: "JournalCreated", data: command.data }];
      return reject("id_taken", "Please try that again.");
    }
    if (journal.status === "none") return reject("not_found", "There is no such journal.");
    switch (command.type) {
      case "RenameJournal":
        if (journal.status === "trashed") {
          return reject("journal_trashed", "This journal is in the trash. Bring it back first.");
        }
        if (journal.nameTag === command.data.nameTag) return [];
        return [{ type: "JournalRenamed", data: command.data }];
      case "TrashJournal":
        return journal.status === "trashed" ? [] : [{ type: "JournalTrashed", data: command.data }];
      case "RestoreJournal":
        return journal.status === "active" ? [] : [{ type: "JournalRestored", data: command.data }];
    }
  },

  evolve: {
    JournalCreated: (_journal, { accountId, nameTag }) => ({ status: "active", accountId, nameTag }),
    JournalRenamed: (journal, { nameTag }) => ({ ...journal, nameTag }),
    JournalTrashed: (journal) => ({ ...journal, status: "trashed" }),
    JournalRestored: (journal) => ({ ...journal, status: "active" }),
  },
};

import { z } from "zod";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { sealed } from "../kernel/sealed.ts";

const at = z.string();
const name = sealed("journal.name");
/** A keyed tag of the name, so that "nothing changed" is decided without reading it. */
const nameTag = z.string();

/** What happens to a journal. Trashing keeps its keys; its entries are hidden with it. */
export const journalEvents = {
  JournalCreated: event({ journalId: Id, accountId: Id, name, nameTag, at }),
  JournalRenamed: event({ journalId: Id, name, nameTag, at }),
  JournalTrashed: event({ journalId: Id, at }),
  JournalRestored: event({ journalId: Id, at }),
};

/** See {@link journalEvents}. */
export type JournalEvent = EventOf<typeof journalEvents>;

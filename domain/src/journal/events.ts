import { z } from "zod";
import { classroomRoles, covers } from "../contract/appearance-values.ts";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { sealed } from "../kernel/sealed.ts";
import { composeSettings } from "./compose-settings.ts";

const at = z.string();
const name = sealed("journal.name");
/** A keyed tag of the name, so that "nothing changed" is decided without reading it. */
const nameTag = z.string();
/** 2: a password that the server asks for; 3: a password without which nobody opens the text. */
const lockType = z.union([z.literal(2), z.literal(3)]);
const hint = sealed("journal.password_hint");

/** What happens to a journal. Trashing keeps its keys; its entries are hidden with it. */
export const journalEvents = {
  JournalCreated: event({ journalId: Id, accountId: Id, name, nameTag, at }),
  JournalRenamed: event({ journalId: Id, name, nameTag, at }),
  JournalTrashed: event({ journalId: Id, at }),
  JournalRestored: event({ journalId: Id, at }),
  /** Its key, and those of its entries, are deleted with it. */
  JournalErased: event({ journalId: Id, at }),
  JournalCoverChosen: event({ journalId: Id, cover: z.enum(covers), at }),
  /** It carries only what changed. */
  JournalComposeSettingsChanged: event({ journalId: Id, changes: composeSettings.partial(), at }),
  /** An operator makes a journal part of a class, or takes it out. */
  JournalClassroomRoleSet: event({ journalId: Id, role: z.enum(classroomRoles), at }),
  /** A lock was set, or set anew with another password. What opens it stands in the vault alone. */
  JournalLocked: event({ journalId: Id, lockType, hint, remember: z.boolean(), auto: z.boolean(), at }),
  JournalLockRemoved: event({ journalId: Id, by: z.enum(["owner", "link"]), at }),
  JournalAutoLockChanged: event({ journalId: Id, auto: z.boolean(), at }),
};

/** See {@link journalEvents}. */
export type JournalEvent = EventOf<typeof journalEvents>;

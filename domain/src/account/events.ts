import { z } from "zod";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { sealed } from "../kernel/sealed.ts";

const at = z.string();
const sessionId = Id;

/** What happens to an account: its opening, its sessions, and the journals it owns. */
export const accountEvents = {
  AccountOpened: event({
    accountId: Id,
    email: sealed("account.email"),
    firstName: sealed("account.first_name"),
    lastName: sealed("account.last_name"),
    receiveMarketingEmails: z.boolean(),
    timezone: z.string(),
    at,
  }),
  SessionStarted: event({
    sessionId,
    ip: sealed("account.session_ip"),
    userAgent: sealed("account.session_user_agent"),
    at,
  }),
  SessionRefreshed: event({ sessionId, replaces: sessionId, at }),
  SessionEnded: event({ sessionId, reason: z.enum(["logout", "revoked"]), at }),
  /** The account stream is where "a free account has one journal" is decided; a reservation comes before the journal. */
  JournalReserved: event({ journalId: Id, at }),
  JournalReleased: event({ journalId: Id, at }),
};

/** See {@link accountEvents}. */
export type AccountEvent = EventOf<typeof accountEvents>;

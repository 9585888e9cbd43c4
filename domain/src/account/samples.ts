import type { EventOf } from "../kernel/define-events.ts";
import { sampleIds, sampleSealed, sampleTime } from "../kernel/sample-values.ts";
import type { accountEvents } from "./events.ts";

type Samples = {
  [K in keyof typeof accountEvents]: Extract<EventOf<typeof accountEvents>, { type: K }>;
};

/** One canonical event of each type, in an order that could have happened. */
export const accountSamples: Samples = {
  AccountOpened: {
    type: "AccountOpened",
    data: {
      accountId: sampleIds.account,
      email: sampleSealed("email"),
      firstName: sampleSealed("first_name"),
      lastName: sampleSealed("last_name"),
      receiveMarketingEmails: false,
      timezone: "Europe/London",
      at: sampleTime(0),
    },
  },
  SessionStarted: {
    type: "SessionStarted",
    data: {
      sessionId: sampleIds.session,
      ip: sampleSealed("ip"),
      userAgent: sampleSealed("user_agent"),
      at: sampleTime(1),
    },
  },
  JournalReserved: { type: "JournalReserved", data: { journalId: sampleIds.journal, at: sampleTime(2) } },
  SessionRefreshed: {
    type: "SessionRefreshed",
    data: { sessionId: sampleIds.session + 1, replaces: sampleIds.session, at: sampleTime(3) },
  },
  SessionEnded: {
    type: "SessionEnded",
    data: { sessionId: sampleIds.session + 1, reason: "logout", at: sampleTime(4) },
  },
  JournalReleased: { type: "JournalReleased", data: { journalId: sampleIds.journal, at: sampleTime(5) } },
};

import type { DomainEvent } from "@daybook/domain/events";
import { readModels } from "@daybook/read-models/tables";
import { defineProjection, ignored, type Keys, type Place } from "../core/define-projection.ts";

const accountOf = ({ stream }: Place): number => {
  const id = Number(/^account-(\d+)$/.exec(stream)?.[1]);
  if (Number.isNaN(id)) throw new Error("an account's event stands in another stream");
  return id;
};

function keys(event: DomainEvent): Keys<typeof readModels.account.tables> {
  switch (event.type) {
    case "SessionRefreshed":
      return { accountSessions: [{ sessionId: event.data.replaces }] };
    case "SessionEnded":
      return { accountSessions: [{ sessionId: event.data.sessionId }] };
    default:
      return {};
  }
}

/** Accounts and their sessions. */
export const account = defineProjection(readModels.account, {
  keys,
  handlers: {
    AccountOpened: ({ accounts }, data) => {
      accounts.put({
        id: data.accountId,
        email: data.email,
        firstName: data.firstName,
        lastName: data.lastName,
        timezone: data.timezone,
        receiveMarketingEmails: data.receiveMarketingEmails,
        createdAt: data.at,
      });
    },
    SessionStarted: ({ accountSessions }, { sessionId, ip, userAgent, at }, place) => {
      accountSessions.put({
        sessionId,
        userId: accountOf(place),
        startedAt: at,
        endedAt: null,
        endedBy: null,
        ip,
        userAgent,
      });
    },
    SessionRefreshed: ({ accountSessions }, { sessionId, replaces, at }, place) => {
      // No rule of the account demands that the replaced session is known.
      const replaced = accountSessions.get({ sessionId: replaces });
      if (replaced) accountSessions.put({ ...replaced, endedAt: at, endedBy: "refreshed" });
      accountSessions.put({
        sessionId,
        userId: accountOf(place),
        startedAt: at,
        endedAt: null,
        endedBy: null,
        ip: replaced?.ip ?? null,
        userAgent: replaced?.userAgent ?? null,
      });
    },
    SessionEnded: ({ accountSessions }, { sessionId, reason, at }) => {
      const session = accountSessions.get({ sessionId });
      if (session) accountSessions.put({ ...session, endedAt: at, endedBy: reason });
    },
    JournalReserved: ignored,
    JournalReleased: ignored,
    JournalCreated: ignored,
    JournalRenamed: ignored,
    JournalTrashed: ignored,
    JournalRestored: ignored,
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

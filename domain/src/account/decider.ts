import type { DataOf } from "../kernel/define-events.ts";
import type { Decider } from "../kernel/decider.ts";
import { unchanged } from "../kernel/define-events.ts";
import { reject } from "../kernel/rejection.ts";
import type { AccountEvent } from "./events.ts";

/** How many active journals each tier may have. */
export const journalLimit = { free: 1 } as const;

/** An account, folded. Names and addresses stay sealed in its events. */
export type Account = {
  readonly status: "none" | "open";
  readonly tier: keyof typeof journalLimit;
  readonly timezone: string;
  /** The active journals that it owns, with the time of each reservation. */
  readonly journals: ReadonlyMap<number, string>;
};

/** What may be asked of an account. */
export type AccountCommand =
  | { type: "OpenAccount"; data: DataOf<AccountEvent, "AccountOpened"> }
  | { type: "StartSession"; data: DataOf<AccountEvent, "SessionStarted"> }
  | { type: "RefreshSession"; data: DataOf<AccountEvent, "SessionRefreshed"> }
  | { type: "EndSession"; data: DataOf<AccountEvent, "SessionEnded"> }
  | { type: "ReserveJournal"; data: DataOf<AccountEvent, "JournalReserved"> }
  | { type: "ReleaseJournal"; data: DataOf<AccountEvent, "JournalReleased"> };

/** The rules of an account; it owns the rule "a free account has one journal". */
export const accountDecider: Decider<AccountCommand, AccountEvent, Account> = {
  initialState: { status: "none", tier: "free", timezone: "UTC", journals: new Map() },

  decide(command, account) {
    if (command.type === "OpenAccount") {
      return account.status === "open" ? [] : [{ type: "AccountOpened", data: command.data }];
    }
    if (account.status === "none") return reject("not_found", "There is no such account.");
    switch (command.type) {
      case "StartSession":
        return [{ type: "SessionStarted", data: command.data }];
      case "RefreshSession":
        return [{ type: "SessionRefreshed", data: command.data }];
      case "EndSession":
        return [{ type: "SessionEnded", data: command.data }];
      case "ReserveJournal":
        if (account.journals.has(command.data.journalId)) return [];
        if (account.journals.size >= journalLimit[account.tier]) {
          return reject("pro_required", "A free account has one journal. PRO has as many as you like.");
        }
        return [{ type: "JournalReserved", data: command.data }];
      case "ReleaseJournal":
        if (!account.journals.has(command.data.journalId)) return [];
        return [{ type: "JournalReleased", data: command.data }];
    }
  },

  evolve: {
    AccountOpened: (account, { timezone }) => ({ ...account, status: "open", timezone }),
    SessionStarted: unchanged,
    SessionRefreshed: unchanged,
    SessionEnded: unchanged,
    JournalReserved: (account, { journalId, at }) => ({
      ...account,
      journals: new Map(account.journals).set(journalId, at),
    }),
    JournalReleased: (account, { journalId }) => {
      const journals = new Map(account.journals);
      journals.delete(journalId);
      return { ...account, journals };
    },
  },
};

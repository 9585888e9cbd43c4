import { initialSettings } from "@daybook/domain/account/decider";
import type { SettingsChanges } from "@daybook/domain/account/events";
import type { ActivityKind } from "@daybook/domain/contract/settings-values";
import { entryEvents } from "@daybook/domain/entry/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import { idAt } from "@daybook/domain/kernel/ids";
import { type AccountActivityRow, type AccountRow, readModels } from "@daybook/read-models/tables";
import {
  defineProjection,
  ignored,
  ignoredAll,
  MissingRow,
  type Place,
  type Views,
} from "../core/define-projection.ts";

type Tables = Views<(typeof readModels)["account"]["tables"]>;

const accountOf = ({ stream }: Place): number => {
  const id = Number(/^account-(\d+)$/.exec(stream)?.[1]);
  if (Number.isNaN(id)) throw new Error("an account's event stands in another stream");
  return id;
};

function change({ accounts }: Tables, place: Place, changed: Partial<AccountRow>): void {
  const row = accounts.get({ id: accountOf(place) });
  if (!row) throw new MissingRow("accounts");
  accounts.put({ ...row, ...changed });
}

type Origin = Partial<Pick<AccountActivityRow, "ip" | "userAgent">>;

function note(
  { accountActivities }: Tables,
  place: Place,
  kind: ActivityKind,
  data: Origin & { readonly at: string },
  sessionId: number | null = null,
): void {
  accountActivities.put({
    userId: accountOf(place),
    id: idAt(Date.parse(data.at), place.revision),
    at: data.at,
    kind,
    sessionId,
    ip: data.ip ?? null,
    userAgent: data.userAgent ?? null,
  });
}

/** Settings as columns: all are named alike, but the arranged order is a text. */
function settingColumns({ customOrder, ...changes }: SettingsChanges): Partial<AccountRow> {
  return customOrder ? { ...changes, customOrder: customOrder.join(",") } : changes;
}

/** Accounts with their settings, and what happened to them. */
export const account = defineProjection(readModels.account, {
  keys: (_event, place) => ({ accounts: [{ id: accountOf(place) }] }),
  handlers: {
    ...ignoredAll(tagEvents),
    ...ignoredAll(journalEvents),
    ...ignoredAll(entryEvents),
    AccountOpened: ({ accounts }, data) => {
      const { customOrder, ...settings } = initialSettings;
      accounts.put({
        ...settings,
        customOrder: customOrder.join(","),
        id: data.accountId,
        email: data.email,
        pendingEmail: null,
        firstName: data.firstName,
        lastName: data.lastName,
        timezone: data.timezone,
        receiveMarketingEmails: data.receiveMarketingEmails,
        createdAt: data.at,
        onboardingStep: null,
        membershipLevel: null,
        packageName: null,
        subscriptionLength: null,
        membershipExpiresAt: null,
        autoRenew: false,
      });
    },
    SessionStarted: (tables, data, place) => note(tables, place, "login", data, data.sessionId),
    SessionRefreshed: ignored,
    SessionEnded: (tables, data, place) => {
      note(tables, place, data.reason === "logout" ? "logout" : "sessions_ended", data);
    },
    SessionsRevoked: (tables, data, place) => {
      if (data.reason === "asked") note(tables, place, "sessions_ended", data);
    },
    JournalReserved: ignored,
    JournalReleased: ignored,
    ProfileChanged: (tables, data, place) => {
      change(tables, place, { firstName: data.firstName, lastName: data.lastName });
      note(tables, place, "profile_changed", data);
    },
    EmailChangeRequested: (tables, data, place) => {
      change(tables, place, { pendingEmail: data.email });
      note(tables, place, "email_change_requested", data);
    },
    EmailChanged: (tables, data, place) => {
      change(tables, place, { email: data.email, pendingEmail: null });
      note(tables, place, "email_changed", data);
    },
    PasswordResetRequested: (tables, data, place) => note(tables, place, "password_reset_requested", data),
    LoginLinkRequested: (tables, data, place) => note(tables, place, "login_link_requested", data),
    PasswordChanged: (tables, data, place) => {
      change(tables, place, { pendingEmail: null });
      note(tables, place, data.by === "reset" ? "password_reset" : "password_changed", data);
    },
    SettingsChanged: (tables, { changes }, place) => change(tables, place, settingColumns(changes)),
    OnboardingMoved: (tables, { step }, place) => change(tables, place, { onboardingStep: step }),
    OneTimeModalSeen: ignored,
    DeletionRequested: (tables, data, place) => note(tables, place, "delete_requested", data),
    MembershipGranted: (tables, data, place) => {
      change(tables, place, {
        membershipLevel: data.level,
        packageName: data.packageName,
        subscriptionLength: data.subscriptionLength,
        membershipExpiresAt: data.expiresAt,
        autoRenew: data.autoRenew,
      });
      note(tables, place, "membership_changed", data);
    },
    AutoRenewChanged: (tables, { autoRenew }, place) => change(tables, place, { autoRenew }),
    EntryShared: (tables, data, place) => note(tables, place, "share", data),
    LockOpened: (tables, data, place) => note(tables, place, "unlock", data),
    RestoreDone: (tables, data, place) => note(tables, place, "restore", data),
    AccountErased: ({ accounts, accountActivities }, _data, place) => {
      const id = accountOf(place);
      accounts.delete({ id });
      accountActivities.deleteGroup(id);
    },
  },
});

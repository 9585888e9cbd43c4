import { initialSettings } from "@daybook/domain/account/account";
import type { SettingsChanges } from "@daybook/domain/account/events";
import type { ActivityKind } from "@daybook/domain/contract/settings-values";
import { membershipEvents } from "@daybook/domain/membership/events";
import { entryEvents } from "@daybook/domain/entry/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import { idFromMoment } from "@daybook/domain/kernel/ids";
import { type AccountActivityRow, type AccountRow, readModels } from "@daybook/read-models/tables";
import {
  defineProjection,
  ignoreEvent,
  ignoreEvents,
  MissingRow,
  type StreamRevision,
  type Views,
} from "../core/define-projection.ts";

type Tables = Views<(typeof readModels)["account"]["tables"]>;

const accountIdOf = ({ stream }: StreamRevision): number => {
  const id = Number(/^account-(\d+)$/.exec(stream)?.[1]);
  if (Number.isNaN(id)) throw new Error("an account's event is in another stream");
  return id;
};

function updateAccount({ accounts }: Tables, source: StreamRevision, changes: Partial<AccountRow>): void {
  const row = accounts.get({ id: accountIdOf(source) });
  if (!row) throw new MissingRow("accounts");
  accounts.put({ ...row, ...changes });
}

type Origin = Partial<Pick<AccountActivityRow, "ip" | "userAgent">>;

function recordActivity(
  { accountActivities }: Tables,
  source: StreamRevision,
  kind: ActivityKind,
  data: Origin & { readonly at: string },
  sessionId: number | null = null,
): void {
  accountActivities.put({
    userId: accountIdOf(source),
    id: idFromMoment(Date.parse(data.at), source.revision),
    at: data.at,
    kind,
    sessionId,
    ip: data.ip ?? null,
    userAgent: data.userAgent ?? null,
  });
}

/** Converts settings to columns. The names are the same; only the custom order becomes text. */
function settingColumns({ customOrder, ...changes }: SettingsChanges): Partial<AccountRow> {
  return customOrder ? { ...changes, customOrder: customOrder.join(",") } : changes;
}

/** Accounts with settings, and their activity lists. */
export const account = defineProjection(readModels.account, {
  keys: (_event, source) => ({ accounts: [{ id: accountIdOf(source) }] }),
  handlers: {
    ...ignoreEvents(membershipEvents),
    ...ignoreEvents(tagEvents),
    ...ignoreEvents(journalEvents),
    ...ignoreEvents(entryEvents),
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
    SessionStarted: (tables, data, source) => recordActivity(tables, source, "login", data, data.sessionId),
    SessionRefreshed: ignoreEvent,
    SessionEnded: (tables, data, source) => {
      recordActivity(tables, source, data.reason === "logout" ? "logout" : "sessions_ended", data);
    },
    SessionsRevoked: (tables, data, source) => {
      if (data.reason === "asked") recordActivity(tables, source, "sessions_ended", data);
    },
    JournalReserved: ignoreEvent,
    JournalReleased: ignoreEvent,
    ProfileChanged: (tables, data, source) => {
      updateAccount(tables, source, { firstName: data.firstName, lastName: data.lastName });
      recordActivity(tables, source, "profile_changed", data);
    },
    EmailChangeRequested: (tables, data, source) => {
      updateAccount(tables, source, { pendingEmail: data.email });
      recordActivity(tables, source, "email_change_requested", data);
    },
    EmailChanged: (tables, data, source) => {
      updateAccount(tables, source, { email: data.email, pendingEmail: null });
      recordActivity(tables, source, "email_changed", data);
    },
    PasswordResetRequested: (tables, data, source) =>
      recordActivity(tables, source, "password_reset_requested", data),
    LoginLinkRequested: (tables, data, source) =>
      recordActivity(tables, source, "login_link_requested", data),
    PasswordChanged: (tables, data, source) => {
      updateAccount(tables, source, { pendingEmail: null });
      recordActivity(tables, source, data.by === "reset" ? "password_reset" : "password_changed", data);
    },
    SettingsChanged: (tables, { changes }, source) => updateAccount(tables, source, settingColumns(changes)),
    OnboardingMoved: (tables, { step }, source) => updateAccount(tables, source, { onboardingStep: step }),
    OneTimeModalSeen: ignoreEvent,
    DeletionRequested: (tables, data, source) => recordActivity(tables, source, "delete_requested", data),
    MembershipGranted: (tables, data, source) => {
      updateAccount(tables, source, {
        membershipLevel: data.level,
        packageName: data.packageName,
        subscriptionLength: data.subscriptionLength,
        membershipExpiresAt: data.expiresAt,
        autoRenew: data.autoRenew,
      });
      recordActivity(tables, source, "membership_changed", data);
    },
    MembershipEnded: (tables, data, source) => {
      updateAccount(tables, source, {
        membershipLevel: null,
        packageName: null,
        subscriptionLength: null,
        membershipExpiresAt: null,
        autoRenew: false,
      });
      recordActivity(tables, source, "membership_changed", data);
    },
    AutoRenewChanged: (tables, { autoRenew }, source) => updateAccount(tables, source, { autoRenew }),
    EntryShared: (tables, data, source) => recordActivity(tables, source, "share", data),
    LockOpened: (tables, data, source) => recordActivity(tables, source, "unlock", data),
    RestoreDone: (tables, data, source) => recordActivity(tables, source, "restore", data),
    LockRemoved: (tables, data, source) => recordActivity(tables, source, "lock_removed", data),
    PublicLinkChanged: (tables, data, source) =>
      recordActivity(tables, source, data.isPublic ? "publish" : "unpublish", data),
    AccountErased: ({ accounts, accountActivities }, _data, source) => {
      const id = accountIdOf(source);
      accounts.delete({ id });
      accountActivities.deleteGroup(id);
    },
  },
});

import type {
  ActivityKind,
  DateFormat,
  JournalOrder,
  OnboardingStep,
  UiTheme,
} from "@daybook/domain/contract/settings-values";
import { bigint, defineTable, flag, instant, integer, nullable, sealedText, text } from "../define-table.ts";

/** Accounts, as their settings and their tier are read. */
export const accounts = defineTable({
  name: "accounts",
  access: "rows",
  columns: {
    id: bigint,
    email: sealedText("account.email"),
    /** A new address whose mailed link was not opened yet. */
    pendingEmail: nullable(sealedText("account.email")),
    firstName: sealedText("account.first_name"),
    lastName: sealedText("account.last_name"),
    createdAt: instant,
    dateFormat: text<DateFormat>(),
    timezone: text(),
    journalOrder: text<JournalOrder>(),
    /** Ids of journals, separated by commas, as the person arranged them. */
    customOrder: text(),
    receiveShares: flag,
    receiveMarketingEmails: flag,
    showPodcast: flag,
    autoLogout: integer,
    uiTheme: text<UiTheme>(),
    onboardingStep: nullable(text<OnboardingStep>()),
    membershipLevel: nullable(text<"pro" | "plus">()),
    packageName: nullable(text()),
    subscriptionLength: nullable(integer),
    membershipExpiresAt: nullable(instant),
    autoRenew: flag,
  },
  primaryKey: ["id"],
});

/** What an account's owner sees of what happened to it, and where each session was started. */
export const accountActivities = defineTable({
  name: "account_activities",
  access: "blind",
  columns: {
    userId: bigint,
    id: bigint,
    at: instant,
    kind: text<ActivityKind>(),
    /** The session that a login opened; its later refreshes keep it as their lineage. */
    sessionId: nullable(bigint),
    ip: nullable(sealedText("account.session_ip")),
    userAgent: nullable(sealedText("account.session_user_agent")),
  },
  primaryKey: ["userId", "id"],
  group: "userId",
});

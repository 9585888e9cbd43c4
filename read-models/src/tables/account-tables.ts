import type {
  ActivityKind,
  DateFormat,
  JournalOrder,
  OnboardingStep,
  UiTheme,
} from "@daybook/domain/contract/settings-values";
import { bigint, defineTable, flag, instant, integer, nullable, sealedText, text } from "../define-table.ts";

/** Accounts with settings and membership. */
export const accounts = defineTable({
  name: "accounts",
  access: "rows",
  columns: {
    id: bigint,
    email: sealedText("account.email"),
    /** A requested new address that is not confirmed. */
    pendingEmail: nullable(sealedText("account.email")),
    firstName: sealedText("account.first_name"),
    lastName: sealedText("account.last_name"),
    createdAt: instant,
    dateFormat: text<DateFormat>(),
    timezone: text(),
    journalOrder: text<JournalOrder>(),
    /** Ids of journals in the person's own order, separated by commas. */
    customOrder: text(),
    receiveShares: flag,
    receiveMarketingEmails: flag,
    showPodcast: flag,
    /** In minutes; 0 is never. */
    autoLogout: integer,
    uiTheme: text<UiTheme>(),
    lookingGlass: flag,
    onboardingStep: nullable(text<OnboardingStep>()),
    membershipLevel: nullable(text<"pro" | "plus">()),
    /** Names the plan of the membership, together with `subscriptionLength`. See `findPlan`. */
    packageName: nullable(text()),
    /** In years; 1 for monthly and lifetime memberships. */
    subscriptionLength: nullable(integer),
    membershipExpiresAt: nullable(instant),
    autoRenew: flag,
  },
  primaryKey: ["id"],
});

/** The activity list of an account. */
export const accountActivities = defineTable({
  name: "account_activities",
  access: "writes",
  columns: {
    userId: bigint,
    id: bigint,
    at: instant,
    kind: text<ActivityKind>(),
    /** The session that a log-in started. Refreshed sessions keep this id as their session family. */
    sessionId: nullable(bigint),
    ip: nullable(sealedText("account.session_ip")),
    userAgent: nullable(sealedText("account.session_user_agent")),
  },
  primaryKey: ["userId", "id"],
  group: "userId",
});

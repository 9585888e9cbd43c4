import type { EventOf } from "../kernel/define-events.ts";
import { sampleIds, sampleSealed, sampleTime } from "../kernel/sample-values.ts";
import type { accountEvents } from "./events.ts";

type Samples = {
  [K in keyof typeof accountEvents]: Extract<EventOf<typeof accountEvents>, { type: K }>;
};

const origin = {
  ip: sampleSealed<"account.session_ip">("ip"),
  userAgent: sampleSealed<"account.session_user_agent">("user_agent"),
};

/** A sample event of each type. Together they are not one possible history: some times are out of order. */
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
      via: "password",
      ...origin,
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
  SessionsRevoked: {
    type: "SessionsRevoked",
    data: { except: sampleIds.session, reason: "asked", ...origin, at: sampleTime(6) },
  },
  ProfileChanged: {
    type: "ProfileChanged",
    data: {
      firstName: sampleSealed("new_first_name"),
      lastName: sampleSealed("new_last_name"),
      ...origin,
      at: sampleTime(7),
    },
  },
  EmailChangeRequested: {
    type: "EmailChangeRequested",
    data: { linkId: sampleIds.link, email: sampleSealed("new_email"), ...origin, at: sampleTime(8) },
  },
  EmailChanged: {
    type: "EmailChanged",
    data: { linkId: sampleIds.link, email: sampleSealed("new_email"), at: sampleTime(9) },
  },
  PasswordResetRequested: {
    type: "PasswordResetRequested",
    data: { linkId: sampleIds.link + 1, ...origin, at: sampleTime(10) },
  },
  LoginLinkRequested: {
    type: "LoginLinkRequested",
    data: { linkId: sampleIds.link + 2, ...origin, at: sampleTime(11) },
  },
  PasswordChanged: { type: "PasswordChanged", data: { by: "owner", ...origin, at: sampleTime(12) } },
  SettingsChanged: {
    type: "SettingsChanged",
    data: {
      changes: { dateFormat: "D MMMM YYYY", journalOrder: "custom", customOrder: [sampleIds.journal] },
      at: sampleTime(13),
    },
  },
  OnboardingMoved: { type: "OnboardingMoved", data: { step: "welcome", at: sampleTime(14) } },
  OneTimeModalSeen: { type: "OneTimeModalSeen", data: { modal: "flash_sale", at: sampleTime(15) } },
  MembershipEnded: { type: "MembershipEnded", data: { reason: "downgraded", at: sampleTime(29) } },
  MembershipGranted: {
    type: "MembershipGranted",
    data: {
      level: "pro",
      packageName: "standard",
      subscriptionLength: 1,
      expiresAt: "2027-11-20T10:00:00.000Z",
      autoRenew: false,
      at: sampleTime(16),
    },
  },
  DeletionRequested: {
    type: "DeletionRequested",
    data: { ...origin, at: sampleTime(17) },
  },
  AutoRenewChanged: { type: "AutoRenewChanged", data: { autoRenew: true, at: sampleTime(18) } },
  EntryShared: {
    type: "EntryShared",
    data: {
      shareId: sampleIds.share,
      sharedEntryId: sampleIds.entry,
      recipients: 2,
      ...origin,
      at: sampleTime(19),
    },
  },
  LockOpened: {
    type: "LockOpened",
    data: { locked: "journal", lockedId: sampleIds.journal, ...origin, at: sampleTime(18) },
  },
  RestoreDone: {
    type: "RestoreDone",
    data: { restored: "entries", ...origin, at: sampleTime(18) },
  },
  LockRemoved: {
    type: "LockRemoved",
    data: { locked: "journal", lockedId: sampleIds.journal, by: "link", ...origin, at: sampleTime(18) },
  },
  PublicLinkChanged: {
    type: "PublicLinkChanged",
    data: { sharedEntryId: sampleIds.entry, isPublic: true, ...origin, at: sampleTime(18) },
  },
  AccountErased: { type: "AccountErased", data: { at: sampleTime(19) } },
};

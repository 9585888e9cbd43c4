import { z } from "zod";
import {
  dateFormats,
  journalOrders,
  oneTimeModals,
  onboardingSteps,
  uiThemes,
} from "../contract/settings-values.ts";
import { event, type EventOf, revisedEvent } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { sealed } from "../kernel/sealed.ts";

const at = z.string();
const sessionId = Id;
/** The IP address and browser of a request. */
const origin = { ip: sealed("account.session_ip"), userAgent: sealed("account.session_user_agent") };

/** The settings of an account. An event has only the changed ones. */
const settings = z
  .object({
    dateFormat: z.enum(dateFormats),
    timezone: z.string(),
    journalOrder: z.enum(journalOrders),
    /** the journals in the person's own order, for the order `custom` */
    customOrder: z.array(Id),
    receiveShares: z.boolean(),
    receiveMarketingEmails: z.boolean(),
    showPodcast: z.boolean(),
    /** in minutes without activity; 0 for never */
    autoLogout: z.number(),
    uiTheme: z.enum(uiThemes),
    /** whether look-backs are mailed */
    lookingGlass: z.boolean(),
  })
  .partial();

/** The events of an account: sign-up, sessions, settings, membership, the journals it owns, and what its activity list shows. */
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
  SessionStarted: revisedEvent(
    2,
    { sessionId, via: z.enum(["signup", "password", "link", "reset", "change"]), ...origin, at },
    { 1: (data) => ({ ...data, via: "password" }) },
  ),
  SessionRefreshed: event({ sessionId, replaces: sessionId, at }),
  SessionEnded: event({ sessionId, reason: z.enum(["logout", "revoked"]), at }),
  /** All sessions of the account ended, or all but the session `except`. */
  SessionsRevoked: event({
    except: sessionId.nullable(),
    reason: z.enum(["asked", "password_changed", "password_reset", "downgraded"]),
    ...origin,
    at,
  }),
  /** A journal is reserved before it is created, because the account enforces the limit of one journal for free accounts. */
  JournalReserved: event({ journalId: Id, at }),
  JournalReleased: event({ journalId: Id, at }),
  ProfileChanged: event({
    firstName: sealed("account.first_name"),
    lastName: sealed("account.last_name"),
    ...origin,
    at,
  }),
  /** The new address applies after its mailed link is opened. A later request replaces an earlier one. */
  EmailChangeRequested: event({ linkId: Id, email: sealed("account.email"), ...origin, at }),
  EmailChanged: event({ linkId: Id, email: sealed("account.email"), at }),
  PasswordResetRequested: event({ linkId: Id, ...origin, at }),
  LoginLinkRequested: event({ linkId: Id, ...origin, at }),
  PasswordChanged: event({ by: z.enum(["owner", "reset"]), ...origin, at }),
  SettingsChanged: event({ changes: settings, at }),
  OnboardingMoved: event({ step: z.enum(onboardingSteps).nullable(), at }),
  OneTimeModalSeen: event({ modal: z.enum(oneTimeModals), at }),
  DeletionRequested: event({ ...origin, at }),
  MembershipGranted: event({
    level: z.enum(["pro", "plus"]),
    packageName: z.string(),
    /** in years; 1 for monthly and lifetime memberships */
    subscriptionLength: z.number(),
    /** `null` when it never ends */
    expiresAt: z.string().nullable(),
    autoRenew: z.boolean(),
    at,
  }),
  /** The account was downgraded to the free tier. A membership that only expires gets no such event. */
  MembershipEnded: event({ reason: z.enum(["downgraded"]), at }),
  /** Whether a membership renews itself when it expires. A lifetime membership has no such event. */
  AutoRenewChanged: event({ autoRenew: z.boolean(), at }),
  /** The user shared an entry by e-mail with this many addresses. The addresses and the message are never in the log. */
  EntryShared: event({ shareId: Id, sharedEntryId: Id, recipients: z.number(), ...origin, at }),
  /** Someone opened a lock. The account's activity list shows it. */
  LockOpened: event({ locked: z.enum(["journal", "entry"]), lockedId: Id, ...origin, at }),
  /** A lock was removed. The account's activity list shows it. */
  LockRemoved: event({
    locked: z.enum(["journal", "entry"]),
    lockedId: Id,
    by: z.enum(["owner", "link"]),
    ...origin,
    at,
  }),
  /** An entry got a public link, or lost it. The account's activity list shows it. */
  PublicLinkChanged: event({ sharedEntryId: Id, isPublic: z.boolean(), ...origin, at }),
  /** A version, entries or a journal were restored. The account's activity list shows it. */
  RestoreDone: event({ restored: z.enum(["version", "entries", "journal"]), ...origin, at }),
  /** The account's key is deleted right after this event. Nobody can then read what the key sealed. */
  AccountErased: event({ at }),
};

/** See {@link accountEvents}. */
export type AccountEvent = EventOf<typeof accountEvents>;
/** Changed settings; all fields are optional. */
export type SettingsChanges = z.output<typeof settings>;

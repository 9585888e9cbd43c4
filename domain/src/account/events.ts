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
/** Where an act came from; shown in the account's activity. */
const origin = { ip: sealed("account.session_ip"), userAgent: sealed("account.session_user_agent") };

/** The settings that a person changes; an event carries only those that changed. */
const settings = z
  .object({
    dateFormat: z.enum(dateFormats),
    timezone: z.string(),
    journalOrder: z.enum(journalOrders),
    /** the journals as the person arranged them, when the order is `custom` */
    customOrder: z.array(Id),
    receiveShares: z.boolean(),
    receiveMarketingEmails: z.boolean(),
    showPodcast: z.boolean(),
    autoLogout: z.number(),
    uiTheme: z.enum(uiThemes),
  })
  .partial();

/** What happens to an account: its opening, its sessions, its settings, and the journals it owns. */
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
  /** All sessions of the account ended, or all but the one that asked. */
  SessionsRevoked: event({
    except: sessionId.nullable(),
    reason: z.enum(["asked", "password_changed", "password_reset"]),
    ...origin,
    at,
  }),
  /** The account stream is where "a free account has one journal" is decided; a reservation comes before the journal. */
  JournalReserved: event({ journalId: Id, at }),
  JournalReleased: event({ journalId: Id, at }),
  ProfileChanged: event({
    firstName: sealed("account.first_name"),
    lastName: sealed("account.last_name"),
    ...origin,
    at,
  }),
  /** A new address counts once its mailed link was opened; a later request replaces an earlier one. */
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
    /** years, or 1 for monthly and lifetime */
    subscriptionLength: z.number(),
    /** `null` never ends */
    expiresAt: z.string().nullable(),
    autoRenew: z.boolean(),
    at,
  }),
  /** Whether a membership renews itself when its time is over; one that never ends does not. */
  AutoRenewChanged: event({ autoRenew: z.boolean(), at }),
  /** How many addresses an entry was mailed to; the addresses and what was said with it are never in the log. */
  EntryShared: event({ shareId: Id, sharedEntryId: Id, recipients: z.number(), ...origin, at }),
  /** The password of a lock was given; the account's activity tells of it. */
  LockOpened: event({ locked: z.enum(["journal", "entry"]), lockedId: Id, ...origin, at }),
  /** Something earlier was brought back: a version of an entry, entries, or a journal; the account's activity tells of it. */
  RestoreDone: event({ restored: z.enum(["version", "entries", "journal"]), ...origin, at }),
  /** The end of the account; its key is deleted right after, and what was sealed under it can never be read again. */
  AccountErased: event({ at }),
};

/** See {@link accountEvents}. */
export type AccountEvent = EventOf<typeof accountEvents>;
/** The settings of {@link accountEvents}, each of them optional. */
export type SettingsChanges = z.output<typeof settings>;

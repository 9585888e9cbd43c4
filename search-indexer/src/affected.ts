import type { DomainEvent, DomainEventType } from "@daybook/domain/events";
import { upcast } from "@daybook/domain/versioning/upcast";
import type { StoredEvent } from "@daybook/platform/event-store/event-store";

/** The ids of what must be indexed again after some events. */
export type AffectedIds = {
  readonly entries: Set<number>;
  /** All entries of these journals. */
  readonly journals: Set<number>;
  /** All entries with these tags. */
  readonly tags: Set<number>;
  /** Erased accounts, whose documents must be removed. */
  readonly erasedAccounts: Set<number>;
};

type Collectors = {
  readonly [T in DomainEventType]: (
    event: Extract<DomainEvent, { type: T }>["data"],
    to: AffectedIds,
  ) => void;
};

type AnyCollector = (data: DomainEvent["data"], to: AffectedIds) => void;

const nothing = (): void => {};
const entry = ({ entryId }: { readonly entryId: number }, { entries }: AffectedIds): void =>
  void entries.add(entryId);
const journal = ({ journalId }: { readonly journalId: number }, { journals }: AffectedIds): void =>
  void journals.add(journalId);
const tag = ({ tagId }: { readonly tagId: number }, { tags }: AffectedIds): void => void tags.add(tagId);

/** Collects for every event type what it may change in the index. Ignored events are listed too, as in the projections. */
const collectors: Collectors = {
  AccountOpened: nothing,
  SessionStarted: nothing,
  SessionRefreshed: nothing,
  SessionEnded: nothing,
  SessionsRevoked: nothing,
  JournalReserved: nothing,
  JournalReleased: nothing,
  ProfileChanged: nothing,
  EmailChangeRequested: nothing,
  EmailChanged: nothing,
  PasswordResetRequested: nothing,
  LoginLinkRequested: nothing,
  PasswordChanged: nothing,
  SettingsChanged: nothing,
  OnboardingMoved: nothing,
  OneTimeModalSeen: nothing,
  DeletionRequested: nothing,
  MembershipGranted: nothing,
  MembershipEnded: nothing,
  AutoRenewChanged: nothing,
  EntryShared: nothing,
  LockOpened: nothing,
  RestoreDone: nothing,
  LockRemoved: nothing,
  PublicLinkChanged: nothing,
  AccountErased: nothing,
  MembershipBought: nothing,
  MembershipRenewed: nothing,
  MembershipConverted: nothing,
  MembershipDowngraded: nothing,
  MembershipRefunded: nothing,
  MembershipAutoRenewed: nothing,
  RenewalAnnounced: nothing,
  RenewalPaymentFailed: nothing,
  MembershipExpired: nothing,

  JournalCreated: nothing,
  JournalRenamed: nothing,
  JournalTrashed: journal,
  JournalRestored: journal,
  JournalHidden: journal,
  JournalShown: journal,
  JournalErased: journal,
  JournalCoverChosen: nothing,
  JournalComposeSettingsChanged: nothing,
  JournalClassroomRoleSet: nothing,
  JournalLocked: journal,
  JournalLockRemoved: journal,
  JournalAutoLockChanged: nothing,
  JournalLookingGlassSwitched: nothing,
  ReminderAdded: nothing,
  ReminderRemoved: nothing,

  EntryCreated: entry,
  EntryRevised: entry,
  EntryVersionRestored: entry,
  EntryRedated: entry,
  EntryStarred: nothing,
  EntryMadeReadOnly: nothing,
  EntryMadeWritable: nothing,
  EntryExcludedFromLookingGlass: nothing,
  EntryUnstarred: nothing,
  EntryTagged: entry,
  EntryUntagged: entry,
  EntryPublished: nothing,
  EntryUnpublished: nothing,
  EntryTrashed: entry,
  EntryMoved: entry,
  EntryThemed: nothing,
  EntryPrompted: nothing,
  EntryRestored: entry,
  PhotoAdded: nothing,
  PhotoRemoved: nothing,
  EntryErased: entry,
  EntryLocked: entry,
  EntryLockRemoved: entry,

  TagCreated: nothing,
  TagRenamed: tag,
  TagMerged: tag,
  TagErased: tag,
};

function upcastOrNull(storedEvent: StoredEvent): DomainEvent | null {
  try {
    return upcast(storedEvent);
  } catch {
    // The projections park unreadable events, so no read model changes.
    return null;
  }
}

/** Empty sets, to which {@link addAffectedIds} adds. */
export const noAffectedIds = (): AffectedIds => ({
  entries: new Set(),
  journals: new Set(),
  tags: new Set(),
  erasedAccounts: new Set(),
});

/** Adds what these events may change in the index. */
export function addAffectedIds(storedEvents: readonly StoredEvent[], to: AffectedIds): void {
  for (const storedEvent of storedEvents) {
    const event = upcastOrNull(storedEvent);
    if (!event) continue;
    // The collector has the key of the event's type. The compiler cannot check that.
    (collectors[event.type] as AnyCollector)(event.data, to);
    // The id of the account is not in the event but in the name of its stream.
    if (event.type === "AccountErased")
      to.erasedAccounts.add(Number(storedEvent.stream.slice("account-".length)));
  }
}

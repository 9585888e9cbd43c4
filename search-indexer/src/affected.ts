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

const ignore = (): void => {};
const addEntry = ({ entryId }: { readonly entryId: number }, { entries }: AffectedIds): void =>
  void entries.add(entryId);
const addJournal = ({ journalId }: { readonly journalId: number }, { journals }: AffectedIds): void =>
  void journals.add(journalId);
const addTag = ({ tagId }: { readonly tagId: number }, { tags }: AffectedIds): void => void tags.add(tagId);

/** For each event type, a function that adds the ids of what such an event may change in the index. Ignored types are listed too. */
const collectors: Collectors = {
  AccountOpened: ignore,
  SessionStarted: ignore,
  SessionRefreshed: ignore,
  SessionEnded: ignore,
  SessionsRevoked: ignore,
  JournalReserved: ignore,
  JournalReleased: ignore,
  ProfileChanged: ignore,
  EmailChangeRequested: ignore,
  EmailChanged: ignore,
  PasswordResetRequested: ignore,
  LoginLinkRequested: ignore,
  PasswordChanged: ignore,
  SettingsChanged: ignore,
  OnboardingMoved: ignore,
  OneTimeModalSeen: ignore,
  DeletionRequested: ignore,
  MembershipGranted: ignore,
  MembershipEnded: ignore,
  AutoRenewChanged: ignore,
  EntryShared: ignore,
  LockOpened: ignore,
  RestoreDone: ignore,
  LockRemoved: ignore,
  PublicLinkChanged: ignore,
  // The data of this event does not contain the id of the account, so `addAffectedIds` handles it.
  AccountErased: ignore,
  MembershipBought: ignore,
  MembershipRenewed: ignore,
  MembershipConverted: ignore,
  MembershipDowngraded: ignore,
  MembershipRefunded: ignore,
  MembershipAutoRenewed: ignore,
  RenewalAnnounced: ignore,
  RenewalPaymentFailed: ignore,
  MembershipExpired: ignore,

  JournalCreated: ignore,
  JournalRenamed: ignore,
  JournalTrashed: addJournal,
  JournalRestored: addJournal,
  JournalHidden: addJournal,
  JournalShown: addJournal,
  JournalErased: addJournal,
  JournalCoverChosen: ignore,
  JournalComposeSettingsChanged: ignore,
  JournalClassroomRoleSet: ignore,
  JournalLocked: addJournal,
  JournalLockRemoved: addJournal,
  JournalAutoLockChanged: ignore,
  JournalLookingGlassSwitched: ignore,
  ReminderAdded: ignore,
  ReminderRemoved: ignore,

  EntryCreated: addEntry,
  EntryRevised: addEntry,
  EntryVersionRestored: addEntry,
  EntryRedated: addEntry,
  EntryStarred: ignore,
  EntryMadeReadOnly: ignore,
  EntryMadeWritable: ignore,
  EntryExcludedFromLookingGlass: ignore,
  EntryUnstarred: ignore,
  EntryTagged: addEntry,
  EntryUntagged: addEntry,
  EntryPublished: ignore,
  EntryUnpublished: ignore,
  EntryTrashed: addEntry,
  EntryMoved: addEntry,
  EntryThemed: ignore,
  EntryPrompted: ignore,
  EntryRestored: addEntry,
  PhotoAdded: ignore,
  PhotoRemoved: ignore,
  EntryErased: addEntry,
  EntryLocked: addEntry,
  EntryLockRemoved: addEntry,

  TagCreated: ignore,
  TagRenamed: addTag,
  TagMerged: addTag,
  TagErased: addTag,
};

function upcastOrNull(storedEvent: StoredEvent): DomainEvent | null {
  try {
    return upcast(storedEvent);
  } catch {
    // The projections park an unreadable event. So no read model changes, and nothing must be indexed again.
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
    // The collector is for this type of event, so it accepts the event's data. The compiler cannot check that.
    (collectors[event.type] as AnyCollector)(event.data, to);
    // The id of the account is not in the event but in the name of its stream.
    if (event.type === "AccountErased")
      to.erasedAccounts.add(Number(storedEvent.stream.slice("account-".length)));
  }
}

import type { DomainEvent, DomainEventType } from "@daybook/domain/events";
import { upcast } from "@daybook/domain/versioning/upcast";
import type { StoredEvent } from "@daybook/platform/event-store/event-store";

/** What has to be looked at again because of some events. */
export type Affected = {
  readonly entries: Set<number>;
  /** All entries of these journals, */
  readonly journals: Set<number>;
  /** all that carry one of these tags, */
  readonly tags: Set<number>;
  /** and everything of these people, who are gone. */
  readonly gone: Set<number>;
};

type Note = {
  readonly [T in DomainEventType]: (event: Extract<DomainEvent, { type: T }>["data"], to: Affected) => void;
};

type AnyNote = (data: DomainEvent["data"], to: Affected) => void;

const nothing = (): void => {};
const entry = ({ entryId }: { readonly entryId: number }, { entries }: Affected): void =>
  void entries.add(entryId);
const journal = ({ journalId }: { readonly journalId: number }, { journals }: Affected): void =>
  void journals.add(journalId);
const tag = ({ tagId }: { readonly tagId: number }, { tags }: Affected): void => void tags.add(tagId);

/** For every event, what of the index it may change. Ignoring one is explicit, as in the projections. */
const notes: Note = {
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
  AutoRenewChanged: nothing,
  EntryShared: nothing,
  LockOpened: nothing,
  RestoreDone: nothing,
  AccountErased: nothing,

  JournalCreated: nothing,
  JournalRenamed: nothing,
  JournalTrashed: journal,
  JournalRestored: journal,
  JournalErased: journal,
  JournalCoverChosen: nothing,
  JournalComposeSettingsChanged: nothing,
  JournalClassroomRoleSet: nothing,
  JournalLocked: journal,
  JournalLockRemoved: journal,
  JournalAutoLockChanged: nothing,

  EntryCreated: entry,
  EntryRevised: entry,
  EntryVersionRestored: entry,
  EntryRedated: entry,
  EntryStarred: nothing,
  EntryMadeReadOnly: nothing,
  EntryMadeWritable: nothing,
  EntryUnstarred: nothing,
  EntryTagged: entry,
  EntryUntagged: entry,
  EntryPublished: nothing,
  EntryUnpublished: nothing,
  EntryTrashed: entry,
  EntryMoved: entry,
  EntryThemed: nothing,
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

function read(stored: StoredEvent): DomainEvent | null {
  try {
    return upcast(stored);
  } catch {
    // The projections park what nobody can read, and so no read model changes by it.
    return null;
  }
}

/** What the index may have wrong after these events. */
export function affectedBy(stored: readonly StoredEvent[]): Affected {
  const to: Affected = { entries: new Set(), journals: new Set(), tags: new Set(), gone: new Set() };
  for (const one of stored) {
    const event = read(one);
    if (!event) continue;
    // The map is keyed by the event's own type; the compiler cannot follow the lookup.
    (notes[event.type] as AnyNote)(event.data, to);
    // The event itself names nobody: its stream does.
    if (event.type === "AccountErased") to.gone.add(Number(one.stream.slice("account-".length)));
  }
  return to;
}

import type { AccountEvent } from "@daybook/domain/account/events";
import type { DomainEvent } from "@daybook/domain/events";
import type { JournalEvent } from "@daybook/domain/journal/events";
import {
  nextOccurrence,
  occurrenceAfterMembershipChange,
  type ReminderOwner,
} from "@daybook/domain/reminder/next-occurrence";
import { type Membership, paidUntil } from "@daybook/domain/account/tier";
import { upcast } from "@daybook/domain/versioning/upcast";
import type { StoredEvent } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { retryOnDeadlock, transaction } from "@daybook/platform/postgres/pool";
import { type ScheduledReminder, scheduleStore } from "@daybook/platform/reminders/schedule-store";
import type { ClientBase } from "pg";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import { handleOccurrences } from "./handle-occurrences.ts";

/** What a handler gets in addition to the event's data. `db` is the connection with the open transaction. */
type HandlerContext = { readonly app: Application; readonly db: ClientBase; readonly stream: string };
type Event = AccountEvent | JournalEvent;
type HandlerOf<K extends Event["type"]> = (
  data: Extract<Event, { type: K }>["data"],
  context: HandlerContext,
) => Promise<void>;

const batchSize = 1_000;

const userIdOf = ({ stream }: HandlerContext): number => Number(stream.replace("account-", ""));
function paidUntilOf(membership: Pick<Membership, "expiresAt" | "autoRenew">): number {
  const end = paidUntil(membership);
  return end === null ? Infinity : Date.parse(end);
}

/** The reminder with its first occurrence after an instant. */
function schedule(reminder: ScheduledReminder, owner: ReminderOwner, after: number): ScheduledReminder {
  return { ...reminder, next: nextOccurrence(reminder.rule, owner, after, reminder.handledDate) };
}

/** The reminder after its owner's time zone or membership has changed. In a new time zone, it is due at the same time of day. */
function reschedule(
  reminder: ScheduledReminder,
  previousOwner: ReminderOwner,
  owner: ReminderOwner,
  at: number,
) {
  if (previousOwner.timezone !== owner.timezone) return schedule(reminder, owner, at);
  const { rule, next, handledDate } = reminder;
  return { ...reminder, next: occurrenceAfterMembershipChange(rule, owner, next, { at, handledDate }) };
}

/**
 * Changes an owner's time zone or membership at an instant. Occurrences up to then are handled with the values before the change, even
 * when the schedulers see the change later.
 */
async function updateOwner(
  context: HandlerContext,
  changes: Partial<ReminderOwner>,
  at: string,
): Promise<void> {
  const { app, db } = context;
  const userId = userIdOf(context);
  const owner = (await scheduleStore.lockOwners(db, [userId])).get(userId);
  if (!owner) return;
  const changedOwner = { ...owner, ...changes };
  const changedAt = Date.parse(at);
  const isDue = ({ next }: ScheduledReminder): boolean => next !== null && next.at <= changedAt;
  const upToDateReminders: ScheduledReminder[] = [];
  let pendingReminders = await scheduleStore.lockRemindersOfUser(db, userId);
  while (pendingReminders.length > 0) {
    upToDateReminders.push(...pendingReminders.filter((reminder) => !isDue(reminder)));
    const dueReminders = pendingReminders.filter(isDue).map((reminder) => ({ reminder, owner }));
    pendingReminders = dueReminders.length === 0 ? [] : await handleOccurrences(app, db, dueReminders);
  }
  await scheduleStore.saveOwner(db, userId, changedOwner);
  const activeReminders = upToDateReminders.filter(({ next }) => next !== null);
  await scheduleStore.save(
    db,
    activeReminders.map((reminder) => reschedule(reminder, owner, changedOwner, changedAt)),
  );
}

type AddedReminder = Extract<Event, { type: "ReminderAdded" }>["data"];

/**
 * Adds reminders with their first occurrences. A downgrade moves reminders into another journal by adding them there: such a reminder
 * has the id of a reminder of the former journal. It gets that reminder's next occurrence, so that no date is mailed twice. For the same
 * reason, a reminder that is added again begins after the newest date that was handled.
 */
async function addReminders(db: ClientBase, newReminders: readonly AddedReminder[]): Promise<void> {
  if (newReminders.length === 0) return;
  const userIds = new Set(newReminders.map(({ accountId }) => accountId));
  const owners = await scheduleStore.lockOwners(db, [...userIds]);
  const newIds = newReminders.map(({ journalId, reminderId, accountId }) => ({
    journalId,
    reminderId,
    userId: accountId,
  }));
  const movedReminders = await scheduleStore.takeFromOtherJournals(db, newIds);
  const handledDates = await scheduleStore.findHandledDates(db, newIds);
  const reminders = newReminders.flatMap(
    ({ journalId, reminderId, accountId, rule, at }): ScheduledReminder[] => {
      const owner = owners.get(accountId);
      const isSame = (candidate: Pick<ScheduledReminder, "userId" | "reminderId">): boolean =>
        candidate.userId === accountId && candidate.reminderId === reminderId;
      const next = movedReminders.find(isSame)?.next ?? null;
      const handledDate = handledDates.find(isSame)?.handledDate ?? null;
      const reminder = { journalId, reminderId, userId: accountId, rule, handledDate, next };
      if (!owner) return [];
      return [next === null ? schedule(reminder, owner, Date.parse(at)) : reminder];
    },
  );
  await scheduleStore.save(db, reminders);
}

/** A journal sends no reminders while it is hidden or in the trash. */
async function stopReminders(
  { journalId }: { readonly journalId: number },
  { db }: HandlerContext,
): Promise<void> {
  const reminders = await scheduleStore.lockRemindersOfJournal(db, journalId);
  await scheduleStore.save(
    db,
    reminders.map((reminder) => ({ ...reminder, next: null })),
  );
}

async function resumeReminders(
  { journalId, at }: { readonly journalId: number; readonly at: string },
  { db }: HandlerContext,
): Promise<void> {
  const reminders = await scheduleStore.lockRemindersOfJournal(db, journalId);
  const owners = await scheduleStore.lockOwners(
    db,
    reminders.map(({ userId }) => userId),
  );
  const resumedReminders = reminders.flatMap((reminder) => {
    const owner = owners.get(reminder.userId);
    return owner ? [schedule(reminder, owner, Date.parse(at))] : [];
  });
  await scheduleStore.save(db, resumedReminders);
}

/** The handler of every event of accounts and journals; `null` for an event that does not change when reminders are due. */
const handlers: { readonly [K in Event["type"]]: HandlerOf<K> | null } = {
  AccountOpened: ({ timezone }, context) =>
    scheduleStore.saveOwner(context.db, userIdOf(context), { timezone, paidUntil: null }),
  SettingsChanged: async ({ changes: { timezone }, at }, context) => {
    if (timezone !== undefined) await updateOwner(context, { timezone }, at);
  },
  MembershipGranted: (membership, context) =>
    updateOwner(context, { paidUntil: paidUntilOf(membership) }, membership.at),
  MembershipEnded: ({ at }, context) => updateOwner(context, { paidUntil: null }, at),
  // The event does not have the end of the membership, which the account has.
  AutoRenewChanged: async ({ autoRenew, at }, context) => {
    const { membership } = await loadAccount(context.app, userIdOf(context));
    if (membership) await updateOwner(context, { paidUntil: paidUntilOf({ ...membership, autoRenew }) }, at);
  },
  AccountErased: (_data, context) => scheduleStore.removeOfUser(context.db, userIdOf(context)),
  SessionStarted: null,
  SessionRefreshed: null,
  SessionEnded: null,
  SessionsRevoked: null,
  JournalReserved: null,
  JournalReleased: null,
  ProfileChanged: null,
  EmailChangeRequested: null,
  EmailChanged: null,
  PasswordResetRequested: null,
  LoginLinkRequested: null,
  PasswordChanged: null,
  OnboardingMoved: null,
  OneTimeModalSeen: null,
  DeletionRequested: null,
  EntryShared: null,
  LockOpened: null,
  LockRemoved: null,
  PublicLinkChanged: null,
  RestoreDone: null,

  ReminderAdded: (data, { db }) => addReminders(db, [data]),
  ReminderRemoved: ({ journalId, reminderId }, { db }) => scheduleStore.remove(db, journalId, reminderId),
  JournalTrashed: stopReminders,
  JournalRestored: resumeReminders,
  JournalHidden: stopReminders,
  JournalShown: resumeReminders,
  JournalErased: ({ journalId }, { db }) => scheduleStore.removeOfJournal(db, journalId),
  JournalCreated: null,
  JournalRenamed: null,
  JournalCoverChosen: null,
  JournalComposeSettingsChanged: null,
  JournalClassroomRoleSet: null,
  JournalLocked: null,
  JournalLockRemoved: null,
  JournalAutoLockChanged: null,
  JournalLookingGlassSwitched: null,
};

/** `null` for an event that this version cannot read. It must not stop the reminders of everyone. */
function upcastOrNull({ logger }: Application, event: StoredEvent): DomainEvent | null {
  try {
    return upcast(event);
  } catch (error) {
    const { stream, type, revision } = event;
    logger.warn({ err: error, stream, type, revision }, "an event was ignored by the schedule of reminders");
    return null;
  }
}

const handlerOf = (type: string): HandlerOf<never> | null =>
  Object.hasOwn(handlers, type) ? (handlers[type as Event["type"]] as HandlerOf<never> | null) : null;

/** Applies a batch of the log, in one transaction with the checkpoint. Does nothing when another process has applied it already. */
async function applyBatch(app: Application, events: readonly StoredEvent[]): Promise<void> {
  const lastEvent = events.at(-1);
  if (!lastEvent) return;
  const relevantEvents = events.filter(({ type }) => handlerOf(type) !== null);
  await transaction(app.pool, async (db) => {
    const checkpoint = await scheduleStore.lockCheckpoint(db);
    // Consecutive new reminders are added together, since many may come at once.
    let newReminders: AddedReminder[] = [];
    for (const event of relevantEvents) {
      const domainEvent = comparePositions(event.position, checkpoint) > 0 ? upcastOrNull(app, event) : null;
      if (domainEvent?.type === "ReminderAdded") newReminders.push(domainEvent.data);
      else if (domainEvent) {
        await addReminders(db, newReminders);
        newReminders = [];
        // The handler is for this type of event, so it accepts the event's data. The compiler cannot check that.
        await handlerOf(domainEvent.type)?.(domainEvent.data as never, { app, db, stream: event.stream });
      }
    }
    await addReminders(db, newReminders);
    if (comparePositions(lastEvent.position, checkpoint) > 0)
      await scheduleStore.moveCheckpoint(db, lastEvent.position);
  });
}

/** Brings the schedule up to date with the log. Several processes may do so at the same time. */
export async function followLog(app: Application, signal: AbortSignal): Promise<void> {
  let position = await transaction(app.pool, (db) => scheduleStore.lockCheckpoint(db));
  while (!signal.aborted) {
    const events = await app.readLog({ after: position, limit: batchSize });
    await retryOnDeadlock(() => applyBatch(app, events));
    position = events.at(-1)?.position ?? position;
    if (events.length < batchSize) return;
  }
}

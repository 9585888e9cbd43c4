import { tierAt } from "@daybook/domain/account/tier";
import { type Journal, journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { ReminderRule } from "@daybook/domain/reminder/rule";
import { scheduleStore } from "@daybook/platform/reminders/schedule-store";
import { journalIdsOfUser } from "@daybook/read-models/queries/journals";
import { loadAccount } from "../accounts/change-account.ts";
import { findAccountBySlug } from "../accounts/user-slug.ts";
import type { Application } from "../application.ts";
import { claimId } from "../claim-id.ts";
import type { Command, Context, Refusal } from "../context.ts";
import { localDateAt } from "../entries/entry-dates.ts";
import { inParallel } from "../in-parallel.ts";
import { type ReminderView, viewReminder } from "./reminder-view.ts";

/** A reminder as its owner chooses it. */
export type ReminderChoice = Omit<ReminderRule, "startDate">;

/** How many journals are read at the same time. */
const maxConcurrentLoads = 4;

const journalNotFound = () => reject("not_found", "We couldn't find that journal in your account.");
const reminderNotFound = () => reject("not_found", "There is no such reminder.");

const loadJournal = async (app: Application, journalId: number): Promise<Journal> =>
  (await app.commands.load(journalDecider, streamOf.journal(journalId))).state;

/**
 * The actor's active journal. The journal may be locked, because a reminder tells nothing about entries. The journal is read from the
 * log, so a new reminder is listed immediately.
 */
async function findJournal(
  app: Application,
  userId: number,
  journalId: number,
): Promise<Journal | Rejection> {
  const journal = await loadJournal(app, journalId);
  return journal.status === "active" && journal.accountId === userId ? journal : journalNotFound();
}

/** The reminders of a journal, in the order in which they were added. */
export async function listReminders(
  app: Application,
  { actor, command }: Context,
  journalId: number,
): Promise<ReminderView[] | Refusal> {
  const journal = await findJournal(app, actor.userId, journalId);
  if (isRejection(journal)) return journal;
  const [account, plannedReminders] = await Promise.all([
    loadAccount(app, actor.userId),
    scheduleStore.plannedRemindersOf(app.pool, actor.userId),
  ]);
  return [...journal.reminders].map(([id, rule]) =>
    viewReminder(account, command.now, { id, rule, planned: plannedReminders.get(id) }),
  );
}

/** A reminder in the list of the whole account. */
export type ReminderOfAccount = ReminderView & { readonly journalId: number };

/** The reminders of all active journals of the actor, grouped by journal. */
export async function listAllReminders(
  app: Application,
  { actor, command }: Context,
): Promise<ReminderOfAccount[]> {
  const [account, plannedReminders, journalIds] = await Promise.all([
    loadAccount(app, actor.userId),
    scheduleStore.plannedRemindersOf(app.pool, actor.userId),
    journalIdsOfUser(app.pool, actor.userId),
  ]);
  const remindersByJournal = await inParallel(journalIds, maxConcurrentLoads, async (journalId) => {
    const journal = await loadJournal(app, journalId);
    if (journal.status !== "active" || journal.accountId !== actor.userId) return [];
    return [...journal.reminders].map(([id, rule]) => ({
      ...viewReminder(account, command.now, { id, rule, planned: plannedReminders.get(id) }),
      journalId,
    }));
  });
  return remindersByJournal.flat();
}

/** Adds a reminder to a journal. */
export async function addReminder(
  app: Application,
  { actor, command }: Context,
  journalId: number,
  choice: ReminderChoice,
): Promise<ReminderView | Refusal> {
  const journal = await findJournal(app, actor.userId, journalId);
  if (isRejection(journal)) return journal;
  const account = await loadAccount(app, actor.userId);
  const rule = { ...choice, startDate: localDateAt(command.at, account.settings.timezone) };
  const isPaid = tierAt(account.membership, command.at) !== "free";
  return claimId<ReminderView>(command.ids[0], async (reminderId) => {
    const result = await app.commands.execute({
      decider: journalDecider,
      stream: streamOf.journal(journalId),
      commands: [
        {
          type: "AddReminder",
          data: { journalId, reminderId, accountId: actor.userId, rule, at: command.at },
          isPaid,
        },
      ],
      context: command,
    });
    if (isRejection(result)) return result;
    // A repeat shows the stored rule, unless the reminder was removed since.
    const storedRule = result.state.reminders.get(reminderId);
    return storedRule
      ? viewReminder(account, command.now, { id: reminderId, rule: storedRule })
      : reminderNotFound();
  });
}

/**
 * Restores a removed reminder of the actor with the same id, so that the links in its old mails work again. A second call changes
 * nothing. Without PRO, a specific time becomes the nearest general time.
 */
export async function restoreReminder(
  app: Application,
  { actor, command }: Context,
  { journalId, reminderId }: { readonly journalId: number; readonly reminderId: number },
): Promise<ReminderView | Refusal> {
  const journal = await findJournal(app, actor.userId, journalId);
  if (isRejection(journal)) return journal;
  const account = await loadAccount(app, actor.userId);
  const result = await app.commands.execute({
    decider: journalDecider,
    stream: streamOf.journal(journalId),
    commands: [
      {
        type: "RestoreReminder",
        data: { journalId, reminderId, accountId: actor.userId, at: command.at },
        isPaid: tierAt(account.membership, command.at) !== "free",
      },
    ],
    context: command,
  });
  if (isRejection(result)) return result;
  const rule = result.state.reminders.get(reminderId);
  // When a repeat runs, the restored reminder may have been removed.
  if (!rule) return reminderNotFound();
  const plannedReminders = await scheduleStore.plannedRemindersOf(app.pool, actor.userId);
  return viewReminder(account, command.now, {
    id: reminderId,
    rule,
    planned: plannedReminders.get(reminderId),
  });
}

type Removal = { readonly journalId: number; readonly reminderId: number; readonly by: "owner" | "link" };

async function remove(app: Application, command: Command, removal: Removal): Promise<Refusal | null> {
  const result = await app.commands.execute({
    decider: journalDecider,
    stream: streamOf.journal(removal.journalId),
    commands: [{ type: "RemoveReminder", data: { ...removal, at: command.at } }],
    context: command,
  });
  return isRejection(result) ? result : null;
}

/** Removes a reminder of the actor. A second call changes nothing. */
export async function removeReminder(
  app: Application,
  { actor, command }: Context,
  { journalId, reminderId }: { readonly journalId: number; readonly reminderId: number },
): Promise<Refusal | null> {
  const journal = await findJournal(app, actor.userId, journalId);
  if (isRejection(journal)) return journal;
  return remove(app, command, { journalId, reminderId, by: "owner" });
}

/**
 * Finds the journals of a person that have this reminder, also hidden journals and journals in the trash. Two journals have the
 * reminder while a downgrade moves it. If no journal has the reminder any more, returns one that had it. Returns ids.
 */
async function findJournalsOfReminder(
  app: Application,
  userId: number,
  reminderId: number,
): Promise<readonly number[]> {
  const withReminder: number[] = [];
  const withRemovedReminder: number[] = [];
  for (const journalId of await journalIdsOfUser(app.pool, userId)) {
    const { status, accountId, reminders, removedReminders } = await loadJournal(app, journalId);
    if (accountId !== userId || status === "erased") continue;
    if (reminders.has(reminderId)) withReminder.push(journalId);
    else if (removedReminders.has(reminderId)) withRemovedReminder.push(journalId);
  }
  return withReminder.length > 0 ? withReminder : withRemovedReminder.slice(0, 1);
}

/** Stops a reminder with the link in its mail, without a session. A second call changes nothing. */
export async function stopReminder(
  app: Application,
  { command }: Pick<Context<null>, "command">,
  { userSlug, reminderId }: { readonly userSlug: string; readonly reminderId: number },
): Promise<Refusal | null> {
  const account = await findAccountBySlug(app, userSlug);
  if (isRejection(account)) return account;
  const journalIds = await findJournalsOfReminder(app, account.userId, reminderId);
  if (journalIds.length === 0) return reminderNotFound();
  const context = { ...command, actor: String(account.userId) };
  for (const journalId of journalIds) {
    const refusal = await remove(app, context, { journalId, reminderId, by: "link" });
    if (refusal) return refusal;
  }
  return null;
}

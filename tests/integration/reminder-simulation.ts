import type { DomainEvent } from "@daybook/domain/events";
import { sampleSealed } from "@daybook/domain/kernel/sample-values";
import {
  nextOccurrence,
  type Occurrence,
  type ReminderOwner,
} from "@daybook/domain/reminder/next-occurrence";
import type { ReminderRule } from "@daybook/domain/reminder/rule";
import type { StoredEvent } from "@daybook/platform/event-store/event-store";
import { toPosition } from "@daybook/platform/event-store/position";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import { createSimulation } from "./simulated-year.ts";

const hourMs = 3_600_000;
/** A day, in milliseconds. */
export const dayMs = 24 * hourMs;
/** When the simulation begins. */
export const yearStart = Date.UTC(2026, 0, 1);
/** How much is simulated. */
export const scale = isFullMatrix
  ? { accounts: 1_000, days: 365, extraPauseMs: 4 * hourMs }
  : { accounts: 50, days: 35, extraPauseMs: 3 * hourMs };
/** The random choices of the simulation. */
export const simulation = createSimulation(1660, {
  begin: yearStart,
  ...scale,
});
const { end, randomBelow, pick, anyTime, zones } = simulation;

/** One reminder of the simulation: its rule, and when it is active. */
type ReminderLife = {
  journalId: number;
  reminderId: number;
  rule: ReminderRule;
  activeSpans: { from: number; to: number }[];
};
type OwnerChange = { at: number; owner: ReminderOwner };
type Account = { id: number; ownerChanges: OwnerChange[]; reminders: ReminderLife[] };

const events: { at: number; stream: string; event: DomainEvent }[] = [];
const iso = (at: number): string => new Date(at).toISOString();

function randomRule(at: number, timezone: string): ReminderRule {
  const time = pick(["morning", "noon", "evening", "specific"] as const);
  const hours = { morning: 7, noon: 12, evening: 19, specific: randomBelow(24) };
  const frequency = pick(["daily", "daily", "bidaily", "weekly", "monthly"] as const);
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(at);
  return {
    frequency,
    time,
    hour: hours[time],
    minute: time === "specific" ? randomBelow(60) : 0,
    weekday: frequency === "weekly" ? randomBelow(7) : null,
    day: frequency === "monthly" ? 1 + randomBelow(31) : null,
    startDate: date,
  };
}

function planOwner(id: number): OwnerChange[] {
  const timezone = pick(zones);
  const ownerChanges: OwnerChange[] = [{ at: yearStart, owner: { timezone, paidUntil: null } }];
  const moments = Array.from({ length: randomBelow(5) }, () => anyTime()).sort((a, b) => a - b);
  for (const at of moments) {
    const ownerBefore = ownerChanges.at(-1)!.owner;
    // 0: a new time zone; 1: a membership until a later time; 2: a membership that ends now.
    const change = randomBelow(3);
    const paidUntil = change === 0 ? ownerBefore.paidUntil : change === 1 ? anyTime(at) : at;
    const owner = { timezone: change === 0 ? pick(zones) : ownerBefore.timezone, paidUntil };
    ownerChanges.push({ at, owner });
    const stream = `account-${id}`;
    const event: DomainEvent =
      change === 0
        ? { type: "SettingsChanged", data: { changes: { timezone: owner.timezone }, at: iso(at) } }
        : {
            type: "MembershipGranted",
            data: {
              level: "pro",
              packageName: "standard",
              subscriptionLength: 1,
              expiresAt: iso(paidUntil ?? at),
              autoRenew: false,
              at: iso(at),
            },
          };
    events.push({ at, stream, event });
  }
  return ownerChanges;
}

function planReminder(account: Account, journalId: number, reminderId: number): void {
  const at = yearStart + randomBelow(scale.days * dayMs * 0.5);
  const { owner } = account.ownerChanges.findLast((ownerChange) => ownerChange.at <= at)!;
  const rule = randomRule(at, owner.timezone);
  const stream = `journal-${journalId}`;
  const add = (moment: number, event: DomainEvent) => events.push({ at: moment, stream, event });
  add(at, {
    type: "ReminderAdded",
    data: { journalId, reminderId, accountId: account.id, rule, at: iso(at) },
  });
  const activeSpans = [{ from: at, to: Infinity }];
  const outcome = randomBelow(5);
  if (outcome <= 1) {
    const [trashedAt, restoredAt] = [anyTime(at), anyTime(at)].sort((a, b) => a - b) as [number, number];
    activeSpans[0]!.to = trashedAt;
    add(trashedAt, { type: "JournalTrashed", data: { journalId, at: iso(trashedAt) } });
    if (outcome === 1) {
      activeSpans.push({ from: restoredAt, to: Infinity });
      add(restoredAt, { type: "JournalRestored", data: { journalId, at: iso(restoredAt) } });
    }
  }
  if (outcome === 2) {
    const removedAt = (activeSpans[0]!.to = anyTime(at));
    add(removedAt, {
      type: "ReminderRemoved",
      data: { journalId, reminderId, by: "link", at: iso(removedAt) },
    });
  }
  if (outcome === 3) {
    const [removedAt, restoredAt] = [anyTime(at), anyTime(at)].sort((a, b) => a - b) as [number, number];
    activeSpans[0]!.to = removedAt;
    activeSpans.push({ from: restoredAt, to: Infinity });
    add(removedAt, {
      type: "ReminderRemoved",
      data: { journalId, reminderId, by: "link", at: iso(removedAt) },
    });
    add(restoredAt, {
      type: "ReminderAdded",
      data: { journalId, reminderId, accountId: account.id, rule, at: iso(restoredAt) },
    });
  }
  account.reminders.push({ journalId, reminderId, rule, activeSpans });
}

/** Plans the changes and reminders of an account. */
export function planAccount(index: number): Account {
  const id = 1_000 + index;
  const account: Account = { id, ownerChanges: [], reminders: [] };
  const sealed = sampleSealed;
  events.push({
    at: yearStart,
    stream: `account-${id}`,
    event: {
      type: "AccountOpened",
      data: {
        accountId: id,
        email: sealed("email"),
        firstName: sealed("first"),
        lastName: sealed("last"),
        receiveMarketingEmails: false,
        timezone: "",
        at: iso(yearStart),
      },
    },
  });
  const openingEvent = events.at(-1)!.event;
  account.ownerChanges = planOwner(id);
  if (openingEvent.type === "AccountOpened")
    openingEvent.data.timezone = account.ownerChanges[0]!.owner.timezone;
  for (let r = 0; r <= randomBelow(2); r++) planReminder(account, id * 10 + r, id * 100 + r);
  return account;
}

/** The occurrences that the runs must handle, as "reminder date outcome", computed for each reminder alone. */
export function expectedOccurrences({ ownerChanges, reminders }: Account, runs: readonly number[]): string[] {
  const firstRunFrom = (at: number): number => runs.find((run) => run >= at) ?? Infinity;
  return reminders.flatMap(({ reminderId, rule, activeSpans }) => {
    const expected: string[] = [];
    let handledDate: string | null = null;
    for (const { from, to } of activeSpans) {
      /** The next occurrence under the owner's settings so far. */
      let plannedOccurrence: Occurrence | null = null;
      for (const [index, ownerChange] of ownerChanges.entries()) {
        let cursor = Math.max(from, ownerChange.at);
        const stepEnd = ownerChanges[index + 1]?.at ?? end;
        if (stepEnd <= from) continue;
        const keepsZone = ownerChange.owner.timezone === ownerChanges[index - 1]?.owner.timezone;
        let occurrenceBeforeChange: Occurrence | null = keepsZone ? plannedOccurrence : null;
        for (;;) {
          let next = nextOccurrence(rule, ownerChange.owner, cursor, handledDate);
          if (occurrenceBeforeChange && occurrenceBeforeChange.localDate < next.localDate)
            next = occurrenceBeforeChange;
          [occurrenceBeforeChange, plannedOccurrence] = [null, next];
          const run = firstRunFrom(next.at);
          // A run after the end of the active span sends nothing.
          if (next.at > stepEnd || next.at > end || cursor >= stepEnd || run >= to) break;
          expected.push(
            `${reminderId} ${next.localDate} ${run - next.at <= 6 * hourMs ? "mailed" : "skipped"}`,
          );
          [cursor, handledDate] = [next.at, next.localDate];
        }
      }
    }
    return expected;
  });
}

/** The planned events of all accounts, as a log. */
export const storedEvents = (): StoredEvent[] =>
  events
    .sort((a, b) => a.at - b.at)
    .map(({ at, stream, event }, index) => ({
      id: String(index),
      type: event.type,
      version: 1,
      data: event.data,
      meta: { commandId: "x", actor: null, sessionId: null, requestId: null, source: "web", at: iso(at) },
      stream,
      revision: index,
      position: toPosition(index + 1),
      recordedAt: iso(at),
    }));

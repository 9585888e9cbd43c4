import { describe, it } from "vitest";
import { remindersPerJournal } from "../contract/reminder-values.ts";
import { specify } from "../kernel/given-when-then.ts";
import { journalDecider } from "./decider.ts";
import type { JournalEvent } from "./events.ts";
import { journalSamples as samples } from "./samples.ts";

const given = specify(journalDecider);
const { JournalCreated, JournalTrashed, JournalErased, JournalHidden, ReminderAdded, ReminderRemoved } =
  samples;

type ReminderAddedEvent = Extract<JournalEvent, { type: "ReminderAdded" }>;
const { data } = ReminderAdded;
const { data: removal } = ReminderRemoved;
const morningReminder: ReminderAddedEvent["data"] = {
  ...data,
  rule: { ...data.rule, time: "morning", hour: 7, minute: 0 },
};
const add = (reminder: ReminderAddedEvent["data"], isPaid = false) =>
  ({ type: "AddReminder", data: reminder, isPaid }) as const;
const remove = { type: "RemoveReminder", data: removal } as const;

describe("reminders", () => {
  it("a reminder is added; a reminder at a specific time needs a paid account", () => {
    given(JournalCreated).when(add(data, true)).then(ReminderAdded);
    given(JournalCreated).when(add(data)).thenRejected("pro_required");
    given(JournalCreated).when(add(morningReminder)).then({ type: "ReminderAdded", data: morningReminder });
  });

  it("a reminder is refused when its id is taken, so that the caller tries another id", () => {
    given(JournalCreated, ReminderAdded).when(add(morningReminder)).thenRejected("id_taken");
    given(JournalCreated, ReminderAdded, ReminderRemoved).when(add(morningReminder)).thenRejected("id_taken");
  });

  it("a journal has at most twenty reminders; removing one makes room for another", () => {
    const twentyReminders = Array.from({ length: remindersPerJournal }, (_, index): ReminderAddedEvent => {
      return { type: "ReminderAdded", data: { ...data, reminderId: data.reminderId + index } };
    });
    const addOneMore = add({ ...morningReminder, reminderId: data.reminderId + remindersPerJournal });
    given(JournalCreated, ...twentyReminders)
      .when(addOneMore)
      .thenRejected("invalid");
    given(JournalCreated, ...twentyReminders, ReminderRemoved)
      .when(addOneMore)
      .then({ type: "ReminderAdded", data: addOneMore.data });
  });

  it("a reminder is removed once, also from a journal in the trash; removing an unknown reminder is refused", () => {
    given(JournalCreated, ReminderAdded).when(remove).then(ReminderRemoved);
    given(JournalCreated, ReminderAdded, ReminderRemoved).when(remove).thenNothing();
    given(JournalCreated, ReminderAdded, JournalTrashed).when(remove).then(ReminderRemoved);
    given(JournalCreated).when(remove).thenRejected("not_found");
  });

  it("a reminder is not added to a journal that is in the trash, erased or missing", () => {
    given(JournalCreated, JournalTrashed).when(add(morningReminder)).thenRejected("journal_trashed");
    given(JournalCreated, JournalErased).when(add(morningReminder)).thenRejected("not_found");
    given().when(add(morningReminder)).thenRejected("not_found");
  });
});

describe("restoring reminders", () => {
  const { journalId, reminderId, accountId } = data;
  const at = "2026-11-23T12:00:00.000Z";
  const restore = (isPaid = false) =>
    ({ type: "RestoreReminder", data: { journalId, reminderId, accountId, at }, isPaid }) as const;
  const morningReminderAdded: ReminderAddedEvent = { type: "ReminderAdded", data: morningReminder };
  const morningReminderRestored: ReminderAddedEvent = {
    type: "ReminderAdded",
    data: { ...morningReminder, at },
  };

  it("a removed reminder is restored once, with its id and its rule", () => {
    given(JournalCreated, morningReminderAdded, ReminderRemoved)
      .when(restore())
      .then(morningReminderRestored);
    given(JournalCreated, morningReminderAdded, ReminderRemoved, morningReminderRestored)
      .when(restore())
      .thenNothing();
    given(JournalCreated, morningReminderAdded).when(restore()).thenNothing();
  });

  it("a restored reminder can be removed and restored again", () => {
    const restoredOnce = [
      JournalCreated,
      morningReminderAdded,
      ReminderRemoved,
      morningReminderRestored,
    ] as const;
    given(...restoredOnce)
      .when(remove)
      .then(ReminderRemoved);
    given(...restoredOnce, ReminderRemoved)
      .when(restore())
      .then(morningReminderRestored);
  });

  it("a restored reminder keeps a specific time with PRO, and comes at the nearest general time without PRO", () => {
    const rule = { ...data.rule, time: "evening", hour: 19, minute: 0 } as const;
    given(JournalCreated, ReminderAdded, ReminderRemoved)
      .when(restore(true))
      .then({ type: "ReminderAdded", data: { ...data, at } });
    given(JournalCreated, ReminderAdded, ReminderRemoved)
      .when(restore())
      .then({ type: "ReminderAdded", data: { ...data, rule, at } });
  });

  it("a removed reminder is restored only while the journal has fewer than twenty reminders", () => {
    const others = Array.from({ length: remindersPerJournal }, (_, index): ReminderAddedEvent => {
      return { type: "ReminderAdded", data: { ...data, reminderId: data.reminderId + index + 1 } };
    });
    given(JournalCreated, ReminderAdded, ReminderRemoved, ...others)
      .when(restore(true))
      .thenRejected("invalid");
    given(JournalCreated, ReminderAdded, ReminderRemoved, ...others.slice(1))
      .when(restore(true))
      .then({ type: "ReminderAdded", data: { ...data, at } });
  });

  it("a reminder that was never in the journal, or that a downgrade moved to another one, is not restored", () => {
    given(JournalCreated).when(restore()).thenRejected("not_found");
    const movedByDowngrade: JournalEvent = { type: "ReminderRemoved", data: { ...removal, by: "downgrade" } };
    given(JournalCreated, ReminderAdded, movedByDowngrade).when(restore(true)).thenRejected("not_found");
    given(JournalCreated, ReminderAdded, movedByDowngrade).when(remove).thenNothing();
  });

  it("a removed reminder is not restored in a journal that is in the trash, hidden or erased", () => {
    const historyWithRemoval = [JournalCreated, ReminderAdded, ReminderRemoved] as const;
    given(...historyWithRemoval, JournalTrashed)
      .when(restore())
      .thenRejected("journal_trashed");
    given(...historyWithRemoval, JournalHidden)
      .when(restore())
      .thenRejected("not_found");
    given(...historyWithRemoval, JournalErased)
      .when(restore())
      .thenRejected("not_found");
  });
});

describe("adopting reminders", () => {
  const adopt = { type: "AdoptReminder", data } as const;

  it("a reminder of another journal is adopted with its id and specific time, also by a journal with twenty reminders", () => {
    const others = Array.from({ length: remindersPerJournal }, (_, index): ReminderAddedEvent => {
      return { type: "ReminderAdded", data: { ...data, reminderId: data.reminderId + index + 1 } };
    });
    given(JournalCreated, ...others)
      .when(adopt)
      .then(ReminderAdded);
    given(JournalCreated, ReminderAdded).when(adopt).thenNothing();
  });

  it("an adopted reminder can be removed from a journal that had removed it before", () => {
    given(JournalCreated, ReminderAdded, ReminderRemoved, ReminderAdded).when(remove).then(ReminderRemoved);
  });
});

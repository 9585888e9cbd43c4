import { describe, it } from "vitest";
import { remindersPerJournal } from "../contract/reminder-values.ts";
import { specify } from "../kernel/given-when-then.ts";
import { journalDecider } from "./decider.ts";
import type { JournalEvent } from "./events.ts";
import { journalSamples as samples } from "./samples.ts";

const given = specify(journalDecider);
const { JournalCreated, JournalTrashed, JournalErased, ReminderAdded, ReminderRemoved } = samples;

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

describe("a reminder", () => {
  it("is added; a specific time needs a paid account", () => {
    given(JournalCreated).when(add(data, true)).then(ReminderAdded);
    given(JournalCreated).when(add(data)).thenRejected("pro_required");
    given(JournalCreated).when(add(morningReminder)).then({ type: "ReminderAdded", data: morningReminder });
  });

  it("gets another id when its id is taken", () => {
    given(JournalCreated, ReminderAdded).when(add(morningReminder)).thenRejected("id_taken");
    given(JournalCreated, ReminderAdded, ReminderRemoved).when(add(morningReminder)).thenRejected("id_taken");
  });

  it("is one of at most twenty; removing one makes room", () => {
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

  it("is removed once, also in the trash; an unknown one is refused", () => {
    given(JournalCreated, ReminderAdded).when(remove).then(ReminderRemoved);
    given(JournalCreated, ReminderAdded, ReminderRemoved).when(remove).thenNothing();
    given(JournalCreated, ReminderAdded, JournalTrashed).when(remove).then(ReminderRemoved);
    given(JournalCreated).when(remove).thenRejected("not_found");
  });

  it("is not added to a journal in the trash or to an erased one", () => {
    given(JournalCreated, JournalTrashed).when(add(morningReminder)).thenRejected("journal_trashed");
    given(JournalCreated, JournalErased).when(add(morningReminder)).thenRejected("not_found");
    given().when(add(morningReminder)).thenRejected("not_found");
  });
});

describe("a reminder of another journal", () => {
  const adopt = { type: "AdoptReminder", data } as const;

  it("is adopted with its id and its clock time, however many there are", () => {
    const others = Array.from({ length: remindersPerJournal }, (_, index): ReminderAddedEvent => {
      return { type: "ReminderAdded", data: { ...data, reminderId: data.reminderId + index + 1 } };
    });
    given(JournalCreated, ...others)
      .when(adopt)
      .then(ReminderAdded);
    given(JournalCreated, ReminderAdded).when(adopt).thenNothing();
  });

  it("can be stopped where it is now", () => {
    given(JournalCreated, ReminderAdded, ReminderRemoved, ReminderAdded).when(remove).then(ReminderRemoved);
  });
});

import { badJournal, journal, type PersonIds, type Rows } from "./row.ts";

const daily = { frequency: "daily", general_time: "morning" } as const;
const reminder = ({ journalId, reminderId }: PersonIds) => ({ params: { journalId, reminderId } });
const badReminder = {
  input: ({ journalId }: PersonIds) => ({ params: { journalId, reminderId: "x" } }),
  status: 400,
};

/** Calls about reminders. */
export const reminderRows: Rows<
  "listReminders" | "listAllReminders" | "addReminder" | "removeReminder" | "restoreReminder" | "stopReminder"
> = {
  listReminders: { input: journal, otherPersonStatus: 404, malformed: badJournal },
  listAllReminders: { input: () => ({}) },
  addReminder: {
    input: (ids) => ({ ...journal(ids), body: daily }),
    otherPersonStatus: 404,
    wrongTier: {
      input: (ids) => ({ ...journal(ids), body: { ...daily, general_time: "specific", hour: 8 } }),
      status: 403,
      code: "pro_required",
    },
    malformed: {
      input: (ids) => ({ ...journal(ids), body: { ...daily, frequency: "never" as never } }),
      status: 422,
    },
  },
  removeReminder: { input: reminder, otherPersonStatus: 404, malformed: badReminder },
  restoreReminder: { input: reminder, otherPersonStatus: 404, malformed: badReminder },
  // This call needs no session: the slug is the credential. `reminders.int.test.ts` tests slugs of other people.
  stopReminder: {
    input: () => ({ params: { userSlug: "wrong" }, query: { rid: "1" } }),
    malformed: { input: () => ({ params: { userSlug: "wrong" }, query: { rid: "x" } }), status: 400 },
  },
};

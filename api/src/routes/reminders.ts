import type { Application } from "@daybook/application/application";
import {
  addReminder,
  listAllReminders,
  listReminders,
  type ReminderChoice,
  removeReminder,
  restoreReminder,
  stopReminder,
} from "@daybook/application/reminders/manage-reminders";
import { generalHours } from "@daybook/domain/contract/reminder-values";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Call } from "../context.ts";
import type { Mount } from "../http/mount.ts";
import { presentReminder } from "../presenters/reminder.ts";

/** Reads what a person chose in a reminder form. Drops values that the chosen frequency or time does not use. */
function readChoice({ frequency, general_time: time, ...form }: Call<"addReminder">["body"]): ReminderChoice {
  const isSpecific = time === "specific";
  return {
    frequency,
    time,
    hour: isSpecific ? (form.hour ?? 0) : generalHours[time],
    minute: isSpecific ? (form.minute ?? 0) : 0,
    weekday: frequency === "weekly" ? form.weekday : null,
    day: frequency === "monthly" ? form.day : null,
  };
}

/** The calls of reminders. */
export function mountReminders(mount: Mount, app: Application): void {
  mount("listReminders", async ({ params, ...context }) => {
    const reminders = await listReminders(app, context, params.journalId);
    if (isRejection(reminders)) return reminders;
    return { status: 200, body: { reminders: reminders.map(presentReminder) } };
  });

  mount("listAllReminders", async (context) => {
    const reminders = (await listAllReminders(app, context)).map((view) => ({
      reminder: { ...presentReminder(view).reminder, journal_id: view.journalId },
    }));
    return { status: 200, body: { reminders } };
  });

  mount("addReminder", async ({ params, body, ...context }) => {
    const reminder = await addReminder(app, context, params.journalId, readChoice(body));
    return isRejection(reminder) ? reminder : { status: 201, body: presentReminder(reminder) };
  });

  mount(
    "removeReminder",
    async ({ params, ...context }) => (await removeReminder(app, context, params)) ?? { status: 204 },
  );

  mount("restoreReminder", async ({ params, ...context }) => {
    const reminder = await restoreReminder(app, context, params);
    return isRejection(reminder) ? reminder : { status: 200, body: presentReminder(reminder) };
  });

  mount("stopReminder", async ({ params, query, ...context }) => {
    const result = await stopReminder(app, context, { userSlug: params.userSlug, reminderId: query.rid });
    return result ?? { status: 204 };
  });
}

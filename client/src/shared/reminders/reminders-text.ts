import type { ReminderFrequency, ReminderTime } from "@daybook/domain/contract/reminder-values";
import type { UpcomingTime } from "./upcoming-times.ts";

const frequencies: Record<ReminderFrequency | "never", string> = {
  daily: "Every day",
  bidaily: "Every second day",
  weekly: "Every week",
  monthly: "Every month",
  never: "Never",
};

const times: Record<ReminderTime, string> = {
  morning: "Morning (7:00 am)",
  noon: "Noon (12:00 pm)",
  evening: "Evening (7:00 pm)",
  specific: "Specific time",
};

/** Text of the reminders of a journal, wherever they are shown. */
export const remindersText = {
  title: "Reminders",
  sheetTitle: (journal: string) => `Reminders for “${journal}”`,
  lead: "An e-mail with a link to a new page, at the time you choose.",
  empty: "No reminders yet.",
  add: "+ Add new reminder",
  stop: "Stop reminder",
  stopOf: (reminder: string) => `Stop reminder: ${reminder}`,
  stopped: "Stopped",
  undo: "Undo",
  undoOf: (reminder: string) => `Undo: ${reminder}`,
  /** The days of the next mails, with clock times only when the times differ. An empty list gives an empty text. */
  next: (upcomingTimes: readonly UpcomingTime[]) => {
    if (upcomingTimes.length === 0) return "";
    const hasOneTime = upcomingTimes.every(({ time }) => time === upcomingTimes[0]?.time);
    return `Next: ${upcomingTimes.map(({ day, time }) => (hasOneTime ? day : `${day} at ${time}`)).join("; ")}`;
  },
  form: {
    title: "New reminder",
    frequency: "How often",
    frequencies,
    weekday: "Weekday",
    day: "Day of the month",
    lastDay: "In a shorter month it is sent on the last day.",
    time: "Time",
    times,
    specificNeedsPro: "Specific time (PRO)",
    needsPro:
      "A free account has reminders in the morning, at noon and in the evening. A specific time comes with PRO.",
    hour: "Hour",
    minute: "Minute",
    amPm: "am or pm",
    never: "You will not be reminded. Choose how often to be reminded.",
    missing: "Choose how often to be reminded.",
    upcoming: "The next three:",
    at: (day: string, time: string) => `${day} at ${time}`,
    cancel: "Cancel",
    submit: "Add reminder",
  },
  zone: (zone: string) =>
    `Times are in your time zone, ${zone}. If you change your time zone, reminders keep their clock time and follow the new zone.`,
  changeZone: "Change time zone",
} as const;

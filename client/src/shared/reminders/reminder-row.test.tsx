// @vitest-environment happy-dom
import type { Reminder } from "@daybook/domain/contract/reminders";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Api, ApiFailure } from "../api-client.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleReminder } from "../testing/sample-reminder.ts";
import { ReminderRow } from "./reminder-row.tsx";

const eveningReminder: Reminder = { ...sampleReminder, next_run_at: "2026-11-20T19:00:00.000Z" };
const specificReminder: Reminder = {
  ...eveningReminder,
  general_time: "specific",
  hour: 18,
  minute: 5,
  display_text: "Every day at 7:00 pm (6:05 pm with PRO)",
};
const refusal: ApiFailure = {
  ok: false,
  status: 422,
  code: "invalid",
  message: "A journal has at most 20 reminders. Stop one of them first.",
  body: null,
  retryAfter: null,
};

let now: number;
beforeEach(() => (now = Date.parse("2026-11-20T12:00:00.000Z")));

/** Shows the row of the specific reminder. `answers` are the replies to its requests, in order. */
async function showRow(...answers: unknown[]) {
  const requests: unknown[] = [];
  const api = {
    call: (name: string, { params }: { params: object }) => {
      requests.push([name, params]);
      return Promise.resolve(answers.shift());
    },
  } as unknown as Api;
  const reminderSettings = { zone: "UTC", isPaid: false, dateFormat: "M/D/YYYY" } as const;
  const row = (reminder: Reminder) => (
    <ReminderRow reminder={reminder} journalId={5} reminderSettings={reminderSettings} />
  );
  const clock = { now: () => now };
  const view = await renderForTest(row(specificReminder), { api, clock });
  const press = (name: string) => act(async () => view.button(name).click());
  return { ...view, press, requests, showAgain: (reminder: Reminder) => view.show(row(reminder)) };
}
const stoppedReply = { ok: true, status: 204, data: null };
const restoredReply = { ok: true, status: 200, data: { reminder: eveningReminder } };
const reminderParams = { journalId: "5", reminderId: "7" };

afterEach(() => void vi.useRealTimers());
test("the next time is renewed on an open page when it has passed", async () => {
  vi.useFakeTimers();
  const { remove } = await showRow();
  const shownText = () => document.querySelector("[role=status]")?.textContent;
  expect(shownText()).toContain("Next: Friday, November 20");
  now = Date.parse(specificReminder.next_run_at);
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(shownText()).toContain("Next: Saturday, November 21");
  await remove();
});

test("Undo restores the reminder with its id, so that it can be stopped again", async () => {
  const { press, requests, remove } = await showRow(stoppedReply, restoredReply, stoppedReply);
  await press(`Stop reminder: ${specificReminder.display_text}`);
  expect(document.querySelector("[role=status]")?.textContent).toBe("Stopped");
  await press(`Undo: ${specificReminder.display_text}`);
  expect(document.querySelector("[role=status]")?.textContent).toContain("Next: Friday, November 20");
  await press(`Stop reminder: ${eveningReminder.display_text}`);
  expect(requests).toEqual([
    ["removeReminder", reminderParams],
    ["restoreReminder", reminderParams],
    ["removeReminder", reminderParams],
  ]);
  await remove();
});

test("a refused Undo says why, and the reminder stays stopped", async () => {
  const { press, remove } = await showRow(stoppedReply, refusal);
  await press(`Stop reminder: ${specificReminder.display_text}`);
  await press(`Undo: ${specificReminder.display_text}`);
  expect(document.querySelector("[role=alert]")?.textContent).toBe(refusal.message);
  expect(document.querySelector("[role=status]")?.textContent).toBe("Stopped");
  await remove();
});

test("a restored reminder shows its new times after the list was loaded again", async () => {
  const { press, remove, showAgain } = await showRow(stoppedReply, restoredReply);
  await press(`Stop reminder: ${specificReminder.display_text}`);
  await press(`Undo: ${specificReminder.display_text}`);
  await showAgain({ ...eveningReminder, next_run_at: "2026-11-21T19:00:00.000Z" });
  expect(document.querySelector("[role=status]")?.textContent).toContain("Next: Saturday, November 21");
  await remove();
});

test("a reminder of a journal that is no longer there is not shown as stopped", async () => {
  const notFound: ApiFailure = { ...refusal, status: 404, code: "not_found", message: "No such journal." };
  const { press, remove } = await showRow(notFound);
  await press(`Stop reminder: ${specificReminder.display_text}`);
  expect(document.querySelector("[role=alert]")?.textContent).toBe(notFound.message);
  expect(document.querySelector("[role=status]")?.textContent).toContain("Next: ");
  await remove();
});

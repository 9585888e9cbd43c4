// @vitest-environment happy-dom
import type { NewReminder } from "@daybook/domain/contract/reminders";
import { act } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { ApiFailure } from "../api-client.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { AddReminder } from "./add-reminder.tsx";

const refusal: ApiFailure = {
  ok: false,
  status: 422,
  code: "invalid",
  message: "A journal can have 20 reminders.",
  body: null,
  retryAfter: null,
};
const hasField = (label: string) => labels().includes(label);
const labels = () => [...document.querySelectorAll("label")].map(({ textContent }) => textContent);
const field = (label: string): HTMLSelectElement => {
  const labelElement = [...document.querySelectorAll("label")].find(
    ({ textContent }) => textContent === label,
  );
  return document.querySelector(`[id="${labelElement?.htmlFor}"]`)!;
};
const choose = (label: string, value: string) =>
  act(async () => {
    const select = field(label);
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
const preview = () => document.querySelector("output")?.textContent;

async function openForm(
  { isPaid }: { isPaid: boolean },
  answers: (ApiFailure | null | Promise<ApiFailure | null>)[] = [],
) {
  const sentReminders: NewReminder[] = [];
  const clock = { now: () => Date.parse("2026-11-20T12:00:00.000Z") };
  const view = await renderForTest(
    <MemoryRouter>
      <AddReminder
        reminderSettings={{ zone: "America/New_York", isPaid, dateFormat: "M/D/YYYY" }}
        add={async (body) => {
          sentReminders.push(body);
          return answers.shift() ?? null;
        }}
        onCancel={() => {}}
      />
    </MemoryRouter>,
    { clock, isMobile: false },
  );
  const submit = () => act(async () => view.button("Add reminder").click());
  return { ...view, sentReminders, submit };
}

test("the form shows its schedule as a sentence, with the next three times", async () => {
  const { remove } = await openForm({ isPaid: false });
  expect(document.activeElement).toBe(field("How often"));
  expect(labels()).toEqual(["How often", "Time"]);
  await choose("How often", "weekly");
  await choose("Time", "morning");
  expect(preview()).toContain("Every Monday at 7:00 am");
  expect(preview()).toContain("Monday, November 23 at 7:00 am");
  expect(preview()).toContain("Monday, December 7 at 7:00 am");
  await remove();
});

test("the form asks for the weekday of a weekly reminder, for the day of a monthly one, and for the clock time when it is specific", async () => {
  const { remove, sentReminders, submit } = await openForm({ isPaid: true });
  await choose("How often", "weekly");
  expect(field("Weekday").value).toBe("1");
  await choose("How often", "monthly");
  expect(hasField("Weekday")).toBe(false);
  expect(field("Day of the month").value).toBe("1");
  await choose("Day of the month", "31");
  expect(document.body.textContent).toContain("In a shorter month it is sent on the last day.");
  await choose("Time", "specific");
  expect(labels()).toEqual(["How often", "Day of the month", "Time", "Hour", "Minute", "am or pm"]);
  await choose("Hour", "12");
  await choose("Minute", "7");
  await submit();
  expect(sentReminders).toEqual([
    { frequency: "monthly", general_time: "specific", hour: 0, minute: 7, day: 31 },
  ]);
  await remove();
});

test("a free account is told that a specific time needs PRO, and cannot choose it", async () => {
  const { remove } = await openForm({ isPaid: false });
  const specificOption = [...field("Time").options].find(({ value }) => value === "specific");
  expect([specificOption?.textContent, specificOption?.disabled]).toEqual(["Specific time (PRO)", true]);
  expect(document.body.textContent).toContain("A specific time comes with PRO.");
  await remove();
});

test("with “never” chosen, the form sends no request and says why", async () => {
  const { remove, sentReminders, submit } = await openForm({ isPaid: true });
  await choose("How often", "never");
  expect(labels()).toEqual(["How often"]);
  await submit();
  expect(sentReminders).toEqual([]);
  expect(field("How often").getAttribute("aria-invalid")).toBe("true");
  expect(document.body.textContent).toContain("Choose how often to be reminded.");
  await choose("How often", "daily");
  expect(field("How often").getAttribute("aria-invalid")).toBeNull();
  await remove();
});

test("while the reminder is being added, the form cannot be closed", async () => {
  let answer: (refusal: ApiFailure) => void = () => {};
  const pendingAnswer = new Promise<ApiFailure>((resolve) => (answer = resolve));
  const { remove, submit, button } = await openForm({ isPaid: true }, [pendingAnswer]);
  expect(button("Cancel").disabled).toBe(false);
  await submit();
  expect(button("Cancel").disabled).toBe(true);
  await act(async () => answer(refusal));
  expect(button("Cancel").disabled).toBe(false);
  await remove();
});

test("a refusal is shown, and the choices stay", async () => {
  const { remove, submit } = await openForm({ isPaid: true }, [refusal]);
  await choose("How often", "bidaily");
  await submit();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("A journal can have 20 reminders.");
  expect(field("How often").value).toBe("bidaily");
  await remove();
});

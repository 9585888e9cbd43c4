// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { sampleReminder } from "../../shared/testing/sample-reminder.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { sampleSettings } from "../../shared/testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { ManageRemindersPage } from "./manage-reminders-page.tsx";
import type { ResolvedReminders } from "./resolve-reminders.ts";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const startSession = () =>
  createActor(sessionMachine, {
    input: { now: () => now, read: () => sampleSession(now + 86_400_000) },
  }).start();

test.each<[string, string, ResolvedReminders["journal"]]>([
  [
    "a journal in the trash",
    "Reminders for “Journal 5”",
    sampleJournal(5, { trashed_at: "2026-11-20T10:00:00.000Z" }),
  ],
  ["an unknown journal", "Journal Not Found", null],
])("for %s, the title in the tab is “%s”", async (_, title, journal) => {
  const sessionActor = startSession();
  const router = createMemoryRouter([
    { path: "/", Component: ManageRemindersPage, loader: () => ({ journal, failure: null }) },
  ]);
  const page = await renderForTest(<RouterProvider router={router} />, { sessionActor, isMobile: false });
  await act(async () => {});
  expect(document.title).toBe(`${title} · Daybook`);
  await page.remove();
  sessionActor.stop();
});

test("while the reminders of another journal are loading, those of the previous one are not shown", async () => {
  const api = {
    call: (name: string, { params }: { params?: { journalId: string } } = {}) => {
      if (name === "getSettings")
        return Promise.resolve({ ok: true, status: 200, data: { settings: sampleSettings } });
      const listReply = { ok: true, status: 200, data: { reminders: [{ reminder: sampleReminder }] } };
      return params?.journalId === "5" ? Promise.resolve(listReply) : new Promise(() => {});
    },
  } as unknown as Api;
  const sessionActor = startSession();
  const router = createMemoryRouter(
    [
      {
        path: "/:id",
        Component: ManageRemindersPage,
        loader: ({ params }) => ({ journal: sampleJournal(Number(params["id"])), failure: null }),
      },
    ],
    { initialEntries: ["/5"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, {
    api,
    settings: new SettingsStore(api),
    sessionActor,
    clock: { now: () => 0 },
    isMobile: false,
  });
  await act(async () => {});
  expect(document.body.textContent).toContain("Every day at 7:00 pm");
  await act(async () => router.navigate("/6"));
  expect(document.querySelector("h1")?.textContent).toBe("Reminders for “Journal 6”");
  expect(document.body.textContent).not.toContain("Every day at 7:00 pm");
  await page.remove();
  sessionActor.stop();
});

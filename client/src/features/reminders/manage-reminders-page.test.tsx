// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { ManageRemindersPage } from "./manage-reminders-page.tsx";
import type { ResolvedReminders } from "./resolve-reminders.ts";

const now = Date.parse("2026-11-23T12:00:00.000Z");

test.each<[string, string, ResolvedReminders["journal"]]>([
  ["a journal", "Reminders for “Journal 5”", sampleJournal(5, { trashed_at: "2026-11-20T10:00:00.000Z" })],
  ["an unknown journal", "Journal Not Found", null],
])("for %s, the title in the tab is “%s”", async (_, title, journal) => {
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => sampleSession(now + 86_400_000) },
  }).start();
  const router = createMemoryRouter([
    { path: "/", Component: ManageRemindersPage, loader: () => ({ journal, failure: null }) },
  ]);
  const page = await renderForTest(<RouterProvider router={router} />, { sessionActor, isMobile: false });
  await act(async () => {});
  expect(document.title).toBe(`${title} · Daybook`);
  await page.remove();
  sessionActor.stop();
});

// @vitest-environment happy-dom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleReminder } from "../../shared/testing/sample-reminder.ts";
import { sampleSettings } from "../../shared/testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { RemindersSection } from "./reminders-section.tsx";

test("when the reminders cannot be loaded again after a change of the time zone, the section says so and offers to try again", async () => {
  const listReply = {
    ok: true,
    status: 200,
    data: { reminders: [{ reminder: { ...sampleReminder, journal_id: 5 } }] },
  };
  const listReplies: unknown[] = [listReply, sampleFailure(503, "unavailable"), listReply];
  const changedSettings = { ...sampleSettings, timezone: "Asia/Tokyo" };
  const replies: Record<string, unknown> = {
    listJournals: { ok: true, status: 200, data: { journals: [] } },
    getSettings: { ok: true, status: 200, data: { settings: sampleSettings } },
    changeTimezone: { ok: true, status: 200, data: { settings: changedSettings } },
  };
  const api = {
    call: async (name: string) => (name === "listAllReminders" ? listReplies.shift() : replies[name]),
  } as unknown as Api;
  const settings = new SettingsStore(api);
  await settings.load();
  const sessionActor = createActor(sessionMachine, { input: { now: () => 0, read: () => null } }).start();
  const { button, remove } = await renderForTest(
    <MemoryRouter>
      <RemindersSection />
    </MemoryRouter>,
    { api, settings, sessionActor, clock: { now: () => 0 } },
  );
  expect(button(commonText.actions.tryAgain)).toBeUndefined();
  await act(async () => void (await settings.change("changeTimezone", { timezone: "Asia/Tokyo" })));
  await act(async () => button(commonText.actions.tryAgain).click());
  expect(button(commonText.actions.tryAgain)).toBeUndefined();
  expect(listReplies).toEqual([]);
  await remove();
  sessionActor.stop();
});

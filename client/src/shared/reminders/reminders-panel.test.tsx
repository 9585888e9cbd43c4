// @vitest-environment happy-dom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import { SettingsStore } from "../../stores/settings.store.ts";
import type { Api } from "../api-client.ts";
import { commonText } from "../common-text.ts";
import { sessionMachine } from "../session/session.machine.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleFailure } from "../testing/sample-failure.ts";
import { sampleSettings } from "../testing/test-server.ts";
import { RemindersPanel } from "./reminders-panel.tsx";
import { remindersText } from "./reminders-text.ts";

test("a failure of the settings is shown, and a retry loads them again", async () => {
  const settingsReplies: unknown[] = [
    sampleFailure(503, "unavailable"),
    { ok: true, status: 200, data: { settings: sampleSettings } },
  ];
  const listReply = { ok: true, status: 200, data: { reminders: [] } };
  const api = {
    call: async (name: string) => (name === "getSettings" ? settingsReplies.shift() : listReply),
  } as unknown as Api;
  const sessionActor = createActor(sessionMachine, { input: { now: () => 0, read: () => null } }).start();
  const { button, remove } = await renderForTest(
    <MemoryRouter>
      <RemindersPanel journalId={5} />
    </MemoryRouter>,
    { api, settings: new SettingsStore(api), sessionActor, isMobile: false },
  );
  expect(document.body.textContent).toContain(sampleFailure(503, "unavailable").message);
  await act(async () => button(commonText.actions.tryAgain).click());
  expect(document.body.textContent).toContain(remindersText.empty);
  await remove();
  sessionActor.stop();
});

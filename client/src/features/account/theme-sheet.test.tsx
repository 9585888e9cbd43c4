// @vitest-environment happy-dom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import { commonText } from "../../shared/common-text.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { testServer } from "../../shared/testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { ThemeSheet } from "./theme-sheet.tsx";

test("when the settings cannot be loaded, the sheet says so and can try again", async () => {
  const { api, serverState } = testServer();
  serverState.isDown = true;
  const sessionActor = createActor(sessionMachine, { input: { now: () => 0, read: () => null } }).start();
  const { button, remove } = await renderForTest(
    <MemoryRouter>
      <ThemeSheet onClose={() => {}} />
    </MemoryRouter>,
    { api, settings: new SettingsStore(api), sessionActor },
  );
  await act(async () => {});
  expect(button(commonText.actions.tryAgain)).toBeDefined();
  serverState.isDown = false;
  await act(async () => button(commonText.actions.tryAgain).click());
  expect(document.querySelectorAll("[type=radio]")).toHaveLength(8);
  await remove();
  sessionActor.stop();
});

// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { sampleSettings } from "../../shared/testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { accountText } from "./account-text.ts";
import { SettingsPage } from "./settings-page.tsx";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const at = "2026-11-22T12:00:00.000Z";
const sessionRow = (id: number, current: boolean) => ({
  session: { id, created_at: at, last_used_at: at, ip: null, user_agent: null, current },
});

test("after a change of the password, the list of sessions no longer has the other devices", async () => {
  const session = sampleSession(now + 40 * 86_400_000);
  const sessionLists = [[sessionRow(1, true), sessionRow(2, false)], [sessionRow(1, true)]];
  const replies: Record<string, () => unknown> = {
    getSettings: () => ({ settings: sampleSettings }),
    changePassword: () => session,
    listSessions: () => ({ sessions: sessionLists.shift() }),
  };
  const call = async (name: string) => {
    const reply = replies[name];
    return reply ? { ok: true, status: 200, data: reply() } : sampleFailure(503, "unavailable");
  };
  const api = { call } as unknown as Api;
  const settings = new SettingsStore(api);
  await settings.load();
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => session },
  }).start();
  const router = createMemoryRouter([
    { path: "/", element: <SettingsPage />, loader: () => ({ failure: null }) },
  ]);
  const { remove, button } = await renderForTest(<RouterProvider router={router} />, {
    api,
    settings,
    sessionActor,
    clock: { now: () => now },
  });
  const hasOthers = () => button(accountText.sessions.logOutOthers) !== undefined;
  await act(async () => {});
  expect(hasOthers()).toBe(true);
  await act(async () => button(accountText.password.submit).click());
  expect(hasOthers()).toBe(false);
  await remove();
  sessionActor.stop();
});

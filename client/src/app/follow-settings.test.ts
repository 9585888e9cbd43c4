import { sessionTimes } from "@daybook/domain/contract/bounds";
import { describe, expect, test, vi } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { sessionMachine } from "../shared/session/session.machine.ts";
import { followSettings } from "./follow-settings.ts";
import { sampleSession } from "../shared/testing/sample-session.ts";
import { sampleSettings, testServer } from "../shared/testing/test-server.ts";
import { SettingsStore } from "../stores/settings.store.ts";

const now = Date.parse("2026-11-20T12:00:00.000Z");

function sessionWith(isPro: boolean, userId = 7) {
  const session = sampleSession(now + 2 * sessionTimes.expiringWithin, "token", userId);
  return { ...session, user: { ...session.user, is_pro: isPro } };
}

/** Opens a browser with data from an earlier visit. Nobody is logged in yet. */
function openBrowser(storedItems: Record<string, string> = {}) {
  const server = testServer({ settings: { ...sampleSettings, ui_theme: "meadow" } });
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => null },
    clock: new SimulatedClock(),
  }).start();
  const settings = new SettingsStore(server.api);
  const storage = new Map(Object.entries(storedItems));
  const dataset: { uiTheme?: string | undefined } = { uiTheme: storedItems["daybook-ui-theme"] };
  const fakeLocalStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  };
  const wakeUps: (() => void)[] = [];
  const sleep = () => new Promise<void>((wakeUp) => wakeUps.push(wakeUp));
  followSettings({ sessionActor, settings }, { page: { dataset }, storage: () => fakeLocalStorage }, sleep);
  const logIn = async (session: ReturnType<typeof sessionWith>) => {
    sessionActor.send({ type: "session.opened", session });
    await vi.waitFor(() => expect(settings.current.get()).not.toBeNull());
  };
  return { server, sessionActor, settings, storage, dataset, logIn, wakeUps };
}

test("settings load at login and are cleared when the session ends", async () => {
  const { settings, sessionActor, logIn } = openBrowser();
  expect(settings.current.get()).toBeNull();
  await logIn(sessionWith(false));
  expect(settings.current.get()?.timezone).toBe("Europe/London");
  sessionActor.send({ type: "account.deleted" });
  expect(settings.current.get()).toBeNull();
});

test("settings that could not be loaded are requested again, unless the session has ended", async () => {
  const { server, settings, sessionActor, wakeUps } = openBrowser();
  server.serverState.isDown = true;
  sessionActor.send({ type: "session.opened", session: sessionWith(false) });
  await vi.waitFor(() => expect(wakeUps).toHaveLength(1));
  wakeUps[0]!();
  await vi.waitFor(() => expect(wakeUps).toHaveLength(2));
  server.serverState.isDown = false;
  wakeUps[1]!();
  await vi.waitFor(() => expect(settings.current.get()).toEqual(server.serverState.settings));

  sessionActor.send({ type: "account.deleted" });
  server.serverState.isDown = true;
  sessionActor.send({ type: "session.opened", session: sessionWith(false, 8) });
  await vi.waitFor(() => expect(wakeUps).toHaveLength(3));
  sessionActor.send({ type: "account.deleted" });
  const load = vi.spyOn(settings, "load");
  wakeUps[2]!();
  await new Promise((resolve) => setImmediate(resolve));
  expect(load).not.toHaveBeenCalled();
});

describe("themes", () => {
  test("the theme of a paid account is shown and stored, and stays when the session ends", async () => {
    const { dataset, storage, sessionActor, logIn } = openBrowser();
    await logIn(sessionWith(true));
    expect(dataset.uiTheme).toBe("meadow");
    expect(storage.get("daybook-ui-theme")).toBe("meadow");
    sessionActor.send({ type: "unauthorised" });
    expect(dataset.uiTheme).toBe("meadow");
  });

  test("the theme of a free account is the default, even when a paid account used the browser before", async () => {
    const { dataset, storage, logIn } = openBrowser({
      "daybook-ui-theme": "dark",
      "daybook-ui-theme-of": "3",
    });
    await logIn(sessionWith(false));
    expect(dataset.uiTheme).toBeUndefined();
    expect(storage.get("daybook-ui-theme")).toBe("default");
  });

  test("a changed theme is shown immediately, and is reverted when the call fails", async () => {
    const { dataset, server, settings, logIn } = openBrowser();
    await logIn(sessionWith(true));
    await settings.change("changeUiTheme", { ui_theme: "dark" });
    expect(dataset.uiTheme).toBe("dark");
    server.serverState.refusal = "No.";
    const change = settings.change("changeUiTheme", { ui_theme: "springtime" });
    expect(dataset.uiTheme).toBe("springtime");
    await change;
    expect(dataset.uiTheme).toBe("dark");
  });

  test("the theme is the default again when the membership ends", async () => {
    const { dataset, sessionActor, logIn } = openBrowser();
    await logIn(sessionWith(true));
    sessionActor.send({ type: "session.opened", session: sessionWith(false) });
    expect(dataset.uiTheme).toBeUndefined();
  });

  test("a theme that was written into the browser's storage by hand stays until the user chooses another one", async () => {
    const { dataset, settings, logIn } = openBrowser({ "daybook-ui-theme": "dark" });
    await logIn(sessionWith(true));
    expect(dataset.uiTheme).toBe("dark");
    await settings.change("changeUiTheme", { ui_theme: "light" });
    expect(dataset.uiTheme).toBe("light");
  });

  test("the theme applies to the visit when the browser refuses storage", async () => {
    const { sessionActor, settings } = openBrowser();
    const dataset: { uiTheme?: string | undefined } = {};
    const refuseStorage = () => {
      throw new Error("refused");
    };
    followSettings({ sessionActor, settings }, { page: { dataset }, storage: refuseStorage });
    sessionActor.send({ type: "session.opened", session: sessionWith(true) });
    await vi.waitFor(() => expect(dataset.uiTheme).toBe("meadow"));
  });
});

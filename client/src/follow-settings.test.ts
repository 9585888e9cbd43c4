import { sessionTimes } from "@daybook/domain/contract/bounds";
import { describe, expect, test, vi } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { sessionMachine } from "./features/session/session.machine.ts";
import { followSettings } from "./follow-settings.ts";
import { sampleSession } from "./shared/testing/sample-session.ts";
import { sampleSettings, testServer } from "./shared/testing/test-server.ts";
import { SettingsStore } from "./stores/settings.store.ts";

const now = Date.parse("2026-11-20T12:00:00.000Z");

function person(isPro: boolean, userId = 7) {
  const session = sampleSession(now + 2 * sessionTimes.expiringWithin, "token", userId);
  return { ...session, user: { ...session.user, is_pro: isPro } };
}

/** A browser that remembers something from before, with nobody signed in yet. */
function visit(remembered: Record<string, string> = {}) {
  const server = testServer({ settings: { ...sampleSettings, ui_theme: "meadow" } });
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => null },
    clock: new SimulatedClock(),
  }).start();
  const settings = new SettingsStore(server.api);
  const kept = new Map(Object.entries(remembered));
  const dataset: { uiTheme?: string | undefined } = { uiTheme: remembered["daybook-ui-theme"] };
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  followSettings({ sessionActor, settings }, { page: { dataset }, memory: () => memory });
  const signIn = async (session: ReturnType<typeof person>) => {
    sessionActor.send({ type: "session.opened", session });
    await vi.waitFor(() => expect(settings.settings).not.toBeNull());
  };
  return { server, sessionActor, settings, kept, dataset, signIn };
}

test("settings come with the session and go with it", async () => {
  const { settings, sessionActor, signIn } = visit();
  expect(settings.settings).toBeNull();
  await signIn(person(false));
  expect(settings.settings?.timezone).toBe("Europe/London");
  sessionActor.send({ type: "account.deleted" });
  expect(settings.settings).toBeNull();
});

describe("the theme", () => {
  test("of a paid account is shown and remembered, and stays through a log-out", async () => {
    const { dataset, kept, sessionActor, signIn } = visit();
    await signIn(person(true));
    expect(dataset.uiTheme).toBe("meadow");
    expect(kept.get("daybook-ui-theme")).toBe("meadow");
    sessionActor.send({ type: "unauthorised" });
    expect(dataset.uiTheme).toBe("meadow");
  });

  test("of a free account is the default, whoever was here before", async () => {
    const { dataset, kept, signIn } = visit({ "daybook-ui-theme": "dark", "daybook-ui-theme-of": "3" });
    await signIn(person(false));
    expect(dataset.uiTheme).toBeUndefined();
    expect(kept.get("daybook-ui-theme")).toBe("default");
  });

  test("follows a choice at once, and goes back when it is refused", async () => {
    const { dataset, server, settings, signIn } = visit();
    await signIn(person(true));
    await settings.change("changeUiTheme", { ui_theme: "dark" });
    expect(dataset.uiTheme).toBe("dark");
    server.world.refusal = "No.";
    const changing = settings.change("changeUiTheme", { ui_theme: "springtime" });
    expect(dataset.uiTheme).toBe("springtime");
    await changing;
    expect(dataset.uiTheme).toBe("dark");
  });

  test("leaves with the membership", async () => {
    const { dataset, sessionActor, signIn } = visit();
    await signIn(person(true));
    sessionActor.send({ type: "session.opened", session: person(false) });
    expect(dataset.uiTheme).toBeUndefined();
  });

  test("that was set by hand stays, until the person chooses one", async () => {
    const { dataset, settings, signIn } = visit({ "daybook-ui-theme": "dark" });
    await signIn(person(true));
    expect(dataset.uiTheme).toBe("dark");
    await settings.change("changeUiTheme", { ui_theme: "light" });
    expect(dataset.uiTheme).toBe("light");
  });

  test("holds for the visit where storage is refused", async () => {
    const { sessionActor, settings } = visit();
    const dataset: { uiTheme?: string | undefined } = {};
    const refused = () => {
      throw new Error("refused");
    };
    followSettings({ sessionActor, settings }, { page: { dataset }, memory: refused });
    sessionActor.send({ type: "session.opened", session: person(true) });
    await vi.waitFor(() => expect(dataset.uiTheme).toBe("meadow"));
  });
});

import { expect, test } from "vitest";
import type { Services } from "../../shared/services.ts";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { testServer } from "../../shared/testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { resolve } from "./resolve-reminders.ts";

function startServices() {
  const { api, serverState } = testServer({ journals: [sampleJournal(5)] });
  const trackedEvents: string[] = [];
  const services = {
    api,
    settings: new SettingsStore(api),
    analytics: { track: (event: string) => void trackedEvents.push(event) },
  } as unknown as Services;
  const { signal } = new AbortController();
  return {
    serverState,
    trackedEvents,
    services,
    load: (id: string | undefined) => resolve(services, id, signal),
  };
}

test("the journal is returned, and the settings are loaded with the time zone", async () => {
  const { load, services } = startServices();
  expect((await load("5")).journal?.id).toBe(5);
  expect(services.settings.current.get()?.timezone).toBe("Europe/London");
});

test("a journal that the server does not find is no failure", async () => {
  expect(await startServices().load("6")).toEqual({ journal: null, failure: null });
});

test.each(["abc", "0", "-1", "5x", undefined])(
  "%s is no id, so there is no journal, and the event “Invalid Id” is tracked",
  async (id) => {
    const { load, trackedEvents } = startServices();
    expect(await load(id)).toEqual({ journal: null, failure: null });
    expect(trackedEvents).toEqual(["Invalid Id"]);
  },
);

test.each([
  ["is down", "isDown"],
  ["refuses the session", "isSessionOver"],
] as const)(
  "when the server %s, the failure is returned, because the journal may exist",
  async (_, state) => {
    const { load, serverState } = startServices();
    serverState[state] = true;
    expect((await load("5")).failure?.ok).toBe(false);
  },
);

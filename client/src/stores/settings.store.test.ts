import { shareLevels } from "@daybook/domain/contract/settings-values";
import { describe, expect, test } from "vitest";
import { sampleSettings, testServer } from "../shared/testing/test-server.ts";
import { SettingsStore } from "./settings.store.ts";

async function openStore() {
  const server = testServer();
  const store = new SettingsStore(server.api);
  await store.load();
  return { server, store };
}

test("settings are null until they are loaded, and stay when loading fails", async () => {
  const server = testServer();
  const store = new SettingsStore(server.api);
  expect(store.current.get()).toBeNull();
  server.serverState.isDown = true;
  expect((await store.load()).ok).toBe(false);
  expect(store.current.get()).toBeNull();
  server.serverState.isDown = false;
  await store.load();
  expect(store.current.get()).toEqual(sampleSettings);
  server.serverState.isDown = true;
  await store.load();
  expect(store.current.get()).toEqual(sampleSettings);
});

test("concurrent loads share one request", async () => {
  const store = new SettingsStore(testServer().api);
  const [firstLoad, secondLoad] = [store.load(), store.load()];
  expect(firstLoad).toBe(secondLoad);
  await firstLoad;
  expect(store.load()).not.toBe(firstLoad);
});

describe("changing settings", () => {
  test("a changed setting is shown immediately and stays", async () => {
    const { store, server } = await openStore();
    const seenFormats: (string | undefined)[] = [];
    const stop = store.current.subscribe(() => seenFormats.push(store.current.get()?.date_format));
    const change = store.change("changeDateFormat", { format: "D MMMM YYYY" });
    expect(store.current.get()?.date_format).toBe("D MMMM YYYY");
    expect(await change).toEqual({ ok: true });
    stop();
    expect([...new Set(seenFormats)]).toEqual(["D MMMM YYYY"]);
    expect(server.serverState.settings.date_format).toBe("D MMMM YYYY");
  });

  test("a changed setting is on the server when `whenReplied` resolves", async () => {
    const { store, server } = await openStore();
    void store.change("changeTimezone", { timezone: "Asia/Tokyo" });
    expect(server.serverState.settings.timezone).toBe(sampleSettings.timezone);
    await store.whenReplied();
    expect(server.serverState.settings.timezone).toBe("Asia/Tokyo");
  });

  test("a changed setting is reverted when the call fails, and the caller gets the reason", async () => {
    const { store, server } = await openStore();
    server.serverState.refusal = "Not today.";
    const change = store.change("setAutoLogout", { logout_time: 15 });
    expect(store.current.get()?.auto_logout).toBe(15);
    const outcome = await change;
    expect(outcome.ok ? null : outcome.message).toBe("Not today.");
    expect(store.current.get()).toEqual(sampleSettings);
  });

  test.each([
    ["changeTimezone", { timezone: "Asia/Tokyo" }, { timezone: "Asia/Tokyo" }],
    ["setShowPodcast", { show_podcast: false }, { show_podcast: false }],
    ["setLookingGlass", { looking_glass: false }, { looking_glass: false }],
    ["changeJournalOrder", { order: "name" as const }, { journal_order: "name" }],
    [
      "changeNotifications",
      { receive_shares: false },
      { notifications: { receive_shares: false, share_level: shareLevels.refused } },
    ],
    ["toggleReceiveMarketingEmails", { receive_marketing_emails: true }, { receive_marketing_emails: true }],
    ["changeUiTheme", { ui_theme: "meadow" as const }, { ui_theme: "meadow" }],
  ] as const)(
    "the call %s shows the same settings before and after the reply",
    async (name, body, expected) => {
      const { store } = await openStore();
      const change = store.change(name, body);
      expect(store.current.get()).toEqual({ ...sampleSettings, ...expected });
      await change;
      expect(store.current.get()).toEqual({ ...sampleSettings, ...expected });
    },
  );

  test("a setting that is changed twice ends with the last value, and changes of other settings are kept", async () => {
    const { store, server } = await openStore();
    await Promise.all([
      store.change("setAutoLogout", { logout_time: 15 }),
      store.change("setShowPodcast", { show_podcast: false }),
      store.change("setAutoLogout", { logout_time: 60 }),
    ]);
    expect(store.current.get()).toEqual({ ...sampleSettings, auto_logout: 60, show_podcast: false });
    expect(server.serverState.settings.auto_logout).toBe(60);
  });

  test("a changed setting is not shown when the reply arrives after `clear`", async () => {
    const { store } = await openStore();
    const change = store.change("setShowPodcast", { show_podcast: false });
    // The call is sent.
    await Promise.resolve();
    store.clear();
    expect((await change).ok).toBe(true);
    expect(store.current.get()).toBeNull();
  });

  test("a change that still waits for an earlier one is not sent after `clear`, because another user may be logged in", async () => {
    const { store, server } = await openStore();
    const firstChange = store.change("changeUiTheme", { ui_theme: "dark" });
    const secondChange = store.change("changeUiTheme", { ui_theme: "meadow" });
    await Promise.resolve();
    store.clear();
    expect([(await firstChange).ok, (await secondChange).ok]).toEqual([true, false]);
    expect(server.serverState.settings.ui_theme).toBe("dark");
  });
});

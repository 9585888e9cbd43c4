import { expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { createApi } from "./api-client.ts";
import { createServerClock } from "./server-clock.ts";
import { sessionMachine } from "./session/session.machine.ts";
import { sampleSession } from "./testing/sample-session.ts";

const dayMs = 86_400_000;
const serverTime = Date.parse("2026-11-20T12:00:00.000Z");
const session = sampleSession(serverTime + 30 * dayMs);

/** A device whose clock is wrong by `clockError` milliseconds, with a storage like `localStorage`. */
function deviceWith(clockError: number, values = new Map<string, string>()) {
  const device = { now: () => serverTime + clockError };
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  const openPage = () => {
    const serverClock = createServerClock(device, () => storage);
    const input = { now: serverClock.sessionNow, read: () => session };
    const actor = createActor(sessionMachine, { input, clock: new SimulatedClock() });
    return { serverClock, actor, isLoggedIn: () => actor.getSnapshot().hasTag("logged in") };
  };
  return { values, openPage };
}

test("a device clock that is 40 days ahead ends no session, in this page and after a reload", async () => {
  const { openPage } = deviceWith(40 * dayMs);
  const { serverClock, actor, isLoggedIn } = openPage();
  const clockSkewReply = { code: "clock_skew", error: "", server_time: new Date(serverTime).toISOString() };
  const replies = [new Response(JSON.stringify(clockSkewReply), { status: 401 }), Response.json({})];
  const api = createApi({
    fetch: async () => replies.shift() ?? Response.error(),
    session: () => session,
    clock: serverClock,
    sleep: async () => {},
    random: () => "random",
    origin: "http://localhost:3000",
    onUnauthorised: () => {},
  });
  expect((await api.call("listJournals")).ok).toBe(true);
  actor.start().send({ type: "session.check" });
  expect(isLoggedIn()).toBe(true);
  actor.stop();
  const reloadedPage = openPage();
  reloadedPage.actor.start();
  expect(reloadedPage.isLoggedIn()).toBe(true);
  reloadedPage.actor.stop();
});

test("after a log-in in one tab, a tab that showed the login page is logged in too, with a device clock 40 days ahead", async () => {
  const { openPage } = deviceWith(40 * dayMs);
  const created_at = new Date(serverTime).toISOString();
  const [loginTab, otherTab] = [openPage(), openPage()];
  const api = createApi({
    fetch: async () => Response.json({ ...session, access_token: { ...session.access_token, created_at } }),
    session: () => null,
    clock: loginTab.serverClock,
    sleep: async () => {},
    random: () => "random",
    origin: "http://localhost:3000",
    onUnauthorised: () => {},
  });
  const credentials = { email: "samuel@example.org", password: "blessed be god" };
  expect((await api.call("login", { body: credentials })).ok).toBe(true);
  otherTab.actor.start().send({ type: "session.changed" });
  expect(otherTab.isLoggedIn()).toBe(true);
  expect(otherTab.serverClock.now()).toBe(serverTime);
  otherTab.actor.stop();
});

test("a stored difference between the clocks from before the device's clock was corrected ends no session", () => {
  const { values } = deviceWith(0);
  deviceWith(-40 * dayMs, values)
    .openPage()
    .serverClock.set(serverTime);
  const { actor, isLoggedIn } = deviceWith(0, values).openPage();
  actor.start();
  expect(isLoggedIn()).toBe(true);
  actor.stop();
});

test("without storage, the page itself knows the server's time", () => {
  const refuseStorage = () => {
    throw new Error("storage is refused");
  };
  const clock = createServerClock({ now: () => 1_000 }, refuseStorage);
  expect(clock.now()).toBe(1_000);
  clock.set(400);
  expect([clock.now(), clock.sessionNow()]).toEqual([400, 400]);
});

test("a storage that is full does not bring back an outdated difference", () => {
  const fullStorage = {
    getItem: () => "5",
    setItem: () => {
      throw new Error("the storage is full");
    },
  };
  const clock = createServerClock({ now: () => 1_000 }, () => fullStorage);
  clock.set(400);
  expect([clock.now(), clock.sessionNow()]).toEqual([400, 400]);
});

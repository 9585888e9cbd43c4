import type { Session } from "@daybook/domain/contract/sessions";
import { sessionTimes } from "@daybook/domain/contract/bounds";
import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { transitionLog } from "../testing/transition-log.ts";
import { sessionMachine } from "./session.machine.ts";
import { afterPromises, hourMs, sessionFor, start, startSessionMachine } from "./testing/session-harness.ts";

const log = transitionLog(sessionMachine);
const startMachine = (storedSession: Session | null) => startSessionMachine(storedSession, log.inspect);
const freshState = { loggedIn: "fresh" };
const refreshingState = { loggedIn: "refreshing" };

describe("at load", () => {
  test("without a stored session, nobody is logged in", () => {
    const { state, endReason } = startMachine(null);
    expect(state()).toBe("loggedOut");
    expect(endReason()).toBeNull();
  });

  test.each([
    ["15 seconds left", "refreshed", sessionTimes.expiredWithin, refreshingState],
    ["a moment less than 15 seconds left", "ended", sessionTimes.expiredWithin - 1, "loggedOut"],
    ["a moment less than 336 hours left", "refreshed", sessionTimes.expiringWithin - 1, refreshingState],
    ["336 hours left", "kept", sessionTimes.expiringWithin, freshState],
  ])("at load, a session with %s is %s", (_time, _result, remaining, expected) => {
    expect(startMachine(sessionFor(remaining)).state()).toEqual(expected);
  });

  test.each([
    ["over", "refreshed", -1, refreshingState],
    ["still running", "kept", 1, freshState],
    ["for life", "kept", null, freshState],
  ])("at load, a session with a membership that is %s is %s", (_time, _result, remaining, expected) => {
    const session = sessionFor(sessionTimes.expiringWithin + 1);
    const expires_at = remaining === null ? null : new Date(start + remaining).toISOString();
    const membership = {
      package_name: "StandardMonthly",
      subscription_length: 1,
      expires_at,
      auto_renew: false,
    };
    const user = { ...session.user, is_pro: true, pro_membership: membership };
    expect(startMachine({ ...session, user }).state()).toEqual(expected);
  });

  test("at load, an expired session is removed", () => {
    const { device, endReason, token } = startMachine(sessionFor(0));
    expect(device.storedSession).toBeNull();
    expect(endReason()).toBe("expired");
    expect(token()).toBeNull();
  });
});

describe("logged in", () => {
  test("a session is checked every 5 minutes: refreshed when it expires soon, ended when it has expired", async () => {
    const { clock, calls, state, endReason } = startMachine(sessionFor(sessionTimes.expiringWithin + 60_000));
    clock.increment(sessionTimes.checkEvery - 1);
    expect(state()).toEqual(freshState);
    clock.increment(1);
    expect(state()).toEqual(refreshingState);
    calls[0]?.reject();
    await afterPromises();
    expect(state()).toEqual(freshState);
    clock.increment(sessionTimes.expiringWithin);
    expect(state()).toBe("loggedOut");
    expect(endReason()).toBe("expired");
  });

  test("a refresh stores the new session and notifies the other tabs", async () => {
    const { calls, state, token, device } = startMachine(sessionFor(hourMs));
    calls[0]?.resolve(sessionFor(720 * hourMs, "second"));
    await afterPromises();
    expect(state()).toEqual(freshState);
    expect(token()).toBe("second");
    expect(device.storedSession?.access_token.token).toBe("second");
    expect(device.notifications).toBe(1);
  });

  test("a failed refresh keeps the session, and the next check tries again", async () => {
    const { calls, clock, state, token, device } = startMachine(sessionFor(hourMs));
    calls[0]?.reject();
    await afterPromises();
    expect(state()).toEqual(freshState);
    expect(token()).toBe("token");
    expect(device.notifications).toBe(0);
    clock.increment(sessionTimes.checkEvery);
    expect(state()).toEqual(refreshingState);
    expect(calls.length).toBe(2);
  });

  test("a check refreshes a session that expires soon, but does not restart a running refresh", () => {
    const { actor, calls, clock, state } = startMachine(sessionFor(sessionTimes.expiringWithin + 1000));
    clock.increment(2000);
    actor.send({ type: "session.check" });
    expect(state()).toEqual(refreshingState);
    actor.send({ type: "session.check" });
    expect(calls.length).toBe(1);
    expect(calls[0]?.signal.aborted).toBe(false);
  });

  test("a newly opened session replaces the previous one", () => {
    const { actor, token, device } = startMachine(sessionFor(720 * hourMs));
    actor.send({ type: "session.opened", session: sessionFor(720 * hourMs, "second") });
    expect(token()).toBe("second");
    expect(device.storedSession?.access_token.token).toBe("second");
  });

  test("an unauthorised request during a refresh ends the session, and the refresh is ignored", async () => {
    const { actor, calls, state, endReason, device } = startMachine(sessionFor(hourMs));
    actor.send({ type: "unauthorised" });
    expect(state()).toBe("loggedOut");
    expect(endReason()).toBe("unauthorised");
    expect(device.storedSession).toBeNull();
    expect(calls[0]?.signal.aborted).toBe(true);
    calls[0]?.resolve(sessionFor(720 * hourMs, "late"));
    await afterPromises();
    expect(state()).toBe("loggedOut");
  });
});

describe("logging in and out", () => {
  test("a login opens a session", () => {
    const { actor, state, token, device } = startMachine(null);
    actor.send({ type: "session.opened", session: sessionFor(720 * hourMs) });
    expect(state()).toEqual(freshState);
    expect(token()).toBe("token");
    expect(device.storedSession?.user.id).toBe(7);
  });

  test.each([
    ["answers", "resolve"],
    ["fails", "reject"],
  ] as const)("a logout ends the session when the server %s", async (_, outcome) => {
    const { actor, calls, state, endReason, token, device } = startMachine(sessionFor(720 * hourMs));
    actor.send({ type: "logout" });
    expect(state()).toBe("loggingOut");
    expect(token()).toBe("token");
    expect(calls[0]?.name).toBe("logout");
    calls[0]?.[outcome](sessionFor(0));
    await afterPromises();
    expect(state()).toBe("loggedOut");
    expect(endReason()).toBe("logged out");
    expect(token()).toBeNull();
    expect(device.storedSession).toBeNull();
  });

  test("an auto-logout sets its reason before the session ends", async () => {
    const { actor, calls, endReason, token } = startMachine(sessionFor(720 * hourMs));
    actor.send({ type: "logout", reason: "idle" });
    expect(endReason()).toBe("idle");
    expect(token()).toBe("token");
    calls[0]?.resolve(sessionFor(0));
    await afterPromises();
    expect(endReason()).toBe("idle");
    expect(token()).toBeNull();
  });

  test("a logout waits at most 4 seconds for a server that does not answer", () => {
    const { actor, clock, state } = startMachine(sessionFor(720 * hourMs));
    actor.send({ type: "logout" });
    clock.increment(3_999);
    expect(state()).toBe("loggingOut");
    clock.increment(1);
    expect(state()).toBe("loggedOut");
  });

  test("a logout that the server refuses as unauthorised still counts as a logout", () => {
    const { actor, state, endReason } = startMachine(sessionFor(720 * hourMs));
    actor.send({ type: "logout" });
    actor.send({ type: "unauthorised" });
    expect(state()).toBe("loggedOut");
    expect(endReason()).toBe("logged out");
  });
});

test("a login during a logout succeeds, after the page saw the end of the previous session", () => {
  const { actor, state, token, device } = startMachine(sessionFor(100 * 24 * hourMs));
  actor.send({ type: "logout", reason: "idle" });
  const seenTokens: (string | null)[] = [];
  actor.subscribe(() => seenTokens.push(token()));
  actor.send({ type: "session.opened", session: sessionFor(100 * 24 * hourMs, "another") });
  expect(seenTokens).toEqual([null, "another"]);
  expect(state()).toEqual(freshState);
  expect(device.storedSession?.access_token.token).toBe("another");
});

test("a change of the user's data during a logout does not cancel the logout", async () => {
  const session = sessionFor(100 * 24 * hourMs);
  const { actor, calls, state, token } = startMachine(session);
  actor.send({ type: "logout" });
  actor.send({
    type: "session.opened",
    session: { ...session, user: { ...session.user, first_name: "Sam" } },
  });
  expect(state()).toBe("loggingOut");
  calls[0]?.resolve(session);
  await afterPromises();
  expect([state(), token()]).toEqual(["loggedOut", null]);
});

test("a deleted account leaves no session, and no request is sent", () => {
  const { actor, calls, state, endReason, device } = startMachine(sessionFor(720 * hourMs));
  actor.send({ type: "account.deleted" });
  expect(state()).toBe("loggedOut");
  expect(endReason()).toBe("deleted");
  expect(device.storedSession).toBeNull();
  expect(calls).toEqual([]);
});

describe("other tabs", () => {
  test("a login in another tab logs in here, and a logout there logs out here", () => {
    const { actor, state, endReason, token, device } = startMachine(null);
    device.storedSession = sessionFor(720 * hourMs);
    actor.send({ type: "session.changed" });
    expect(state()).toEqual(freshState);
    device.storedSession = sessionFor(720 * hourMs, "refreshed");
    actor.send({ type: "session.changed" });
    expect(token()).toBe("refreshed");
    device.storedSession = null;
    actor.send({ type: "session.changed" });
    expect(state()).toBe("loggedOut");
    expect(endReason()).toBe("logged out in another tab");
    expect(device.notifications).toBe(0);
  });

  test("when a request of a session that another tab has replaced is refused, the new session stays", () => {
    const { actor, state, token, device } = startMachine(sessionFor(720 * hourMs));
    device.storedSession = sessionFor(720 * hourMs, "another");
    actor.send({ type: "unauthorised" });
    expect([state(), token()]).toEqual([freshState, "another"]);
    expect(device.storedSession?.access_token.token).toBe("another");
    expect(device.notifications).toBe(0);
  });

  test("the next check applies a change in another tab whose message was missed", () => {
    const { actor, state, device } = startMachine(null);
    device.storedSession = sessionFor(720 * hourMs);
    actor.send({ type: "session.check" });
    expect(state()).toEqual(freshState);
  });
});

test.each(["session.changed", "session.check"] as const)(
  "after the event %s, a slow logout does not remove the session of a login in another tab",
  async (type) => {
    const { actor, calls, device, state, endReason, token } = startMachine(sessionFor(720 * hourMs));
    actor.send({ type: "logout" });
    // A refresh in another tab does not cancel the logout.
    device.storedSession = sessionFor(720 * hourMs, "refreshed");
    actor.send({ type });
    expect(state()).toBe("loggingOut");
    // The other tab learned that the session has ended.
    device.storedSession = null;
    actor.send({ type });
    expect([state(), endReason()]).toEqual(["loggedOut", "logged out"]);
    device.storedSession = sessionFor(720 * hourMs, "another");
    actor.send({ type });
    calls[0]?.resolve(sessionFor(0));
    await afterPromises();
    expect([state(), token()]).toEqual([freshState, "another"]);
    expect(device.storedSession?.access_token.token).toBe("another");
  },
);

test("a logout does not remove the session of another user who logged in in another tab", () => {
  const { actor, device, state, token } = startMachine(sessionFor(720 * hourMs));
  actor.send({ type: "logout" });
  device.storedSession = sessionFor(720 * hourMs, "another", 8);
  actor.send({ type: "unauthorised" });
  expect([state(), token()]).toEqual([freshState, "another"]);
});

test("an onboarding step is stored in the session, and nothing else changes", () => {
  const session = sessionFor(720 * hourMs);
  const { actor, device, state } = startMachine(session);
  for (const step of ["welcome/journal", null] as const) {
    actor.send({ type: "onboarding.moved", step });
    expect(device.storedSession).toEqual({ ...session, user: { ...session.user, onboarding_step: step } });
    expect(state()).toEqual(freshState);
  }
});

test("without provided actors, a failed refresh keeps the session, and a failed logout ends it", async () => {
  const { input } = startMachine(sessionFor(hourMs));
  const bareActor = createActor(sessionMachine, {
    input,
    clock: new SimulatedClock(),
    inspect: log.inspect,
  }).start();
  await afterPromises();
  expect(bareActor.getSnapshot().value).toEqual(freshState);
  bareActor.send({ type: "logout" });
  await afterPromises();
  expect(bareActor.getSnapshot().value).toBe("loggedOut");
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});

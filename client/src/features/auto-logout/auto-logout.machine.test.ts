import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { transitionLog } from "../../shared/testing/transition-log.ts";
import { type AutoLogoutEvent, autoLogoutMachine } from "./auto-logout.machine.ts";
import { idleTimes, type Presence } from "./presence.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const minute = 60_000;
const limit = 15 * minute;
const log = transitionLog(autoLogoutMachine);

/** What a browser's tabs share: one wall clock, one storage, and a word when it changed. */
function browser(stored: Partial<Presence> | null = null) {
  const clock = new SimulatedClock();
  const world = {
    slept: 0,
    logouts: 0,
    stored: stored && { userId: 7, minutes: 15, activeAt: start, leftAt: null, deadline: null, ...stored },
  };
  const now = () => start + clock.now() + world.slept;
  const tabs: { send: (event: AutoLogoutEvent) => void }[] = [];

  /** @param hears false for a tab that the browser has frozen */
  function tab(hears = true) {
    const actor = createActor(
      autoLogoutMachine.provide({
        actions: {
          "share presence": ({ context }) => {
            world.stored = context.presence;
            for (const other of tabs) if (other !== actor) other.send({ type: "check" });
          },
          "log out": () => void (world.logouts += 1),
        },
      }),
      {
        input: {
          now,
          read: (userId: number) => (world.stored?.userId === userId ? world.stored : null),
        },
        clock,
        inspect: log.inspect,
      },
    ).start();
    if (hears) tabs.push(actor);
    return {
      send: (event: AutoLogoutEvent) => actor.send(event),
      state: () => actor.getSnapshot().value,
      asking: () => actor.getSnapshot().hasTag("asking"),
      seconds: () => actor.getSnapshot().context.seconds,
    };
  }

  return {
    world,
    tab,
    /** Second by second: the simulated clock fires what is due only at the end of a step. */
    pass: (milliseconds: number) => {
      for (let left = milliseconds; left > 0; left -= 1_000) clock.increment(Math.min(left, 1_000));
    },
    /** The wall clock goes on while no timer fires; negative sets it back. */
    sleep: (milliseconds: number) => void (world.slept += milliseconds),
  };
}

/** One tab with somebody in it who chose 15 minutes. */
function writing() {
  const { tab, ...rest } = browser();
  const one = tab();
  one.send({ type: "session.opened", userId: 7 });
  one.send({ type: "limit.known", minutes: 15 });
  return { ...rest, ...one, tab };
}

/** A tab that is loaded with a session, after what was there before. */
function arriving(stored: Partial<Presence> | null, later = 0) {
  const { tab, sleep, ...rest } = browser(stored);
  sleep(later);
  const one = tab();
  one.send({ type: "session.found", userId: 7 });
  return { ...rest, ...one };
}

const counting = { signedIn: "counting" };
const asking = { signedIn: "asking" };

describe("idle", () => {
  test("nobody signed in, or no limit: nobody is ever asked", () => {
    const { pass, send, state, tab, world } = writing();
    send({ type: "limit.known", minutes: 0 });
    expect(state()).toEqual({ signedIn: "unlimited" });
    expect(tab().state()).toBe("signedOut");
    pass(100 * limit);
    expect(state()).toEqual({ signedIn: "unlimited" });
    expect(world.logouts).toBe(0);
  });

  test("the question opens once the minutes have passed, and not before", () => {
    const { pass, state, seconds } = writing();
    pass(limit - 1);
    expect(state()).toEqual(counting);
    pass(1);
    expect(state()).toEqual(asking);
    expect(seconds()).toBe(60);
  });

  test("mouse and keys begin the minutes anew", () => {
    const { pass, send, state } = writing();
    pass(limit - 1);
    send({ type: "activity" });
    pass(limit - 1);
    expect(state()).toEqual(counting);
    pass(1);
    expect(state()).toEqual(asking);
  });

  test("another limit counts from now on; the same one told again changes nothing", () => {
    const { pass, send, state } = writing();
    pass(10 * minute);
    send({ type: "limit.known", minutes: 15 });
    pass(4 * minute);
    send({ type: "limit.known", minutes: 5 });
    pass(5 * minute - 1);
    expect(state()).toEqual(counting);
    pass(1);
    expect(state()).toEqual(asking);
    send({ type: "limit.known", minutes: 0 });
    expect(state()).toEqual({ signedIn: "unlimited" });
  });
});

describe("the question", () => {
  test("counts whole seconds, and then logs out, once", () => {
    const { pass, state, asking: isAsking, seconds, world } = writing();
    pass(limit);
    pass(1_000);
    expect(seconds()).toBe(59);
    pass(58_000);
    expect(seconds()).toBe(1);
    expect(world.logouts).toBe(0);
    pass(1_000);
    expect(state()).toBe("ended");
    expect(isAsking()).toBe(false);
    pass(limit);
    expect(world.logouts).toBe(1);
  });

  test("is answered by the button alone, never by the mouse", () => {
    const { pass, send, state } = writing();
    pass(limit + 20_000);
    send({ type: "activity" });
    expect(state()).toEqual(asking);
    send({ type: "keep" });
    expect(state()).toEqual(counting);
    pass(limit - 1);
    expect(state()).toEqual(counting);
  });

  test("is not answered in time by somebody who wakes the device too late", () => {
    const { pass, sleep, send, state, world } = writing();
    pass(limit);
    sleep(idleTimes.countdown);
    send({ type: "keep" });
    expect(state()).toBe("ended");
    expect(world.logouts).toBe(1);
  });

  test("is still there after a reload, with the seconds that are left", () => {
    const { state, seconds } = arriving({ deadline: start + limit + minute }, limit + 20_500);
    expect(state()).toEqual(asking);
    expect(seconds()).toBe(40);
  });
});

describe("a device that slept", () => {
  test("for a little less than the limit is not noticed", () => {
    const { pass, sleep, state } = writing();
    sleep(limit - minute - 1);
    pass(minute);
    expect(state()).toEqual(counting);
  });

  test("past the limit asks at once, even though the mouse moved first", () => {
    const { sleep, send, state } = writing();
    sleep(limit);
    send({ type: "activity" });
    expect(state()).toEqual(asking);
  });

  test("far past the limit ends the session without a question", () => {
    const { sleep, send, state, world } = writing();
    sleep(limit + idleTimes.countdown + idleTimes.grace + 1);
    send({ type: "check" });
    expect(state()).toBe("ended");
    expect(world.logouts).toBe(1);
  });

  test("and whose clock was set back still asks in the end", () => {
    const { pass, sleep, state } = writing();
    sleep(-100 * limit);
    pass(limit + minute);
    expect(state()).toEqual(asking);
  });
});

describe("several tabs", () => {
  test("activity in one keeps all awake", () => {
    const { pass, send, state, tab } = writing();
    const other = tab();
    other.send({ type: "session.found", userId: 7 });
    pass(limit - minute);
    other.send({ type: "activity" });
    pass(limit - minute);
    expect(state()).toEqual(counting);
    expect(other.state()).toEqual(counting);
    send({ type: "activity" });
    pass(limit);
    expect(other.state()).toEqual(asking);
  });

  test("all ask, and an answer in one is an answer in all", () => {
    const { pass, send, asking: isAsking, tab } = writing();
    const other = tab();
    other.send({ type: "session.found", userId: 7 });
    pass(limit);
    expect([isAsking(), other.asking()]).toEqual([true, true]);
    send({ type: "keep" });
    expect([isAsking(), other.asking()]).toEqual([false, false]);
  });

  test("one that heard nothing of the others looks before it asks", () => {
    const { pass, sleep, send, tab } = writing();
    const frozen = tab(false);
    frozen.send({ type: "session.found", userId: 7 });
    pass(limit - 1);
    send({ type: "activity" });
    sleep(1);
    frozen.send({ type: "activity" });
    expect(frozen.state()).toEqual(counting);
  });

  test("a log-out ends the watch everywhere, and keeps nothing", () => {
    const { send, state, tab, world } = writing();
    const other = tab();
    other.send({ type: "session.found", userId: 7 });
    send({ type: "session.closed" });
    other.send({ type: "session.closed" });
    expect([state(), other.state()]).toEqual(["signedOut", "signedOut"]);
    expect(world.stored).toBeNull();
  });
});

describe("at load", () => {
  test("of a browser that knows nothing, the limit is waited for", () => {
    const { state, send } = arriving(null);
    expect(state()).toEqual({ signedIn: "unlimited" });
    send({ type: "limit.known", minutes: 15 });
    expect(state()).toEqual(counting);
  });

  test("away for as long as the limit is fine, and arriving counts as activity", () => {
    const { state, world } = arriving({ leftAt: start }, limit);
    expect(state()).toEqual(counting);
    expect(world.stored?.activeAt).toBe(start + limit);
  });

  test("away for longer is logged out, before the setting is known again", () => {
    const { state, world, asking: isAsking } = arriving({ leftAt: start }, limit + 1);
    expect(state()).toBe("ended");
    expect(isAsking()).toBe(false);
    expect(world.logouts).toBe(1);
  });

  test("a tab that was closed long ago does not count while another was used since", () => {
    expect(arriving({ leftAt: start - 10 * limit }, limit).state()).toEqual(counting);
  });

  test("a browser that crashed left no time of leaving: the last activity counts", () => {
    expect(arriving({}, limit + 2 * minute).state()).toEqual(counting);
    expect(arriving({}, limit + 2 * minute + 1).state()).toBe("ended");
  });

  test("a countdown that ran out meanwhile is over", () => {
    expect(arriving({ deadline: start + minute }, minute).state()).toBe("ended");
  });

  test("times ahead of a clock that was set back are held to it", () => {
    const ahead = { activeAt: start + 10 * limit, leftAt: start + 10 * limit, deadline: start + 20 * limit };
    const { state, seconds, world } = arriving(ahead);
    expect(state()).toEqual(asking);
    expect(seconds()).toBe(60);
    expect(world.stored?.activeAt).toBe(start);
  });

  test("what another person left behind is nobody's matter", () => {
    expect(arriving({ userId: 8, leftAt: start }, 10 * limit).state()).toEqual({ signedIn: "unlimited" });
  });

  test("leaving is kept for the next load", () => {
    const { send, sleep, tab, pass } = writing();
    pass(minute);
    send({ type: "page.left" });
    sleep(limit + 1);
    const next = tab();
    next.send({ type: "session.found", userId: 7 });
    expect(next.state()).toBe("ended");
  });

  test("a page out of the back-forward cache has been away too", () => {
    const { send, sleep, state } = writing();
    send({ type: "page.left" });
    sleep(minute);
    send({ type: "page.returned" });
    expect(state()).toEqual(counting);
    send({ type: "page.left" });
    sleep(limit + 1);
    send({ type: "page.returned" });
    expect(state()).toBe("ended");
  });
});

test("after the log-out somebody may log in again", () => {
  const { pass, send, state, world } = writing();
  pass(limit + minute);
  expect(state()).toBe("ended");
  send({ type: "session.closed" });
  expect(state()).toBe("signedOut");
  expect(world.stored).toBeNull();
  send({ type: "session.opened", userId: 7 });
  send({ type: "limit.known", minutes: 15 });
  expect(state()).toEqual(counting);
});

test("what is not provided does nothing", () => {
  const actor = createActor(autoLogoutMachine, {
    input: { now: () => start, read: () => null },
    clock: new SimulatedClock(),
  }).start();
  actor.send({ type: "session.opened", userId: 7 });
  expect(actor.getSnapshot().value).toEqual({ signedIn: "unlimited" });
});

test("every transition was taken", () => {
  expect(log.missing()).toEqual([]);
});

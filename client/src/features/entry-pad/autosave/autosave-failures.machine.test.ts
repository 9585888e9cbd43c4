import { describe, expect, test } from "vitest";
import {
  bodyTyped,
  delayed,
  missingTransitions,
  openAfter,
  openPad,
  refusedFor,
  withBody,
} from "./testing/autosave-harness.ts";

describe("a save without an answer", () => {
  test("is retried with the same key after 2, 4, 6 seconds, then slower, up to a minute", async () => {
    const pad = openPad();
    pad.actor.send(bodyTyped("<p>a</p>"));
    pad.clock.increment(1_000);
    for (const [index, seconds] of [2, 4, 6, 10, 20, 40, 60, 60].entries()) {
      await pad.saves[index]!.answer(delayed());
      expect(pad.state()).toBe("waiting");
      pad.clock.increment(seconds * 1_000 - 1);
      expect(pad.saves).toHaveLength(index + 1);
      pad.clock.increment(1);
      expect(pad.saves[index + 1]!.input.attempt).toEqual({ key: "key-1", writing: withBody("<p>a</p>") });
    }
  });

  test("waits as long as the server asks", async () => {
    const pad = await openAfter(delayed(30_000));
    pad.clock.increment(29_999);
    expect(pad.saves).toHaveLength(1);
    pad.clock.increment(1);
    expect(pad.saves).toHaveLength(2);
  });

  test("is retried when the actor throws", async () => {
    const pad = openPad();
    pad.actor.send(bodyTyped("<p>a</p>"));
    pad.clock.increment(1_000);
    await pad.saves[0]!.fail();
    expect(pad.state()).toBe("waiting");
    expect(pad.context().error?.reason).toBe("unavailable");
  });

  test.each(["online", "save.now"] as const)("%s ends the wait", async (type) => {
    const pad = await openAfter(delayed());
    pad.report({ type });
    expect(pad.saves).toHaveLength(2);
  });

  test("input while waiting is stored as a draft, and sent after the pending attempt", async () => {
    const pad = await openAfter(delayed());
    pad.actor.send(bodyTyped("<p>mine, longer</p>"));
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine, longer</p>");
    pad.actor.send({ type: "save.now" });
    expect(pad.saves[1]!.input.attempt.writing.body).toBe("<p>mine</p>");
  });
});

describe("refused", () => {
  test.each(["logged_out", "forbidden", "deleted", "locked"] as const)(
    "%s: the text stays, input is stored as a draft, and saving again repeats the attempt",
    async (reason) => {
      const pad = await openAfter(refusedFor(reason));
      expect(pad.state()).toBe("refused");
      pad.actor.send(bodyTyped("<p>mine, longer</p>"));
      pad.clock.increment(60_000);
      expect(pad.saves).toHaveLength(1);
      expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine, longer</p>");
      pad.actor.send({ type: "save.now" });
      expect(pad.saves[1]!.input.attempt).toEqual({ key: "key-1", writing: withBody("<p>mine</p>") });
    },
  );

  test.each(["too_long", "invalid"] as const)(
    "%s: a change may help, so it is sent as a new attempt",
    async (reason) => {
      const pad = await openAfter(refusedFor(reason));
      expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine</p>");
      pad.actor.send(bodyTyped("<p>less</p>"));
      pad.clock.increment(1_000);
      expect(pad.saves[1]!.input.attempt).toEqual({ key: "key-2", writing: withBody("<p>less</p>") });
    },
  );

  test("logging in retries a save that was refused because of a logout, and no other", async () => {
    const lockedPad = await openAfter(refusedFor("locked"));
    lockedPad.report({ type: "logged.in" });
    expect(lockedPad.state()).toBe("refused");
    const pad = await openAfter(refusedFor("logged_out"));
    pad.report({ type: "logged.in" });
    expect(pad.state()).toBe("saving");
  });

  test("a text whose entry was deleted can be saved as a new entry", async () => {
    const pad = await openAfter(refusedFor("deleted"));
    pad.actor.send({ type: "saved.as.new" });
    expect(pad.saves[1]!.input).toEqual({
      journalId: 3,
      attempt: { key: "key-2", writing: withBody("<p>mine</p>") },
      base: null,
    });
  });
});

test("the tests above take every transition of a failed save", () => {
  expect(missingTransitions("of a failed save")).toEqual([]);
});

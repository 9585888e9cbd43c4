import { describe, expect, test } from "vitest";
import {
  bodyTyped,
  delayed,
  missingTransitions,
  startPadAfterSave,
  startPad,
  refusedFor,
  withBody,
} from "./testing/autosave-harness.ts";

describe("saves that may succeed later", () => {
  test("a failed save is retried with the same key after 2, 4, 6 seconds, then slower, up to a minute", async () => {
    const pad = startPad();
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

  test("a failed save waits as long as the server asks", async () => {
    const pad = await startPadAfterSave(delayed(30_000));
    pad.clock.increment(29_999);
    expect(pad.saves).toHaveLength(1);
    pad.clock.increment(1);
    expect(pad.saves).toHaveLength(2);
  });

  test("a save waits for its retry when the actor throws", async () => {
    const pad = startPad();
    pad.actor.send(bodyTyped("<p>a</p>"));
    pad.clock.increment(1_000);
    await pad.saves[0]!.fail();
    expect(pad.state()).toBe("waiting");
    expect(pad.context().error?.reason).toBe("unavailable");
  });

  test.each(["online", "save.now"] as const)(
    "a waiting save is retried immediately after the event %s",
    async (type) => {
      const pad = await startPadAfterSave(delayed());
      pad.report({ type });
      expect(pad.saves).toHaveLength(2);
    },
  );

  test("a waiting save is repeated unchanged; a text typed meanwhile is stored as a draft", async () => {
    const pad = await startPadAfterSave(delayed());
    pad.actor.send(bodyTyped("<p>mine, longer</p>"));
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine, longer</p>");
    pad.actor.send({ type: "save.now" });
    expect(pad.saves[1]!.input.attempt.writing.body).toBe("<p>mine</p>");
  });
});

describe("refused saves", () => {
  test.each(["logged_out", "forbidden", "deleted", "locked"] as const)(
    "after a refusal with the reason %s, typed text becomes a draft, and saving again repeats the save unchanged",
    async (reason) => {
      const pad = await startPadAfterSave(refusedFor(reason));
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
    "after a refusal with the reason %s, a change of the text starts a new attempt",
    async (reason) => {
      const pad = await startPadAfterSave(refusedFor(reason));
      expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine</p>");
      pad.actor.send(bodyTyped("<p>less</p>"));
      pad.clock.increment(1_000);
      expect(pad.saves[1]!.input.attempt).toEqual({ key: "key-2", writing: withBody("<p>less</p>") });
    },
  );

  test("logging in retries a save that was refused because of a logout, and no other", async () => {
    const lockedPad = await startPadAfterSave(refusedFor("locked"));
    lockedPad.report({ type: "logged.in" });
    expect(lockedPad.state()).toBe("refused");
    const pad = await startPadAfterSave(refusedFor("logged_out"));
    pad.report({ type: "logged.in" });
    expect(pad.state()).toBe("saving");
  });

  test("a text whose entry was deleted can be saved as a new entry", async () => {
    const pad = await startPadAfterSave(refusedFor("deleted"));
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

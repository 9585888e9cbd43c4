import { describe, expect, test } from "vitest";
import { createActor } from "xstate";
import { absentActors } from "./autosave-actors.ts";
import {
  page,
  first,
  withBody,
  typed,
  delayed,
  refusedFor,
  flush,
  log,
  theirs,
  blank,
  open,
  openAfter,
} from "./testing/autosave-rig.ts";
import type { Copy } from "./writing.ts";

describe("opening", () => {
  test("an entry as the server has it is clean, and keeps nothing on the device", () => {
    const pad = open();
    expect(pad.state()).toBe("clean");
    expect(pad.drafts).toEqual([null]);
  });

  test("a draft that was put back is unsaved", () => {
    const pad = open({ writing: withBody("<p>drafted</p>") });
    expect(pad.state()).toEqual({ dirty: "typing" });
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>drafted</p>");
  });

  test("an act whose answer never came is repeated with its own key and text before anything newer", async () => {
    const act = { key: "lost", writing: withBody("<p>sent</p>") };
    const pad = open({ saved: null, writing: withBody("<p>sent, and more</p>"), act });
    expect(pad.saves[0]!.input).toEqual({ journalId: 3, act, base: null });
    await pad.saves[0]!.answer({ type: "acknowledged", copy: { ...first, writing: act.writing } });
    expect(pad.state()).toEqual({ dirty: "typing" });
    pad.clock.increment(1_000);
    expect(pad.saves[1]!.input.act.writing.body).toBe("<p>sent, and more</p>");
    expect(pad.saves[1]!.input.base?.id).toBe(7);
  });

  test("a draft made from an older text than the server's opens as a conflict", () => {
    const pad = open({ writing: withBody("<p>mine</p>"), theirs });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.saves).toEqual([]);
  });
});

describe("an entry that something is to be kept with", () => {
  test("is created at once, blank as it is", async () => {
    const pad = open({ saved: null, writing: blank });
    pad.actor.send({ type: "entry.wanted" });
    expect(pad.saves[0]!.input).toEqual({ journalId: 3, act: { key: "key-1", writing: blank }, base: null });
    await pad.saves[0]!.answer({ type: "acknowledged", copy: { ...first, writing: blank } });
    expect(pad.state()).toBe("clean");
    expect(pad.context().saved?.id).toBe(7);
  });

  test("is not saved again when it is there", () => {
    const pad = open();
    pad.actor.send({ type: "entry.wanted" });
    expect(pad.state()).toBe("clean");
    expect(pad.saves).toEqual([]);
  });
});

describe("typing", () => {
  test("is kept on the device at once and sent after a second of quiet", () => {
    const pad = open();
    pad.actor.send(typed("<p>a</p>"));
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>a</p>");
    pad.clock.increment(999);
    expect(pad.saves).toEqual([]);
    pad.clock.increment(1);
    expect(pad.saves[0]!.input.act.writing.body).toBe("<p>a</p>");
    expect(pad.last(pad.drafts)?.act?.key).toBe("key-1");
  });

  test("without a pause is sent after ten seconds", () => {
    const pad = open();
    for (let letters = 1; letters <= 20; letters += 1) {
      pad.actor.send(typed(`<p>${"a".repeat(letters)}</p>`));
      pad.clock.increment(500);
    }
    expect(pad.saves).toHaveLength(1);
  });

  test("that ends where it began needs no save and no draft", () => {
    const pad = open();
    pad.actor.send(typed("<p>x</p>"));
    pad.actor.send(typed(page.body));
    expect(pad.state()).toBe("clean");
    expect(pad.last(pad.drafts)).toBeNull();
  });

  test("an echo of the same text is no edit", () => {
    const pad = open();
    pad.actor.send(typed(page.body));
    expect(pad.state()).toBe("clean");
  });

  test("erasing everything is saved", () => {
    const pad = open();
    pad.actor.send({ type: "writing.changed", change: { title: "", body: "" } });
    pad.clock.increment(1_000);
    expect(pad.saves[0]!.input.act.writing.body).toBe("");
  });

  test("an untouched new page is never created, one with only an image is", () => {
    const pad = open({ saved: null, writing: blank });
    pad.actor.send({ type: "writing.changed", change: { localDate: "1660-01-02" } });
    expect(pad.state()).toBe("clean");
    pad.actor.send(typed('<img src="data:image/png;base64,AA==">'));
    pad.clock.increment(1_000);
    expect(pad.saves[0]!.input.base).toBeNull();
  });

  test.each(["save.now", "page.hidden"] as const)("%s saves at once", (type) => {
    const pad = open();
    pad.actor.send(typed("<p>a</p>"));
    pad.report({ type });
    expect(pad.saves).toHaveLength(1);
  });
});

describe("saving", () => {
  test("is clean only after the acknowledgement, and then the draft goes", async () => {
    const pad = open();
    pad.actor.send(typed("<p>a</p>"));
    pad.clock.increment(1_000);
    expect(pad.state()).toBe("saving");
    expect(pad.last(pad.drafts)).not.toBeNull();
    await pad.saves[0]!.answer({
      type: "acknowledged",
      copy: { id: 7, revision: 2, writing: withBody("<p>a</p>") },
    });
    expect(pad.state()).toBe("clean");
    expect(pad.last(pad.drafts)).toBeNull();
    expect(pad.context().savedAt).toBe("1970-01-01T00:00:01.000Z");
  });

  test("typing meanwhile neither cancels it nor is lost: it is saved next, on the new revision, under a new key", async () => {
    const pad = open();
    pad.actor.send(typed("<p>a</p>"));
    pad.clock.increment(1_000);
    pad.actor.send(typed("<p>ab</p>"));
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>ab</p>");
    await pad.saves[0]!.answer({
      type: "acknowledged",
      copy: { id: 7, revision: 2, writing: withBody("<p>a</p>") },
    });
    expect(pad.state()).toEqual({ dirty: "typing" });
    pad.clock.increment(1_000);
    expect(pad.saves[1]!.input).toEqual({
      journalId: 3,
      act: { key: "key-2", writing: withBody("<p>ab</p>") },
      base: { id: 7, revision: 2, writing: withBody("<p>a</p>") },
    });
  });

  test("creating: what is typed meanwhile revises the entry that was made, it never makes a second one", async () => {
    const pad = open({ saved: null, writing: blank });
    pad.actor.send(typed("<p>new</p>"));
    pad.clock.increment(1_000);
    pad.actor.send(typed("<p>newer</p>"));
    pad.actor.send({ type: "save.now" });
    pad.clock.increment(20_000);
    expect(pad.saves).toHaveLength(1);
    await pad.saves[0]!.answer({
      type: "acknowledged",
      copy: { id: 9, revision: 1, writing: { ...blank, body: "<p>new</p>" } },
    });
    pad.clock.increment(1_000);
    expect(pad.saves[1]!.input.base?.id).toBe(9);
  });

  test("is tried again under the same key after 2, 4, 6 seconds, then slower, up to a minute", async () => {
    const pad = open();
    pad.actor.send(typed("<p>a</p>"));
    pad.clock.increment(1_000);
    for (const [index, seconds] of [2, 4, 6, 10, 20, 40, 60, 60].entries()) {
      await pad.saves[index]!.answer(delayed());
      expect(pad.state()).toBe("waiting");
      pad.clock.increment(seconds * 1_000 - 1);
      expect(pad.saves).toHaveLength(index + 1);
      pad.clock.increment(1);
      expect(pad.saves[index + 1]!.input.act).toEqual({ key: "key-1", writing: withBody("<p>a</p>") });
    }
  });

  test("waits as long as the server asks", async () => {
    const pad = await openAfter(delayed(30_000));
    pad.clock.increment(29_999);
    expect(pad.saves).toHaveLength(1);
    pad.clock.increment(1);
    expect(pad.saves).toHaveLength(2);
  });

  test("that breaks is tried again", async () => {
    const pad = open();
    pad.actor.send(typed("<p>a</p>"));
    pad.clock.increment(1_000);
    await pad.saves[0]!.fail();
    expect(pad.state()).toBe("waiting");
    expect(pad.context().trouble?.reason).toBe("unavailable");
  });

  test.each(["online", "save.now"] as const)("%s ends the wait", async (type) => {
    const pad = await openAfter(delayed());
    pad.report({ type });
    expect(pad.saves).toHaveLength(2);
  });

  test("what is typed while waiting is kept, and follows what was sent", async () => {
    const pad = await openAfter(delayed());
    pad.actor.send(typed("<p>mine, longer</p>"));
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine, longer</p>");
    pad.actor.send({ type: "save.now" });
    expect(pad.saves[1]!.input.act.writing.body).toBe("<p>mine</p>");
  });

  test("on a base that moved without a conflict goes once more on top, with a new key", async () => {
    const moved: Copy = { ...first, revision: 4, writing: { ...page, starred: true } };
    const pad = await openAfter({ type: "again", copy: moved });
    expect(pad.state()).toBe("saving");
    expect(pad.saves[1]!.input.act.key).toBe("key-2");
    expect(pad.saves[1]!.input.act.writing).toEqual({ ...withBody("<p>mine</p>"), starred: true });
    expect(pad.saves[1]!.input.base?.revision).toBe(4);
  });

  test("a key that was used for something else is replaced, but not for ever", async () => {
    const pad = await openAfter({ type: "again", copy: null });
    for (let tries = 1; tries < 5; tries += 1) await pad.saves[tries]!.answer({ type: "again", copy: null });
    expect(pad.state()).toBe("waiting");
    expect(pad.saves).toHaveLength(5);
  });
});

describe("refused", () => {
  test.each(["signed_out", "forbidden", "gone", "locked"] as const)(
    "%s: the text stays, typing goes on into the draft, and saving again repeats the act",
    async (reason) => {
      const pad = await openAfter(refusedFor(reason));
      expect(pad.state()).toBe("refused");
      pad.actor.send(typed("<p>mine, longer</p>"));
      pad.clock.increment(60_000);
      expect(pad.saves).toHaveLength(1);
      expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine, longer</p>");
      pad.actor.send({ type: "save.now" });
      expect(pad.saves[1]!.input.act).toEqual({ key: "key-1", writing: withBody("<p>mine</p>") });
    },
  );

  test.each(["too_long", "invalid"] as const)(
    "%s: a change may help, so it is sent as a new act",
    async (reason) => {
      const pad = await openAfter(refusedFor(reason));
      expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine</p>");
      pad.actor.send(typed("<p>less</p>"));
      pad.clock.increment(1_000);
      expect(pad.saves[1]!.input.act).toEqual({ key: "key-2", writing: withBody("<p>less</p>") });
    },
  );

  test("signing in again goes on at once; it means nothing to other refusals", async () => {
    const locked = await openAfter(refusedFor("locked"));
    locked.report({ type: "signed.in" });
    expect(locked.state()).toBe("refused");
    const pad = await openAfter(refusedFor("signed_out"));
    pad.report({ type: "signed.in" });
    expect(pad.state()).toBe("saving");
  });

  test("a text whose entry is gone can become an entry of its own", async () => {
    const pad = await openAfter(refusedFor("gone"));
    pad.actor.send({ type: "saved.as.new" });
    expect(pad.saves[1]!.input).toEqual({
      journalId: 3,
      act: { key: "key-2", writing: withBody("<p>mine</p>") },
      base: null,
    });
  });
});

describe("a conflict", () => {
  test("keeps both texts and sends nothing until somebody chose; what is typed is still drafted", async () => {
    const pad = await openAfter({ type: "conflict", theirs });
    pad.actor.send(typed("<p>mine!</p>"));
    pad.clock.increment(600_000);
    pad.report({ type: "online" });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.saves).toHaveLength(1);
    expect(pad.context().theirs).toEqual(theirs);
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine!</p>");
  });

  test("mine: goes on top of their revision, with a new key", async () => {
    const pad = await openAfter({ type: "conflict", theirs });
    pad.actor.send({ type: "mine.kept" });
    expect(pad.saves[1]!.input).toEqual({
      journalId: 3,
      act: { key: "key-2", writing: withBody("<p>mine</p>") },
      base: theirs,
    });
  });

  test("theirs: settled first, then shown; the draft goes only then", async () => {
    const pad = await openAfter({ type: "conflict", theirs });
    pad.actor.send({ type: "choice.made", choice: "theirs" });
    expect(pad.settlements[0]!.input).toEqual({
      journalId: 3,
      choice: "theirs",
      keys: ["key-2", "key-3"],
      mine: withBody("<p>mine</p>"),
      theirs,
    });
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine</p>");
    await pad.settlements[0]!.answer({
      type: "settled",
      copy: { ...theirs, revision: 7 },
      madeEntryId: null,
    });
    expect(pad.state()).toBe("clean");
    expect(pad.context()).toHaveProperty("writing.body", "<p>theirs</p>");
    expect(pad.context().shown).toBe(1);
    expect(pad.last(pad.drafts)).toBeNull();
  });

  test("a choice that failed is asked again, and repeated with the same keys", async () => {
    const pad = await openAfter({ type: "conflict", theirs });
    pad.actor.send({ type: "choice.made", choice: "both" });
    await pad.settlements[0]!.answer({ type: "failed", trouble: { reason: "unreachable", message: "" } });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.context().trouble?.reason).toBe("unreachable");
    pad.actor.send({ type: "choice.made", choice: "both" });
    expect(pad.settlements[1]!.input.keys).toEqual(["key-2", "key-3"]);
    await pad.settlements[1]!.fail();
    expect(pad.state()).toEqual({ conflict: "asking" });
    pad.actor.send({ type: "choice.made", choice: "theirs" });
    expect(pad.settlements[2]!.input.keys).toEqual(["key-4", "key-5"]);
  });

  test("their text moved on meanwhile: the newer one is shown, and asked about again", async () => {
    const pad = await openAfter({ type: "conflict", theirs });
    pad.actor.send({ type: "choice.made", choice: "theirs" });
    const newer: Copy = { id: 7, revision: 6, writing: withBody("<p>newer</p>") };
    await pad.settlements[0]!.answer({ type: "conflict", theirs: newer });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.context().theirs).toEqual(newer);
  });

  test("what is typed while settling is not replaced by theirs", async () => {
    const pad = await openAfter({ type: "conflict", theirs });
    pad.actor.send({ type: "choice.made", choice: "theirs" });
    pad.actor.send(typed("<p>typed late</p>"));
    await pad.settlements[0]!.answer({
      type: "settled",
      copy: { ...theirs, revision: 7 },
      madeEntryId: null,
    });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.context().writing.body).toBe("<p>typed late</p>");
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>typed late</p>");
  });
});

describe("around the page", () => {
  test("a restored version takes the place of a saved text", () => {
    const pad = open();
    const copy: Copy = { id: 7, revision: 3, writing: withBody("<p>yesterday</p>") };
    pad.actor.send({ type: "entry.replaced", copy });
    expect(pad.state()).toBe("clean");
    expect(pad.context().writing.body).toBe("<p>yesterday</p>");
  });

  test("a restored version never takes the place of an unsaved text", () => {
    const pad = open();
    pad.actor.send(typed("<p>mine</p>"));
    pad.actor.send({
      type: "entry.replaced",
      copy: { id: 7, revision: 3, writing: withBody("<p>yesterday</p>") },
    });
    expect(pad.context().writing.body).toBe("<p>mine</p>");
  });

  test("a device that keeps no drafts is known, and known to be well again", () => {
    const pad = open();
    pad.report({ type: "draft.failed" });
    expect(pad.context().draftKept).toBe(false);
    pad.report({ type: "draft.kept" });
    expect(pad.context().draftKept).toBe(true);
  });

  test.each(Object.entries(absentActors))("%s fails loudly until it is provided", async (name, logic) => {
    const errors: unknown[] = [];
    const actor = createActor(logic as typeof absentActors.watchPage);
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start();
    await flush();
    expect(String(errors[0])).toContain(`${name} is not provided`);
  });
});

test("the tests above take every transition of the machine", () => {
  expect(log.missing()).toEqual([]);
});

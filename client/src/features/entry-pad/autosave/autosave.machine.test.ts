import { describe, expect, test } from "vitest";
import { createActor } from "xstate";
import { unprovidedActors } from "./autosave-actors.ts";
import {
  blankWriting,
  bodyTyped,
  initialEntry,
  settlePromises,
  missingTransitions,
  startPadAfterSave,
  startPad,
  otherTabEntry,
  savedWriting,
  withBody,
} from "./testing/autosave-harness.ts";
import type { SavedEntry } from "./writing.ts";

describe("opening a pad", () => {
  test("an entry equal to the server's is clean and stores no draft", () => {
    const pad = startPad();
    expect(pad.state()).toBe("clean");
    expect(pad.drafts).toEqual([null]);
  });

  test("a draft that differs from the saved entry is unsaved", () => {
    const pad = startPad({ writing: withBody("<p>drafted</p>") });
    expect(pad.state()).toEqual({ dirty: "typing" });
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>drafted</p>");
  });

  test("an unanswered attempt is repeated with its own key and text before anything newer is sent", async () => {
    const attempt = { key: "lost", writing: withBody("<p>sent</p>") };
    const pad = startPad({ saved: null, writing: withBody("<p>sent, and more</p>"), attempt });
    expect(pad.saves[0]!.input).toEqual({ journalId: 3, attempt, base: null });
    await pad.saves[0]!.answer({
      type: "acknowledged",
      saved: { ...initialEntry, writing: attempt.writing },
    });
    expect(pad.state()).toEqual({ dirty: "typing" });
    pad.clock.increment(1_000);
    expect(pad.saves[1]!.input.attempt.writing.body).toBe("<p>sent, and more</p>");
    expect(pad.saves[1]!.input.base?.id).toBe(7);
  });

  test("a draft based on an older revision opens as a conflict", () => {
    const pad = startPad({ writing: withBody("<p>mine</p>"), theirs: otherTabEntry });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.saves).toEqual([]);
  });
});

describe("entries that need an id", () => {
  test("an entry that needs an id is created immediately, even when blank", async () => {
    const pad = startPad({ saved: null, writing: blankWriting });
    pad.actor.send({ type: "entry.wanted" });
    expect(pad.saves[0]!.input).toEqual({
      journalId: 3,
      attempt: { key: "key-1", writing: blankWriting },
      base: null,
    });
    await pad.saves[0]!.answer({ type: "acknowledged", saved: { ...initialEntry, writing: blankWriting } });
    expect(pad.state()).toBe("clean");
    expect(pad.context().saved?.id).toBe(7);
  });

  test("an existing entry is not saved again when its id is needed", () => {
    const pad = startPad();
    pad.actor.send({ type: "entry.wanted" });
    expect(pad.state()).toBe("clean");
    expect(pad.saves).toEqual([]);
  });
});

describe("a page opened on one day and written on another", () => {
  const morning = new Date(2026, 10, 21, 7, 30);
  const startBlank = (isUndated: boolean) => {
    const pad = startPad({ saved: null, writing: blankWriting, isUndated });
    pad.clock.increment(morning.getTime());
    return pad;
  };
  const dateOf = ({ context }: ReturnType<typeof startPad>) => {
    const { localDate, createdAt } = context().writing;
    return [localDate, createdAt];
  };

  test("a new entry has the date and time of its first words", () => {
    const pad = startBlank(true);
    pad.actor.send({ type: "writing.changed", change: { starred: true } });
    expect(dateOf(pad)).toEqual([blankWriting.localDate, blankWriting.createdAt]);
    pad.actor.send(bodyTyped("<p>a</p>"));
    expect(dateOf(pad)).toEqual(["2026-11-21", morning.toISOString()]);
    pad.clock.increment(86_400_000);
    pad.actor.send(bodyTyped("<p></p>"));
    pad.actor.send(bodyTyped("<p>b</p>"));
    expect(dateOf(pad)).toEqual(["2026-11-21", morning.toISOString()]);
  });

  test("a new entry has the date on which something is attached to it", () => {
    const pad = startBlank(true);
    pad.actor.send({ type: "entry.wanted" });
    expect(pad.saves[0]!.input.attempt.writing.localDate).toBe("2026-11-21");
  });

  test("a new entry keeps the date that the user chose", () => {
    const dated = startBlank(false);
    dated.actor.send(bodyTyped("<p>a</p>"));
    expect(dateOf(dated)).toEqual([blankWriting.localDate, blankWriting.createdAt]);
    const pad = startBlank(true);
    const chosen = { localDate: "2026-01-02", createdAt: "2026-01-02T08:00:00.000Z" };
    pad.actor.send({ type: "writing.changed", change: chosen });
    pad.actor.send(bodyTyped("<p>a</p>"));
    expect(dateOf(pad)).toEqual([chosen.localDate, chosen.createdAt]);
  });
});

describe("typing", () => {
  test("typed text is stored on the device immediately and sent after a second without input", () => {
    const pad = startPad();
    pad.actor.send(bodyTyped("<p>a</p>"));
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>a</p>");
    pad.clock.increment(999);
    expect(pad.saves).toEqual([]);
    pad.clock.increment(1);
    expect(pad.saves[0]!.input.attempt.writing.body).toBe("<p>a</p>");
    expect(pad.last(pad.drafts)?.attempt?.key).toBe("key-1");
  });

  test("text that is typed without a pause is sent after ten seconds", () => {
    const pad = startPad();
    for (let letterCount = 1; letterCount <= 20; letterCount += 1) {
      pad.actor.send(bodyTyped(`<p>${"a".repeat(letterCount)}</p>`));
      pad.clock.increment(500);
    }
    expect(pad.saves).toHaveLength(1);
  });

  test("typing that ends with the original text needs no save and no draft", () => {
    const pad = startPad();
    pad.actor.send(bodyTyped("<p>x</p>"));
    pad.actor.send(bodyTyped(savedWriting.body));
    expect(pad.state()).toBe("clean");
    expect(pad.last(pad.drafts)).toBeNull();
  });

  test("a text identical to the saved one is no change", () => {
    const pad = startPad();
    pad.actor.send(bodyTyped(savedWriting.body));
    expect(pad.state()).toBe("clean");
  });

  test("erasing everything is saved", () => {
    const pad = startPad();
    pad.actor.send({ type: "writing.changed", change: { title: "", body: "" } });
    pad.clock.increment(1_000);
    expect(pad.saves[0]!.input.attempt.writing.body).toBe("");
  });

  test("a new entry is created for an image alone, but not for a changed date alone", () => {
    const pad = startPad({ saved: null, writing: blankWriting });
    pad.actor.send({ type: "writing.changed", change: { localDate: "1660-01-02" } });
    expect(pad.state()).toBe("clean");
    pad.actor.send(bodyTyped('<img src="data:image/png;base64,AA==">'));
    pad.clock.increment(1_000);
    expect(pad.saves[0]!.input.base).toBeNull();
  });

  test.each(["save.now", "page.hidden"] as const)("the event %s saves the typed text immediately", (type) => {
    const pad = startPad();
    pad.actor.send(bodyTyped("<p>a</p>"));
    pad.report({ type });
    expect(pad.saves).toHaveLength(1);
  });
});

describe("saving", () => {
  test("a save makes the pad clean and removes the draft only after the acknowledgement", async () => {
    const pad = startPad();
    pad.actor.send(bodyTyped("<p>a</p>"));
    pad.clock.increment(1_000);
    expect(pad.state()).toBe("saving");
    expect(pad.last(pad.drafts)).not.toBeNull();
    await pad.saves[0]!.answer({
      type: "acknowledged",
      saved: { id: 7, revision: 2, writing: withBody("<p>a</p>") },
    });
    expect(pad.state()).toBe("clean");
    expect(pad.last(pad.drafts)).toBeNull();
    expect(pad.context().savedAt).toBe("1970-01-01T00:00:01.000Z");
  });

  test("a text typed during a save does not cancel it, and is saved next, on the new revision, with a new key", async () => {
    const pad = startPad();
    pad.actor.send(bodyTyped("<p>a</p>"));
    pad.clock.increment(1_000);
    pad.actor.send(bodyTyped("<p>ab</p>"));
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>ab</p>");
    await pad.saves[0]!.answer({
      type: "acknowledged",
      saved: { id: 7, revision: 2, writing: withBody("<p>a</p>") },
    });
    expect(pad.state()).toEqual({ dirty: "typing" });
    pad.clock.increment(1_000);
    expect(pad.saves[1]!.input).toEqual({
      journalId: 3,
      attempt: { key: "key-2", writing: withBody("<p>ab</p>") },
      base: { id: 7, revision: 2, writing: withBody("<p>a</p>") },
    });
  });

  test("a text typed while the entry is being created changes that entry and never creates a second one", async () => {
    const pad = startPad({ saved: null, writing: blankWriting });
    pad.actor.send(bodyTyped("<p>new</p>"));
    pad.clock.increment(1_000);
    pad.actor.send(bodyTyped("<p>newer</p>"));
    pad.actor.send({ type: "save.now" });
    pad.clock.increment(20_000);
    expect(pad.saves).toHaveLength(1);
    await pad.saves[0]!.answer({
      type: "acknowledged",
      saved: { id: 9, revision: 1, writing: { ...blankWriting, body: "<p>new</p>" } },
    });
    pad.clock.increment(1_000);
    expect(pad.saves[1]!.input.base?.id).toBe(9);
  });

  test("a save on an outdated base without a conflict rebases the text and sends it with a new key", async () => {
    const newerEntry: SavedEntry = {
      ...initialEntry,
      revision: 4,
      writing: { ...savedWriting, starred: true },
    };
    const pad = await startPadAfterSave({ type: "rebase", saved: newerEntry });
    expect(pad.state()).toBe("saving");
    expect(pad.saves[1]!.input.attempt.key).toBe("key-2");
    expect(pad.saves[1]!.input.attempt.writing).toEqual({ ...withBody("<p>mine</p>"), starred: true });
    expect(pad.saves[1]!.input.base?.revision).toBe(4);
  });

  test("a key that was used for another request is replaced four times; then the save waits", async () => {
    const pad = await startPadAfterSave({ type: "rebase", saved: null });
    for (let attempts = 1; attempts < 5; attempts += 1)
      await pad.saves[attempts]!.answer({ type: "rebase", saved: null });
    expect(pad.state()).toBe("waiting");
    expect(pad.saves).toHaveLength(5);
  });
});

describe("events other than typing", () => {
  test("a restored version replaces a saved text", () => {
    const pad = startPad();
    const savedEntry: SavedEntry = { id: 7, revision: 3, writing: withBody("<p>yesterday</p>") };
    pad.actor.send({ type: "entry.replaced", saved: savedEntry });
    expect(pad.state()).toBe("clean");
    expect(pad.context().writing.body).toBe("<p>yesterday</p>");
  });

  test("a newer version keeps the prompt of an entry that was created here", () => {
    const writing = { ...withBody("<p>mine</p>"), promptId: 5 };
    const pad = startPad({ saved: { id: 7, revision: 1, writing }, writing });
    pad.actor.send({ type: "entry.replaced", saved: otherTabEntry });
    expect(pad.context().writing.body).toBe(otherTabEntry.writing.body);
    expect(pad.context().writing.promptId).toBe(5);
  });

  test("a restored version never replaces an unsaved text", () => {
    const pad = startPad();
    pad.actor.send(bodyTyped("<p>mine</p>"));
    pad.actor.send({
      type: "entry.replaced",
      saved: { id: 7, revision: 3, writing: withBody("<p>yesterday</p>") },
    });
    expect(pad.context().writing.body).toBe("<p>mine</p>");
  });

  test("the pad knows when the device stops and starts storing drafts", () => {
    const pad = startPad();
    pad.report({ type: "draft.failed" });
    expect(pad.context().canStoreDrafts).toBe(false);
    pad.report({ type: "draft.stored" });
    expect(pad.context().canStoreDrafts).toBe(true);
  });
});

test.each(Object.entries(unprovidedActors))(
  "the actor %s throws until it is provided",
  async (name, logic) => {
    const errors: unknown[] = [];
    const actor = createActor(logic as typeof unprovidedActors.watchPage);
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start();
    await settlePromises();
    expect(String(errors[0])).toContain(`${name} is not provided`);
  },
);

test("the tests above take every transition that is neither in a conflict nor of a failed save", () => {
  expect(missingTransitions("others")).toEqual([]);
});

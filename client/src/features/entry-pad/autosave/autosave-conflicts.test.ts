import { describe, expect, test } from "vitest";
import {
  bodyTyped,
  missingTransitions,
  startPadAfterSave,
  startPad,
  otherTabEntry,
  withBody,
} from "./testing/autosave-harness.ts";
import type { SavedEntry, Writing } from "./writing.ts";

describe("conflicts", () => {
  test("a conflict that can be merged is merged into the text on the page, and the result is saved", async () => {
    const pad = startPad();
    pad.actor.send(bodyTyped("<p>mine</p>"));
    pad.clock.increment(1_000);
    pad.actor.send(bodyTyped("<p>mine again</p>"));
    const merge = ({ body }: Writing) => ({ title: "Merged", body: `${body}<p>theirs</p>` });
    await pad.saves[0]!.answer({ type: "conflict", theirs: otherTabEntry, merge });
    expect(pad.context().writing.body).toBe("<p>mine again</p><p>theirs</p>");
    expect(pad.context().replacementCount).toBe(1);
    expect(pad.last(pad.drafts)?.baseRevision).toBe(otherTabEntry.revision);
    pad.clock.increment(1_000);
    expect(pad.saves[1]!.input.base).toEqual(otherTabEntry);
    expect(pad.saves[1]!.input.attempt.writing.title).toBe("Merged");
  });

  test("a conflict that cannot be merged waits for the user's choice", async () => {
    const pad = await startPadAfterSave({ type: "conflict", theirs: otherTabEntry, merge: () => null });
    expect(pad.state()).toEqual({ conflict: "asking" });
  });

  test("a conflict keeps both texts and sends nothing until the user chooses; typed text is still stored as a draft", async () => {
    const pad = await startPadAfterSave({ type: "conflict", theirs: otherTabEntry });
    pad.actor.send(bodyTyped("<p>mine!</p>"));
    pad.clock.increment(600_000);
    pad.report({ type: "online" });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.saves).toHaveLength(1);
    expect(pad.context().theirs).toEqual(otherTabEntry);
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine!</p>");
  });

  test("in a conflict, choosing my text saves my text on top of their revision, with a new key", async () => {
    const pad = await startPadAfterSave({ type: "conflict", theirs: otherTabEntry });
    pad.actor.send({ type: "mine.kept" });
    expect(pad.saves[1]!.input).toEqual({
      journalId: 3,
      attempt: { key: "key-2", writing: withBody("<p>mine</p>") },
      base: otherTabEntry,
    });
  });

  test("choosing their text first resolves the conflict, then shows their text and removes the draft", async () => {
    const pad = await startPadAfterSave({ type: "conflict", theirs: otherTabEntry });
    pad.actor.send({ type: "choice.made", choice: "theirs" });
    expect(pad.resolutions[0]!.input).toEqual({
      journalId: 3,
      choice: "theirs",
      keys: ["key-2", "key-3"],
      mine: withBody("<p>mine</p>"),
      theirs: otherTabEntry,
    });
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>mine</p>");
    await pad.resolutions[0]!.answer({
      type: "resolved",
      saved: { ...otherTabEntry, revision: 7 },
      newEntryId: null,
    });
    expect(pad.state()).toBe("clean");
    expect(pad.context()).toHaveProperty("writing.body", "<p>theirs</p>");
    expect(pad.context().replacementCount).toBe(1);
    expect(pad.last(pad.drafts)).toBeNull();
  });

  test("in a conflict, a choice that failed can be repeated with the same keys; another choice gets new keys", async () => {
    const pad = await startPadAfterSave({ type: "conflict", theirs: otherTabEntry });
    pad.actor.send({ type: "choice.made", choice: "both" });
    await pad.resolutions[0]!.answer({ type: "failed", error: { reason: "unreachable", message: "" } });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.context().error?.reason).toBe("unreachable");
    pad.actor.send({ type: "choice.made", choice: "both" });
    expect(pad.resolutions[1]!.input.keys).toEqual(["key-2", "key-3"]);
    await pad.resolutions[1]!.fail();
    expect(pad.state()).toEqual({ conflict: "asking" });
    pad.actor.send({ type: "choice.made", choice: "theirs" });
    expect(pad.resolutions[2]!.input.keys).toEqual(["key-4", "key-5"]);
  });

  test("when their text changes after the choice in a conflict, the newer text is shown and the user chooses again", async () => {
    const pad = await startPadAfterSave({ type: "conflict", theirs: otherTabEntry });
    pad.actor.send({ type: "choice.made", choice: "theirs" });
    const newerSave: SavedEntry = { id: 7, revision: 6, writing: withBody("<p>newer</p>") };
    await pad.resolutions[0]!.answer({ type: "conflict", theirs: newerSave });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.context().theirs).toEqual(newerSave);
  });

  test("a text typed while the choice in a conflict is carried out is not replaced by their text", async () => {
    const pad = await startPadAfterSave({ type: "conflict", theirs: otherTabEntry });
    pad.actor.send({ type: "choice.made", choice: "theirs" });
    pad.actor.send(bodyTyped("<p>typed later</p>"));
    await pad.resolutions[0]!.answer({
      type: "resolved",
      saved: { ...otherTabEntry, revision: 7 },
      newEntryId: null,
    });
    expect(pad.state()).toEqual({ conflict: "asking" });
    expect(pad.context().writing.body).toBe("<p>typed later</p>");
    expect(pad.last(pad.drafts)?.writing.body).toBe("<p>typed later</p>");
  });
});

test("the tests above take every transition that starts in a conflict", () => {
  expect(missingTransitions("in a conflict")).toEqual([]);
});

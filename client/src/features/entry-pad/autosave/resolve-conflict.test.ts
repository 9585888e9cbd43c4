import { describe, expect, test } from "vitest";
import type { ResolveInput } from "./autosave-state.ts";
import { resolveConflict } from "./save-entry.ts";
import { contextWithAnswers, entry, error, sampleWriting } from "./testing/save-context.ts";
import type { SavedEntry } from "./writing.ts";

describe("resolving a conflict", () => {
  const theirs: SavedEntry = { id: 7, revision: 6, writing: { ...sampleWriting, body: "<p>theirs</p>" } };
  const input: ResolveInput = {
    journalId: 3,
    choice: "theirs",
    keys: ["k1", "k2"],
    mine: sampleWriting,
    theirs,
  };

  test("with the choice “theirs”, my text becomes a version first, then their text is saved on top", async () => {
    const { saveContext, sentRequests } = contextWithAnswers(
      [200, entry("<p>mine</p>", 7)],
      [200, entry("<p>theirs</p>", 8)],
    );
    expect(await resolveConflict(saveContext)(input)).toEqual({
      type: "resolved",
      saved: { ...theirs, revision: 8 },
      newEntryId: null,
    });
    expect(sentRequests.map(({ key, body }) => [key, body])).toEqual([
      ["k1", { title: "Lord's day", richtext_body: "<p>mine</p>", modified: 6 }],
      ["k2", { title: "Lord's day", richtext_body: "<p>theirs</p>", modified: 7 }],
    ]);
  });

  test("with the choice “theirs”, a text that was saved by others after my text is not overwritten", async () => {
    const { saveContext, sentRequests } = contextWithAnswers(
      [200, entry("<p>newer</p>", 8)],
      [409, { ...error("revision_conflict"), ...entry("<p>newer</p>", 8) }],
    );
    expect(await resolveConflict(saveContext)(input)).toHaveProperty("theirs.revision", 8);
    expect(sentRequests[1]!.body).toHaveProperty("modified", 7);
  });

  test("with the choice “both”, my text becomes a new entry and their text stays", async () => {
    const { saveContext, sentRequests } = contextWithAnswers([
      201,
      { entry: { ...entry("<p>mine</p>", 1).entry, id: 11 } },
    ]);
    expect(await resolveConflict(saveContext)({ ...input, choice: "both" })).toEqual({
      type: "resolved",
      saved: theirs,
      newEntryId: 11,
    });
    expect([sentRequests[0]!.method, sentRequests[0]!.key]).toEqual(["POST", "k1"]);
  });

  test("when their text changed after the user chose, the result is a conflict with the newer text", async () => {
    const { saveContext } = contextWithAnswers([
      409,
      { ...error("revision_conflict"), ...entry("<p>newer</p>", 9) },
    ]);
    expect(await resolveConflict(saveContext)(input)).toEqual({
      type: "conflict",
      theirs: { id: 7, revision: 9, writing: { ...sampleWriting, body: "<p>newer</p>" } },
    });
  });

  test.each(["theirs", "both"] as const)(
    "resolving a conflict with the choice “%s” fails with a reason while offline",
    async (choice) => {
      const { saveContext } = contextWithAnswers("lost");
      const outcome = await resolveConflict(saveContext)({ ...input, choice });
      expect(outcome).toHaveProperty("error.reason", "unreachable");
    },
  );
});

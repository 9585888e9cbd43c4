import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, test } from "vitest";
import type { SaveInput } from "./autosave-state.ts";
import { saveEntry } from "./save-entry.ts";
import { contextWithAnswers, entry, error, sampleWriting } from "./testing/save-context.ts";
import type { SavedEntry } from "./writing.ts";

const base: SavedEntry = { id: 7, revision: 4, writing: { ...sampleWriting, body: "<p>before</p>" } };
const attempt = { key: "key-1", writing: sampleWriting };
const updateInput: SaveInput = { journalId: 3, attempt, base };

describe("saving an entry", () => {
  test("sends the text once with its base revision, after the wait for the draft", async () => {
    const { saveContext, sentRequests, order } = contextWithAnswers([200, entry("<p>mine</p>", 5)]);
    expect(await saveEntry(saveContext)(updateInput)).toEqual({
      type: "acknowledged",
      saved: { id: 7, revision: 5, writing: sampleWriting },
    });
    expect(order).toEqual(["drafted", "sent"]);
    expect(sentRequests).toEqual([
      {
        method: "PUT",
        path: "/api/journals/3/entries/7",
        key: "key-1",
        body: { title: "Lord's day", richtext_body: "<p>mine</p>", modified: 4 },
        keepalive: true,
      },
    ]);
  });

  test("a new entry is created with the key of the attempt; its star is still unsaved", async () => {
    const starredWriting = { ...sampleWriting, starred: true };
    const { saveContext, sentRequests } = contextWithAnswers([201, entry("<p>mine</p>", 1)]);
    const outcome = await saveEntry(saveContext)({
      journalId: 3,
      attempt: { key: "key-9", writing: starredWriting },
      base: null,
    });
    expect(outcome).toEqual({ type: "acknowledged", saved: { id: 7, revision: 1, writing: sampleWriting } });
    expect([sentRequests[0]!.method, sentRequests[0]!.path, sentRequests[0]!.key]).toEqual([
      "POST",
      "/api/journals/3/entries",
      "key-9",
    ]);
  });

  test("an answer without a change (204) keeps the revision", async () => {
    const { saveContext } = contextWithAnswers([204]);
    expect(await saveEntry(saveContext)(updateInput)).toEqual({
      type: "acknowledged",
      saved: { id: 7, revision: 4, writing: sampleWriting },
    });
  });

  test("saving only a star does not adopt the revision of a text that this page has not loaded", async () => {
    const starredWriting = { ...base.writing, starred: true };
    const { saveContext, sentRequests } = contextWithAnswers([200, entry("<p>theirs</p>", 9)]);
    const outcome = await saveEntry(saveContext)({
      ...updateInput,
      attempt: { key: "k", writing: starredWriting },
    });
    expect(outcome).toEqual({ type: "acknowledged", saved: { id: 7, revision: 4, writing: starredWriting } });
    expect(sentRequests[0]!.body).toEqual({ starred: true });
  });

  // The reply to a repeat has the current entry, which another device may have changed after the first run.
  test.each([
    ["an update", base, 5],
    ["a creation", null, 1],
  ])("%s that is repeated does not adopt the revision of a later text", async (_, savedBase, revision) => {
    const { saveContext } = contextWithAnswers([200, entry("<p>theirs</p>", 9)]);
    const outcome = await saveEntry(saveContext)({ ...updateInput, base: savedBase });
    expect(outcome).toEqual({ type: "acknowledged", saved: { id: 7, revision, writing: sampleWriting } });
  });

  test("a 409 with another text is a conflict", async () => {
    const { saveContext } = contextWithAnswers([
      409,
      { ...error("revision_conflict"), ...entry("<p><b>theirs</b></p>", 6) },
    ]);
    expect(await saveEntry(saveContext)(updateInput)).toEqual({
      type: "conflict",
      theirs: { id: 7, revision: 6, writing: { ...sampleWriting, body: "<p><strong>theirs</strong></p>" } },
      merge: expect.any(Function) as unknown,
    });
  });

  test.each([
    ["mine", "<p>mine</p>"],
    ["the base", "<p>before</p>"],
  ])("a 409 whose text is %s is no conflict", async (_, body) => {
    const { saveContext } = contextWithAnswers([409, { ...error("revision_conflict"), ...entry(body, 6) }]);
    expect(await saveEntry(saveContext)(updateInput)).toEqual({
      type: "rebase",
      saved: { id: 7, revision: 6, writing: { ...sampleWriting, body } },
    });
  });

  test("when the key was used for another request, the text is saved again with the same base", async () => {
    const { saveContext } = contextWithAnswers([422, error("key_reused")], [422, error("key_reused")]);
    expect(await saveEntry(saveContext)(updateInput)).toEqual({ type: "rebase", saved: base });
    expect(await saveEntry(saveContext)({ ...updateInput, base: null })).toEqual({
      type: "rebase",
      saved: null,
    });
  });

  test.each([
    ["lost", "unreachable", null],
    [[500, error("internal")], "unavailable", null],
    [[503, error("unavailable"), { "retry-after": "7" }], "unavailable", 7_000],
    [[429, error("rate_limited"), { "retry-after": "30" }], "limited", 30_000],
  ] as const)("after the answer %j the save can be retried: %s", async (answer, reason, retryAfter) => {
    const { saveContext, sentRequests } = contextWithAnswers(answer);
    const outcome = await saveEntry(saveContext)(updateInput);
    expect(outcome).toHaveProperty("error.reason", reason);
    expect(outcome).toHaveProperty("retryAfter", retryAfter);
    expect(sentRequests).toHaveLength(1);
  });

  test.each([
    [401, error("unauthenticated"), "logged_out", "A sentence."],
    [403, error("forbidden"), "forbidden", "A sentence."],
    [404, error("not_found"), "deleted", "A sentence."],
    [409, error("revision_conflict"), "invalid", "A sentence."],
    [413, error("too_large"), "too_long", "A sentence."],
    [422, error("entry_trashed"), "trashed", "A sentence."],
    [422, error("journal_trashed"), "trashed", "A sentence."],
    [
      422,
      error("invalid", { fields: { title: "A title may have at most 500 characters." } }),
      "invalid",
      "A title may have at most 500 characters.",
    ],
    [
      423,
      error("locked", { password_hint: null, lock_type_id: lockTypes.password }),
      "locked",
      "A sentence.",
    ],
  ])(
    "the answer %i %j is a refusal, and does not navigate to the login page",
    async (status, body, reason, message) => {
      const { saveContext, unauthorised } = contextWithAnswers([status, body]);
      expect(await saveEntry(saveContext)(updateInput)).toEqual({
        type: "refused",
        error: { reason, message },
      });
      expect(unauthorised()).toBe(0);
    },
  );

  test("nothing is sent when the user of the pad is not logged in", async () => {
    const { saveContext, sentRequests } = contextWithAnswers();
    const outcome = await saveEntry({ ...saveContext, isLoggedIn: () => false })(updateInput);
    expect(outcome).toEqual({ type: "refused", error: { reason: "logged_out", message: "" } });
    expect(sentRequests).toEqual([]);
  });
});

import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, test } from "vitest";
import { createApi } from "../../../shared/api-client.ts";
import { sampleSession } from "../../../shared/testing/sample-session.ts";
import type { SaveInput, ResolveInput } from "./autosave-state.ts";
import { saveEntry, type SaveContext, resolveConflict } from "./save-entry.ts";
import type { SavedEntry, Writing } from "./writing.ts";

const sampleWriting: Writing = {
  title: "Lord's day",
  body: "<p>mine</p>",
  localDate: "1660-01-01",
  timezone: "Europe/London",
  createdAt: "1660-01-01T08:00:00.000Z",
  starred: false,
};
const base: SavedEntry = { id: 7, revision: 4, writing: { ...sampleWriting, body: "<p>before</p>" } };
const entry = (body: string, revision: number, overrides: object = {}) => ({
  entry: {
    id: 7,
    revision,
    title: "Lord's day",
    richtext_body: body,
    local_date: "1660-01-01",
    timezone: "Europe/London",
    created_at: "1660-01-01T08:00:00.000Z",
    starred: false,
    ...overrides,
  },
});
const attempt = { key: "key-1", writing: sampleWriting };
const updateInput: SaveInput = { journalId: 3, attempt, base };

type SentRequest = { method: string; path: string; key: string | null; body: unknown; keepalive: boolean };

/** The real request layer with a fetch that returns the given responses. */
function contextWithAnswers(
  ...answers: (readonly [status: number, body?: unknown, headers?: Record<string, string>] | "lost")[]
) {
  const sentRequests: SentRequest[] = [];
  const order: string[] = [];
  let unauthorised = 0;
  const api = createApi({
    fetch: (url, init) => {
      order.push("sent");
      const headers = new Headers(init.headers);
      sentRequests.push({
        method: init.method ?? "",
        path: new URL(url).pathname,
        key: headers.get("idempotency-key"),
        body: JSON.parse(init.body as string),
        keepalive: init.keepalive === true,
      });
      const answer = answers.shift() ?? "lost";
      if (answer === "lost") return Promise.reject(new TypeError("network"));
      const [status, body, responseHeaders] = answer;
      return Promise.resolve(
        new Response(body === undefined ? null : JSON.stringify(body), {
          status,
          headers: responseHeaders ?? {},
        }),
      );
    },
    session: () => sampleSession(1_000),
    clock: { now: () => 0 },
    sleep: () => Promise.resolve(),
    random: () => "random",
    origin: "http://localhost:3000",
    onUnauthorised: () => (unauthorised += 1),
  });
  const saveContext: SaveContext = {
    api,
    isLoggedIn: () => true,
    normalise: (html) => html.replaceAll("<b>", "<strong>").replaceAll("</b>", "</strong>"),
    waitForDraft: () => {
      order.push("drafted");
      return Promise.resolve();
    },
  };
  return { saveContext, sentRequests, order, unauthorised: () => unauthorised };
}

const error = (code: string, details: object = {}) => ({ error: "A sentence.", code, ...details });

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

  test("when the key was used for another request, the outcome is a rebase on the same base", async () => {
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

describe("resolving a conflict", () => {
  const theirs: SavedEntry = { id: 7, revision: 6, writing: { ...sampleWriting, body: "<p>theirs</p>" } };
  const input: ResolveInput = {
    journalId: 3,
    choice: "theirs",
    keys: ["k1", "k2"],
    mine: sampleWriting,
    theirs,
  };

  test("with the choice “theirs”, mine becomes a version first, then theirs is saved on top", async () => {
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

  test("with the choice “theirs”, a repeat does not overwrite a text that was saved after mine", async () => {
    const { saveContext, sentRequests } = contextWithAnswers(
      [200, entry("<p>newer</p>", 8)],
      [409, { ...error("revision_conflict"), ...entry("<p>newer</p>", 8) }],
    );
    expect(await resolveConflict(saveContext)(input)).toHaveProperty("theirs.revision", 8);
    expect(sentRequests[1]!.body).toHaveProperty("modified", 7);
  });

  test("with the choice “both”, mine becomes a new entry and theirs stays", async () => {
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

  test("returns the newer text when their text changed after the user chose", async () => {
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
    "with the choice “%s” fails with a reason while offline",
    async (choice) => {
      const { saveContext } = contextWithAnswers("lost");
      const outcome = await resolveConflict(saveContext)({ ...input, choice });
      expect(outcome).toHaveProperty("error.reason", "unreachable");
    },
  );
});

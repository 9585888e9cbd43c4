import { parseAuthorization } from "@daybook/domain/contract/signing";
import { describe, expect, test } from "vitest";
import { type CallOptions, createApi } from "./api-client.ts";
import { sampleSession } from "./testing/sample-session.ts";

const now = Date.parse("2026-11-20T12:00:00.000Z");

type FakeResponse = Response | "lost" | (() => Response);

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
const refusal = (status: number, code: string, more: object = {}) =>
  json(status, { error: `A sentence about ${code}.`, code, ...more });

/** A server that returns these responses in turn, then none, and records the requests. */
function serverOf(...responses: FakeResponse[]) {
  const sentRequests: { url: string; init: RequestInit; headers: Record<string, string> }[] = [];
  const waits: number[] = [];
  const browser = {
    session: sampleSession(now + 1e9) as ReturnType<typeof sampleSession> | null,
    unlock: null as string | null,
    unauthorisedCount: 0,
    fatalCount: 0,
  };
  let tokens = 0;
  let time = now;
  const api = createApi({
    fetch: async (url, init) => {
      sentRequests.push({ url, init, headers: init.headers as Record<string, string> });
      const response = responses.shift() ?? "lost";
      if (response === "lost") throw new TypeError("Failed to fetch");
      return typeof response === "function" ? response() : response;
    },
    session: () => browser.session,
    unlock: () => browser.unlock,
    clock: { now: () => time, set: (serverTime) => (time = serverTime) },
    sleep: async (milliseconds) => void waits.push(milliseconds),
    random: () => `token-${(tokens += 1)}`,
    origin: "http://localhost:3000",
    onUnauthorised: () => void (browser.unauthorisedCount += 1),
    onFatal: () => void (browser.fatalCount += 1),
  });
  const oauth = (at: number) => parseAuthorization(sentRequests[at]?.headers.Authorization ?? "");
  return { api, sentRequests, waits, browser, oauth };
}

const save = (api: ReturnType<typeof serverOf>["api"], options?: CallOptions) =>
  api.call("updateEntry", { params: { journalId: "1", entryId: "2" }, body: { title: "Ünï" } }, options);

describe("requests", () => {
  test("a request has its path and body, a signature and an idempotency key", async () => {
    const { api, sentRequests, oauth } = serverOf(json(200, { entry: {} }));
    const result = await save(api);
    expect(result.ok && result.status).toBe(200);
    expect(sentRequests[0]?.url).toBe("http://localhost:3000/api/journals/1/entries/2");
    expect(sentRequests[0]?.init.method).toBe("PUT");
    expect(sentRequests[0]?.init.body).toBe('{"title":"Ünï"}');
    expect(sentRequests[0]?.headers["Idempotency-Key"]).toBeTruthy();
    expect(oauth(0)?.get("oauth_token")).toBe("token");
    expect(oauth(0)?.get("oauth_signature")).toBeTruthy();
    expect(oauth(0)?.get("oauth_timestamp")).toBe(String(now / 1000));
  });

  test("a request of a logged-in user has the tokens of the open locks", async () => {
    const { api, sentRequests, browser } = serverOf(json(200, {}), json(200, {}), json(200, {}));
    await api.call("listJournals");
    browser.unlock = "one,two";
    await api.call("listJournals");
    browser.session = null;
    await api.call("listJournals");
    expect(sentRequests.map(({ headers }) => headers["X-Unlock"])).toEqual([undefined, "one,two", undefined]);
  });

  test("a request that only reads has no idempotency key; a GET request that changes something has one", async () => {
    const { api, sentRequests } = serverOf(json(200, {}), json(200, {}), json(204, null));
    const params = { journalId: "1", entryId: "2" };
    await api.call("listEntries", { params: { journalId: "1" }, query: { page: "2", view: "starred" } });
    await api.call("restoreVersion", { params, query: { version_id: "5" } });
    await api.call("requestEntryUnlockLink", { params });
    expect(sentRequests[0]?.url.split("?")[1]).toBe("page=2&view=starred");
    expect(sentRequests[0]?.headers["Idempotency-Key"]).toBeUndefined();
    expect(sentRequests[1]?.headers["Idempotency-Key"]).toBeTruthy();
    expect(sentRequests[2]?.headers["Idempotency-Key"]).toBeTruthy();
  });

  test("a request without a session is not signed, and neither is a request that needs no session", async () => {
    const answers = Array.from({ length: 4 }, () => json(200, {}));
    const { api, sentRequests, browser } = serverOf(...answers);
    await api.call("login", { body: { email: "e", password: "p" } });
    await api.call("publicEntry", { params: { slug: "s" } });
    await api.call("unsubscribeSponsored", { body: { email: "e" } });
    browser.session = null;
    await api.call("listJournals");
    expect(sentRequests.map(({ headers }) => headers.Authorization)).toEqual(answers.map(() => undefined));
  });

  test("a small request outlives the page, and a large one does not", async () => {
    const { api, sentRequests } = serverOf(json(204, null), json(204, null));
    const params = { journalId: "1", entryId: "2" };
    await api.call("updateEntry", { params, body: { richtext_body: "short" } }, { keepalive: true });
    const longText = "x".repeat(40_000);
    await api.call("updateEntry", { params, body: { richtext_body: longText } }, { keepalive: true });
    expect(sentRequests.map(({ init }) => init.keepalive)).toEqual([true, false]);
  });
});

describe("responses", () => {
  test("a response with status 204 has no data", async () => {
    const { api } = serverOf(json(204, null));
    expect(await save(api)).toEqual({ ok: true, status: 204, data: null });
  });

  test("a response with an error gives a result with its code, message, fields and body", async () => {
    const { api } = serverOf(refusal(422, "invalid", { fields: { title: "Too long." } }));
    const error = "A sentence about invalid.";
    expect(await save(api)).toEqual({
      ok: false,
      status: 422,
      code: "invalid",
      message: error,
      fields: { title: "Too long." },
      body: { error, code: "invalid", fields: { title: "Too long." } },
      retryAfter: null,
    });
  });

  test("a response with status 200 and an error field is a failure", async () => {
    const { api } = serverOf(json(200, { error: "No." }));
    const result = await save(api);
    expect(result.ok).toBe(false);
    expect(!result.ok && result.message).toBe("No.");
  });

  test("a response that is not JSON is a failure, whatever its status", async () => {
    const { api } = serverOf(
      new Response("<html>", { status: 200 }),
      new Response("<html>", { status: 404 }),
    );
    expect((await save(api)).ok).toBe(false);
    const secondResult = await save(api);
    expect(!secondResult.ok && secondResult.code).toBe("not_found");
  });
});

describe("retries", () => {
  test("a request without a response is retried after 2, 4 and 6 seconds, with one key and new signatures", async () => {
    const { api, sentRequests, waits, oauth } = serverOf();
    const result = await save(api, { idempotencyKey: "one action" });
    expect(!result.ok && [result.status, result.code]).toEqual([0, "network"]);
    expect(waits).toEqual([2000, 4000, 6000]);
    expect(sentRequests.map(({ headers }) => headers["Idempotency-Key"])).toEqual(
      Array(4).fill("one action"),
    );
    expect(new Set(sentRequests.map((_, index) => oauth(index)?.get("oauth_nonce"))).size).toBe(4);
    expect(new Set(sentRequests.map((_, index) => oauth(index)?.get("oauth_signature"))).size).toBe(4);
  });

  test("a request with a 5xx response is retried until it succeeds", async () => {
    const { api, waits } = serverOf(refusal(500, "internal"), "lost", json(200, { entry: {} }));
    expect((await save(api)).ok).toBe(true);
    expect(waits).toEqual([2000, 4000]);
  });

  test("a 408 (the request arrived too slowly) is retried like a request without a response", async () => {
    const { api, waits } = serverOf(refusal(408, "too_slow"), json(200, { entry: {} }));
    expect((await save(api)).ok).toBe(true);
    expect(waits).toEqual([2000]);
  });

  test("a retry waits as long as the server asks when that is longer than the planned delay", async () => {
    const busy = (seconds: string) => json(503, { code: "unavailable" }, { "retry-after": seconds });
    const { api, waits } = serverOf(busy("9"), busy("1"), json(200, {}));
    await save(api);
    expect(waits).toEqual([9000, 4000]);
  });

  test("when the server asks for a delay that is too long, the call fails without a retry", async () => {
    const { api, waits } = serverOf(
      json(429, { error: "Later.", code: "rate_limited" }, { "retry-after": "900" }),
    );
    const result = await save(api);
    expect(!result.ok && result.retryAfter).toBe(900_000);
    expect(waits).toEqual([]);
  });

  test("a 404 is not retried, and the caller can limit the retries of a request without a response", async () => {
    const { api, sentRequests } = serverOf(refusal(404, "not_found"), "lost", "lost");
    await save(api);
    expect(sentRequests.length).toBe(1);
    await save(api, { retries: 1 });
    expect(sentRequests.length).toBe(3);
  });

  test.each([
    ["no response", ["lost", "lost", "lost", "lost"], {}, 1],
    ["5xx", [500, 502, 503, 500], {}, 1],
    ["a success after failures", ["lost", 500, 500, 200], {}, 0],
    ["a refusal", [404], {}, 0],
    ["a call that is never repeated", ["lost"], { retries: 0 }, 0],
  ] as const)(
    "only a call that failed after retries is reported as fatal: %s",
    async (_, statuses, options, fatalCount) => {
      const { api, browser } = serverOf(
        ...statuses.map((status) => (status === "lost" ? status : json(status, {}))),
      );
      await save(api, options);
      expect(browser.fatalCount).toBe(fatalCount);
    },
  );

  test("a request is not retried when another user has logged in, even after a 401", async () => {
    for (const response of ["lost", refusal(401, "unauthenticated")] as const) {
      const { api, browser, sentRequests } = serverOf(
        () => {
          browser.session = sampleSession(now + 1e9, "second", 8);
          if (response === "lost") throw new TypeError("Failed to fetch");
          return response;
        },
        json(200, {}),
      );
      expect((await save(api)).ok).toBe(false);
      expect([sentRequests.length, browser.unauthorisedCount]).toEqual([1, 0]);
    }
  });

  test("an aborted request is not retried", async () => {
    const { api, sentRequests, waits } = serverOf();
    await save(api, { signal: AbortSignal.abort() });
    expect([sentRequests.length, waits.length]).toEqual([1, 0]);
  });
});

describe("responses with status 401", () => {
  test("a 401 response ends the session", async () => {
    const { api, browser, sentRequests } = serverOf(refusal(401, "unauthenticated"));
    const result = await save(api);
    expect(!result.ok && result.code).toBe("unauthenticated");
    expect([browser.unauthorisedCount, sentRequests.length]).toEqual([1, 1]);
  });

  test("a 401 response does not end the session when the caller handles it, and is ignored without a session", async () => {
    const { api, browser } = serverOf(refusal(401, "unauthenticated"), refusal(401, "unauthenticated"));
    await save(api, { quiet401: true });
    browser.session = null;
    await save(api);
    expect(browser.unauthorisedCount).toBe(0);
  });

  test("after a 401 response because of a wrong clock, this and later requests are signed with the server's time", async () => {
    const clockSkewResponse = refusal(401, "clock_skew", { server_time: "2026-11-20T13:00:00.000Z" });
    const { api, browser, waits, oauth } = serverOf(clockSkewResponse, json(200, {}), json(200, {}));
    expect((await save(api)).ok).toBe(true);
    await save(api);
    const hourLater = String(now / 1000 + 3600);
    expect([1, 2].map((at) => oauth(at)?.get("oauth_timestamp"))).toEqual([hourLater, hourLater]);
    expect([browser.unauthorisedCount, waits.length]).toEqual([0, 0]);
  });

  test("after a 401 response because of a used nonce, the request is signed again once, and the user stays logged in", async () => {
    const { api, browser, sentRequests } = serverOf(
      refusal(401, "nonce_used"),
      refusal(401, "nonce_used"),
      json(200, {}),
    );
    const result = await save(api);
    expect(!result.ok && result.code).toBe("nonce_used");
    expect([browser.unauthorisedCount, sentRequests.length]).toEqual([0, 2]);
  });

  test("after a 401 response for a token that was refreshed in the meantime, the request is signed with the new token", async () => {
    const { api, browser, oauth } = serverOf(
      () => {
        browser.session = sampleSession(now + 1e9, "second");
        return refusal(401, "unauthenticated");
      },
      json(200, {}),
    );
    expect((await save(api)).ok).toBe(true);
    expect(oauth(1)?.get("oauth_token")).toBe("second");
    expect(browser.unauthorisedCount).toBe(0);
  });
});

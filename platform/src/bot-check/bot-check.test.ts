import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BotCheck } from "./bot-check.ts";
import { noBotCheck } from "./off.ts";
import { createTurnstile } from "./turnstile.ts";

type ReceivedRequest = { body: URLSearchParams; type: string | undefined };

let server: Server;
let endpoint: string;
let requests: ReceivedRequest[];
let reasons: string[];
let respond: (form: URLSearchParams, response: ServerResponse) => void;

/** Like Cloudflare: a token counts once, and only with the right secret. */
function respondLikeCloudflare(): typeof respond {
  const unusedTokens = new Set(["good token"]);
  return (form, response) => {
    const codes =
      form.get("secret") !== "secret key"
        ? ["invalid-input-secret"]
        : unusedTokens.delete(form.get("response") ?? "")
          ? []
          : ["timeout-or-duplicate"];
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify({ success: codes.length === 0, "error-codes": codes, hostname: "localhost" }),
    );
  };
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const form = new URLSearchParams(text);
  requests.push({ body: form, type: request.headers["content-type"] });
  respond(form, response);
}

beforeEach(async () => {
  [requests, reasons, respond] = [[], [], respondLikeCloudflare()];
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((onListening) => server.listen(0, "127.0.0.1", onListening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  endpoint = `http://127.0.0.1:${address.port}/siteverify`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((onClosed) => server.close(onClosed));
});

const turnstile = (changes: Partial<Parameters<typeof createTurnstile>[0]> = {}): BotCheck =>
  createTurnstile({
    siteKey: "site key",
    secretKey: "secret key",
    fetch,
    endpoint,
    onUnavailable: (reason) => reasons.push(reason),
    ...changes,
  });

describe.each([
  ["off", () => noBotCheck],
  ["turnstile", () => turnstile()],
])("the contract of a bot check: %s", (_, create) => {
  test("a person passes", async () => {
    expect(await create().verify("good token", "192.0.2.1")).toBe("passed");
  });

  test("verifying never throws, whatever token the browser sends", async () => {
    const check = create();
    for (const token of [undefined, "", "bad token", "x".repeat(10_000), "\0\ud800"]) {
      expect(["passed", "failed"]).toContain(await check.verify(token, "192.0.2.1"));
    }
  });
});

test("a bot check that is off has no site key and sends no request", async () => {
  expect([noBotCheck.siteKey, await noBotCheck.verify(undefined, ""), requests.length]).toEqual([
    null,
    "passed",
    0,
  ]);
});

test("Cloudflare gets the secret, the token and the IP address as a form, and nothing else", async () => {
  const check = turnstile();
  expect(check.siteKey).toBe("site key");
  await check.verify("good token", "192.0.2.1");
  expect([...(requests[0]?.body ?? [])]).toEqual([
    ["secret", "secret key"],
    ["response", "good token"],
    ["remoteip", "192.0.2.1"],
  ]);
  expect(requests[0]?.type).toMatch(/^application\/x-www-form-urlencoded/);
});

test("a token counts once, and a missing or overlong one causes no request", async () => {
  const check = turnstile();
  expect(await check.verify("good token", "192.0.2.1")).toBe("passed");
  expect(await check.verify("good token", "192.0.2.1")).toBe("failed");
  expect(await check.verify(undefined, "192.0.2.1")).toBe("failed");
  expect(await check.verify("x".repeat(2_049), "192.0.2.1")).toBe("failed");
  expect([requests.length, reasons]).toEqual([2, []]);
});

test("a wrong secret makes the check unavailable; it does not fail the person", async () => {
  expect(await turnstile({ secretKey: "old" }).verify("good token", "192.0.2.1")).toBe("unavailable");
  expect(reasons).toEqual(["invalid-input-secret"]);
});

test.each<[string, typeof respond, string]>([
  ["a failing server", (_, response) => void response.writeHead(503).end("busy"), "status 503"],
  ["a page instead of an answer", (_, response) => void response.end("<html>"), "status 200"],
  ["an answer of another shape", (_, response) => void response.end('{"ok":true}'), "status 200"],
  ["a closed connection", (_, response) => void response.destroy(), "TypeError"],
  [
    "a redirect",
    (_, response) => void response.writeHead(307, { Location: "/elsewhere" }).end(),
    "TypeError",
  ],
  ["silence", () => {}, "TimeoutError"],
])("%s makes the check unavailable", async (_, answer, reason) => {
  respond = answer;
  // Short where the test is about the timeout; otherwise so long that a busy machine does not reach it.
  const timeoutMs = reason === "TimeoutError" ? 100 : 60_000;
  expect(await turnstile({ timeoutMs }).verify("good token", "192.0.2.1")).toBe("unavailable");
  expect(reasons).toEqual([reason]);
});

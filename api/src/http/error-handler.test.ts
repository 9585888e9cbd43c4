import { BlobsUnavailable } from "@daybook/platform/blobs/blobs";
import { TooContended } from "@daybook/platform/commands/handle-command";
import { OutcomeUnknown } from "@daybook/platform/event-store/event-store";
import { KeyGone } from "@daybook/platform/vault/key-vault";
import { createLogger } from "@daybook/platform/logger";
import Koa from "koa";
import { afterEach, expect, test } from "vitest";
import { errorHandler } from "./error-handler.ts";

const privateText = "Dear diary, nobody may read this";
const servers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of servers.splice(0)) await stop();
});

/** Sends a request to a server whose handler throws this error. Returns the reply and the lines of the log. */
async function requestFailingWith(error: unknown, onFullDisk?: () => void) {
  const lines: string[] = [];
  const logger = createLogger({ level: "info", destination: { write: (line) => void lines.push(line) } });
  const app = new Koa();
  app.silent = true;
  app.use(errorHandler(logger, onFullDisk));
  app.use(() => {
    throw error;
  });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((onListening) => server.once("listening", onListening));
  servers.push(() => new Promise((onClosed) => server.close(onClosed)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const reply = await fetch(`http://127.0.0.1:${address.port}/`);
  const body = (await reply.json()) as { code: string; error: string };
  return { status: reply.status, code: body.code, text: JSON.stringify(body), headers: reply.headers, lines };
}

const withCode = (code: string) => Object.assign(new Error(privateText), { code });

test.each([
  ["an append with an unknown outcome", new OutcomeUnknown(privateText)],
  ["a contended stream", new TooContended("entry-1")],
  ["a refused connection", withCode("ECONNREFUSED")],
  ["a database that shuts down", withCode("57P01")],
  ["a database that is full", withCode("53100")],
])("%s is temporary: a 503 with Retry-After", async (_, error) => {
  const { status, code, headers, lines } = await requestFailingWith(error);
  expect([status, code]).toEqual([503, "unavailable"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(lines).toHaveLength(1);
});

test.each([
  ["the full disk of the database", true, withCode("53100")],
  ["the full disk of the photos", true, new BlobsUnavailable("ENOSPC")],
  ["a full disk for another file", true, withCode("ENOSPC")],
  ["a database without free connections", false, withCode("53300")],
])("after %s, the reply says “server is full” and a full disk is reported: %s", async (_, isFull, error) => {
  let fullDiskReports = 0;
  const { status, code, text } = await requestFailingWith(error, () => void (fullDiskReports += 1));
  expect([status, code, text.includes("server is full"), fullDiskReports]).toEqual([
    503,
    "unavailable",
    isFull,
    isFull ? 1 : 0,
  ]);
});

test("a destroyed key is a 404", async () => {
  const { status, code, lines } = await requestFailingWith(new KeyGone("entry/1"));
  expect([status, code, lines.length]).toEqual([404, "not_found", 0]);
});

test.each([
  ["an error", new TypeError(privateText)],
  ["a violated constraint of the database", withCode("23505")],
  ["a thrown string", privateText],
])("%s is a 500 whose message is neither in the reply nor in the log", async (_, error) => {
  const { status, code, text, headers, lines } = await requestFailingWith(error);
  expect([status, code]).toEqual([500, "internal"]);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(lines).toHaveLength(1);
  expect(text + lines.join()).not.toContain("diary");
});

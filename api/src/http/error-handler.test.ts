import { BlobsUnavailable } from "@daybook/platform/blobs/blobs";
import { TooContended } from "@daybook/platform/commands/handle-command";
import { OutcomeUnknown } from "@daybook/platform/event-store/event-store";
import { KeyGone } from "@daybook/platform/vault/key-vault";
import { createLogger } from "@daybook/platform/logger";
import Koa from "koa";
import { afterEach, expect, test } from "vitest";
import { errorHandler } from "./error-handler.ts";

const diary = "Dear diary, nobody may read this";
const servers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of servers.splice(0)) await stop();
});

/** A server that always fails with this error, and its log. */
async function ask(error: unknown, onFullDisk?: () => void) {
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

const withCode = (code: string) => Object.assign(new Error(diary), { code });

test.each([
  ["a lost append", new OutcomeUnknown(diary)],
  ["a contended stream", new TooContended("entry-1")],
  ["a refused connection", withCode("ECONNREFUSED")],
  ["a database that shuts down", withCode("57P01")],
  ["a database that is full", withCode("53100")],
])("%s is temporary: a 503 with Retry-After", async (_, error) => {
  const { status, code, headers, lines } = await ask(error);
  expect([status, code]).toEqual([503, "unavailable"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(lines).toHaveLength(1);
});

test.each([
  ["of the database", withCode("53100"), true],
  ["of the photos", new BlobsUnavailable("ENOSPC"), true],
  ["of another file", withCode("ENOSPC"), true],
  ["that only broke", withCode("53300"), false],
])("a full disk %s is reported in words, and noted", async (_, error, isFull) => {
  let noted = 0;
  const { status, code, text } = await ask(error, () => void (noted += 1));
  expect([status, code, text.includes("server is full"), noted]).toEqual([
    503,
    "unavailable",
    isFull,
    isFull ? 1 : 0,
  ]);
});

test("a destroyed key is a 404", async () => {
  const { status, code, lines } = await ask(new KeyGone("entry/1"));
  expect([status, code, lines.length]).toEqual([404, "not_found", 0]);
});

test.each([
  ["an error", new TypeError(diary)],
  ["a broken rule of the database", withCode("23505")],
  ["something that is no error", diary],
])("%s is a 500 whose message is neither in the reply nor in the log", async (_, error) => {
  const { status, code, text, headers, lines } = await ask(error);
  expect([status, code]).toEqual([500, "internal"]);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(lines).toHaveLength(1);
  expect(text + lines.join()).not.toContain("diary");
});

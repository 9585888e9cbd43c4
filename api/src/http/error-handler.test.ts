import { BlobsUnavailable } from "@daybook/platform/blobs/blobs";
import { TooContended } from "@daybook/platform/commands/handle-command";
import { EventStoreUnavailable, OutcomeUnknown } from "@daybook/platform/event-store/event-store";
import { KeyGone } from "@daybook/platform/vault/key-vault";
import { createLogger } from "@daybook/platform/logger";
import Koa from "koa";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { errorHandler } from "./error-handler.ts";

// The second line looks like a line of a stack.
const privateText = "Dear diary,\n    at night (I confide): nobody may read this";
const stopServers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopServers.splice(0)) await stop();
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
  stopServers.push(() => new Promise((onClosed) => server.close(onClosed)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const reply = await fetch(`http://127.0.0.1:${address.port}/`);
  const body = (await reply.json()) as { code: string; error: string };
  return { status: reply.status, code: body.code, text: JSON.stringify(body), headers: reply.headers, lines };
}

const withCode = (code: string) => Object.assign(new Error(privateText), { code });

test.each([
  ["an append with an unknown outcome", new OutcomeUnknown(privateText)],
  ["an event store that cannot be read", new EventStoreUnavailable(privateText)],
  ["a contended stream", new TooContended("entry-1")],
  ["a refused connection", withCode("ECONNREFUSED")],
  ["a host without an address", withCode("ENOTFOUND")],
  ["a database that shuts down", withCode("57P01")],
  ["a full disk of the database", withCode("53100")],
])("%s is a temporary failure: a 503 with Retry-After", async (_, error) => {
  const { status, code, headers, lines } = await requestFailingWith(error);
  expect([status, code]).toEqual([503, "unavailable"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(lines).toHaveLength(1);
});

test.each([
  ["a full disk of the database", withCode("53100")],
  ["a full disk of the photos", new BlobsUnavailable("ENOSPC")],
  ["a full disk for another file", withCode("ENOSPC")],
])("%s is reported once, and the reply names the disk", async (_, error) => {
  const onFullDisk = vi.fn<() => void>();
  const { status, code, text } = await requestFailingWith(error, onFullDisk);
  expect([status, code]).toEqual([503, "unavailable"]);
  expect(text).toContain("server is full");
  expect(onFullDisk).toHaveBeenCalledOnce();
});

test("a database without free connections does not count as a full disk", async () => {
  const onFullDisk = vi.fn<() => void>();
  const { status, code, text } = await requestFailingWith(withCode("53300"), onFullDisk);
  expect([status, code]).toEqual([503, "unavailable"]);
  expect(text).not.toContain("server is full");
  expect(onFullDisk).not.toHaveBeenCalled();
});

test("a taken id is a 503 with Retry-After", async () => {
  const refusal = { rejected: true, code: "id_taken", message: "Please try again." } as const;
  const { status, code, headers } = await requestFailingWith(new ApiError(refusal));
  expect([status, code, headers.get("retry-after")]).toEqual([503, "id_taken", "2"]);
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
  expect(text + lines.join()).not.toMatch(/diary|confide/);
});

import { once } from "node:events";
import { Readable } from "node:stream";
import Koa from "koa";
import type { BinaryReply } from "@daybook/domain/contract/endpoint";
import { afterEach, expect, test } from "vitest";
import { sendBinary } from "./send-binary.ts";

const stopServers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopServers.splice(0)) await stop();
});

/** Starts a server that sends these bytes, and returns its URL. */
async function serve(bytes: BinaryReply["bytes"]): Promise<string> {
  const app = new Koa();
  app.on("error", () => {});
  app.use((ctx) => {
    // The mount sets the status before it sends the reply.
    ctx.status = 200;
    sendBinary(ctx, { bytes, contentType: "image/png", etag: "1-original" });
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  stopServers.push(() => {
    server.closeAllConnections();
    return new Promise((onClosed) => server.close(onClosed));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/`;
}

const mebibyte = 1024 * 1024;
const content = Buffer.from(Array.from({ length: 3 * mebibyte }, (_, index) => index % 251));

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += 100_000)
    yield content.subarray(start, start + 100_000);
}

test.each([
  ["bytes", () => content],
  ["a Node stream", () => Readable.from(pieces())],
  ["any other stream", pieces],
])("%s: the reply is complete and has the same headers", async (_, bytes) => {
  const reply = await fetch(await serve(bytes()));
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("image/png");
  expect(reply.headers.get("etag")).toBe('"1-original"');
  expect(reply.headers.get("cache-control")).toBe("private, no-cache");
  expect(reply.headers.get("content-disposition")).toBe("inline");
  expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
});

test("a reply of bytes has a Content-Length", async () => {
  const reply = await fetch(await serve(content));
  expect(reply.headers.get("content-length")).toBe(String(content.length));
  await reply.body?.cancel();
});

// If a conditional request has no Cache-Control, fetch adds "no-cache", which requests the whole reply.
const conditionalRequest = { headers: { "If-None-Match": '"1-original"', "Cache-Control": "max-age=0" } };

test("a client that already has the bytes gets 304", async () => {
  const reply = await fetch(await serve(content), conditionalRequest);
  expect([reply.status, (await reply.text()).length]).toEqual([304, 0]);
});

test("when the body is a stream, a client that already has the bytes gets 304, and the stream is closed", async () => {
  const stream = Readable.from(pieces());
  const reply = await fetch(await serve(stream), conditionalRequest);
  expect([reply.status, (await reply.text()).length]).toEqual([304, 0]);
  expect(stream.destroyed).toBe(true);
});

test("the stream is closed when the client cancels the reply", async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield content;
  }
  const stream = Readable.from(endless(), { objectMode: false });
  const streamClosed = once(stream, "close").catch(() => undefined);
  const reply = await fetch(await serve(stream));
  await reply.body?.cancel();
  await streamClosed;
  expect(stream.destroyed).toBe(true);
});

test.each([0, 2 * mebibyte])("the client sees an error when a stream fails after %i bytes", async (size) => {
  async function* failingStream(): AsyncGenerator<Uint8Array> {
    if (size > 0) yield content.subarray(0, size);
    throw new Error("the disk failed");
  }
  const readReply = async () => {
    const reply = await fetch(await serve(failingStream()));
    await reply.arrayBuffer();
  };
  // With 0 bytes the headers are not sent yet; with 2 MiB they are.
  await expect(readReply()).rejects.toThrow(/^(fetch failed|terminated)$/);
});

import { createServer, type RequestListener } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startSilentServer } from "../testing/silent-server.ts";
import { BlobsUnavailable } from "./blobs.ts";
import { describeBlobsContract } from "./blobs-contract.ts";
import { createS3Blobs } from "./s3.ts";

const s3Url = process.env["S3_URL"];

// Needs a server that npm cannot install: `S3_URL=http://KEY:SECRET@127.0.0.1:9000/bucket npm test`.
describe.skipIf(!s3Url)("with a server that S3_URL names", () => {
  describeBlobsContract("A bucket", async () => createS3Blobs(s3Url ?? ""));

  test("a missing bucket is unavailable, not empty", async () => {
    const missingBucketUrl = new URL(s3Url ?? "");
    missingBucketUrl.pathname = "/no-such-bucket";
    const blobs = createS3Blobs(missingBucketUrl.href);
    await expect(blobs.get("a")).rejects.toThrow(BlobsUnavailable);
    await expect(blobs.put("a", Buffer.from("x"))).rejects.toThrow(BlobsUnavailable);
    await expect(blobs.getStream("a")).rejects.toThrow(BlobsUnavailable);
    await expect(blobs.remove("a")).rejects.toThrow(BlobsUnavailable);
    const chunks = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024)));
    await expect(blobs.putStream("a", chunks)).rejects.toThrow(BlobsUnavailable);
  });
});

const shortTimeouts = { replyMs: 100, jobMs: 100, outageMs: 3_600_000 };
const bucketAt = (port: number) => `http://KEY:SECRET@127.0.0.1:${port}/bucket`;

test("a server that never answers is unavailable, and is not asked again for a while", async () => {
  const server = await startSilentServer();
  onTestFinished(() => server.close());
  const blobs = createS3Blobs(bucketAt(server.port), shortTimeouts);
  await expect(blobs.get("a")).rejects.toThrow(BlobsUnavailable);
  const connectionsBefore = server.countConnections();
  await expect(blobs.put("a", Buffer.from("x"))).rejects.toThrow(BlobsUnavailable);
  await expect(blobs.getStream("a")).rejects.toThrow(BlobsUnavailable);
  await expect(blobs.remove("a")).rejects.toThrow(BlobsUnavailable);
  await expect(blobs.check()).rejects.toThrow(BlobsUnavailable);
  expect(server.countConnections()).toBe(connectionsBefore);
});

test("a long upload to a server that never answers fails long before the time limit of the upload", async () => {
  const server = await startSilentServer();
  onTestFinished(() => server.close());
  const blobs = createS3Blobs(bucketAt(server.port), shortTimeouts);
  await expect(blobs.put("a", Buffer.alloc(200 * 1024 * 1024))).rejects.toThrow(BlobsUnavailable);
});

/** Starts a server, and returns the URL of a bucket on it. */
async function startServer(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return bucketAt(typeof address === "object" && address ? address.port : 0);
}

test("a blob counts as removed when it is missing, but not when the bucket is missing", async () => {
  let code = "NoSuchKey";
  const url = await startServer((_, response) => {
    response.writeHead(404).end(`<Error><Code>${code}</Code></Error>`);
  });
  const blobs = createS3Blobs(url);
  await blobs.remove("a");
  code = "NoSuchBucket";
  await expect(blobs.remove("a")).rejects.toThrow(BlobsUnavailable);
});

/** Advances the clock until a promise settles, and returns its error. */
async function advanceUntilSettled(promise: Promise<unknown>): Promise<unknown> {
  const outcomes: unknown[] = [];
  promise.then(
    () => outcomes.push("it was answered"),
    (error: unknown) => outcomes.push(error),
  );
  while (outcomes.length === 0) {
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(10);
  }
  return outcomes[0];
}

test("a reply that stops in the middle is unavailable", async () => {
  const url = await startServer((_, response) => {
    response.writeHead(200, { "Content-Length": "1000" });
    response.write("the beginning");
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const blobs = createS3Blobs(url, shortTimeouts);
  const stream = await blobs.getStream("a");
  expect(await advanceUntilSettled(stream?.toArray() ?? Promise.resolve())).toBeInstanceOf(BlobsUnavailable);
});

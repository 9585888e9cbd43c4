import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { BlobsUnavailable } from "./blobs.ts";
import { describeBlobsContract } from "./blobs-contract.ts";
import { createS3Blobs } from "./s3.ts";

const url = process.env["S3_URL"];

// Needs a server that npm cannot install: `S3_URL=http://KEY:SECRET@127.0.0.1:9000/bucket npm test`.
describe.skipIf(!url)("with a server that S3_URL names", () => {
  describeBlobsContract("A bucket", async () => createS3Blobs(url ?? ""));

  test("a missing bucket is unavailable, not empty", async () => {
    const elsewhere = new URL(url ?? "");
    elsewhere.pathname = "/no-such-bucket";
    const blobs = createS3Blobs(elsewhere.href);
    await expect(blobs.get("a")).rejects.toThrow(BlobsUnavailable);
    await expect(blobs.put("a", Buffer.from("x"))).rejects.toThrow(BlobsUnavailable);
    await expect(blobs.getStream("a")).rejects.toThrow(BlobsUnavailable);
    const parts = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024)));
    await expect(blobs.putStream("a", parts)).rejects.toThrow(BlobsUnavailable);
  });
});

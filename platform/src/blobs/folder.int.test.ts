import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { DataKey } from "../vault/data-key.ts";
import { openBlobStream, sealBlobStream } from "../vault/seal-blob.ts";
import { BlobsUnavailable } from "./blobs.ts";
import { describeBlobsContract } from "./blobs-contract.ts";
import { createFolderBlobs } from "./folder.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-blobs-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describeBlobsContract("A folder", async () => createFolderBlobs(root));

test("only the owner can read files and folders", async () => {
  const blobs = createFolderBlobs(join(root, "own"));
  await blobs.put("a", Buffer.from("x"));
  const [subfolder = ""] = await readdir(join(root, "own"));
  expect((await stat(join(root, "own", subfolder))).mode & 0o777).toBe(0o700);
  expect((await stat(join(root, "own", subfolder, "a"))).mode & 0o777).toBe(0o600);
});

test("a file that a crash left half written is listed and can be removed", async () => {
  const folder = join(root, "half");
  const blobs = createFolderBlobs(folder);
  await blobs.put("a", Buffer.from("x"));
  const [subfolder = ""] = await readdir(folder);
  const unfinishedFile = `a.${randomUUID()}.tmp`;
  await writeFile(join(folder, subfolder, unfinishedFile), "");
  const names: string[] = [];
  for await (const { name } of blobs.list()) names.push(name);
  expect(names.toSorted()).toEqual(["a", unfinishedFile]);
  await blobs.remove(unfinishedFile);
  expect(await readdir(join(folder, subfolder))).toEqual(["a"]);
});

test("a source that fails leaves no half-written file", async () => {
  const folder = join(root, "failing");
  const blobs = createFolderBlobs(folder);
  async function* failingSource(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(100_000);
    throw new Error("the source failed");
  }
  await expect(blobs.putStream("a", failingSource())).rejects.toThrow("the source failed");
  const [subfolder = ""] = await readdir(folder);
  expect(await readdir(join(folder, subfolder))).toEqual([]);
});

test("a blob is sealed, stored and opened as a stream", async () => {
  const blobs = createFolderBlobs(join(root, "sealed"));
  const key = new DataKey(randomBytes(32));
  const bytes = randomBytes(3_000_000);
  async function* source(): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += 70_000) yield bytes.subarray(start, start + 70_000);
  }
  await blobs.putStream("a", sealBlobStream(key, "a", source()));
  const sealedBlob = await blobs.getStream("a");
  if (!sealedBlob) throw new Error("the blob is not there");
  expect((await buffer(openBlobStream(key, "a", sealedBlob))).equals(bytes)).toBe(true);
  expect((await blobs.get("a"))?.includes(bytes.subarray(0, 32))).toBe(false);
});

test("a folder is unavailable while a file is in its place, and works when the file is gone", async () => {
  const folder = join(root, "broken");
  const blobs = createFolderBlobs(folder);
  await writeFile(folder, "a file in its place");
  await expect(blobs.put("a", Buffer.from("x"))).rejects.toThrow(BlobsUnavailable);
  await expect(blobs.putStream("a", Readable.from([Buffer.from("x")]))).rejects.toThrow(BlobsUnavailable);
  await expect(blobs.getStream("a")).rejects.toThrow(BlobsUnavailable);
  await rename(folder, `${folder}.aside`);
  await blobs.put("a", Buffer.from("x"));
  expect((await blobs.get("a"))?.toString()).toBe("x");
});

import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BlobsUnavailable } from "./blobs.ts";
import { describeBlobsContract } from "./blobs-contract.ts";
import { createFolderBlobs } from "./folder.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-blobs-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describeBlobsContract("A folder", async () => createFolderBlobs(root));

test("files and folders are their owner's alone", async () => {
  const blobs = createFolderBlobs(join(root, "own"));
  await blobs.put("a", Buffer.from("x"));
  const [part = ""] = await readdir(join(root, "own"));
  expect((await stat(join(root, "own", part))).mode & 0o777).toBe(0o700);
  expect((await stat(join(root, "own", part, "a"))).mode & 0o777).toBe(0o600);
});

test("what a crash left half written is listed, and can be removed", async () => {
  const folder = join(root, "half");
  const blobs = createFolderBlobs(folder);
  await blobs.put("a", Buffer.from("x"));
  const [part = ""] = await readdir(folder);
  const half = `a.${randomUUID()}.tmp`;
  await writeFile(join(folder, part, half), "");
  const names: string[] = [];
  for await (const { name } of blobs.list()) names.push(name);
  expect(names.toSorted()).toEqual(["a", half]);
  await blobs.remove(half);
  expect(await readdir(join(folder, part))).toEqual(["a"]);
});

test("a folder that cannot be written is unavailable for now, and works again by itself", async () => {
  const folder = join(root, "broken");
  const blobs = createFolderBlobs(folder);
  await writeFile(folder, "a file in its place");
  await expect(blobs.put("a", Buffer.from("x"))).rejects.toThrow(BlobsUnavailable);
  await rename(folder, `${folder}.aside`);
  await blobs.put("a", Buffer.from("x"));
  expect((await blobs.get("a"))?.toString()).toBe("x");
});

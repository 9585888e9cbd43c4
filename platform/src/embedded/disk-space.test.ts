import { expect, test } from "vitest";
import { freeBytes, isDiskFull, isDiskFullError, watchDisks } from "./disk-space.ts";

test("a disk is full before the last byte is used", async () => {
  const isFullWith = (bytes: number) => isDiskFull("/", () => Promise.resolve(bytes));
  expect(await isFullWith(0)).toBe(true);
  expect(await isFullWith(1024 * 1024)).toBe(true);
  expect(await isFullWith(1024 ** 3)).toBe(false);
});

test("the free space of a folder can be read", async () => {
  expect(await freeBytes(import.meta.dirname)).toBeGreaterThan(0);
});

test.each([
  ["ENOSPC", true],
  ["EDQUOT", true],
  ["53100", true],
  ["53300", false],
  ["EACCES", false],
])("%s means that the disk is full: %s", (code, expected) => {
  expect(isDiskFullError(Object.assign(new Error("no"), { code }))).toBe(expected);
});

test("each disk is watched, and after a failed write a disk counts as full for half a minute", async () => {
  let now = 0;
  const freeBytesByFolder = new Map([
    ["/data", 1024 ** 3],
    ["/database", 1024 ** 3],
  ]);
  const disks = watchDisks(["/data", "/database"], {
    clock: { now: () => now },
    readFreeBytes: async (folder) => freeBytesByFolder.get(folder) ?? 0,
  });
  expect(await disks.isFull()).toBe(false);
  freeBytesByFolder.set("/database", 1024);
  expect(await disks.isFull()).toBe(true);
  freeBytesByFolder.set("/database", 1024 ** 3);
  expect(await disks.isFull()).toBe(false);
  disks.noteFull();
  now += 29_000;
  expect(await disks.isFull()).toBe(true);
  now += 1_000;
  expect(await disks.isFull()).toBe(false);
});

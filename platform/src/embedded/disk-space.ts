import { statfs } from "node:fs/promises";
import type { Clock } from "../clock.ts";

/** With less than this, PostgreSQL soon cannot extend its files or its log, and writes fail. */
const minFreeBytes = 48 * 1024 * 1024;

/** Returns how many bytes an ordinary user can still write to the disk of a folder. */
export type ReadFreeBytes = (folder: string) => Promise<number>;

/** See {@link ReadFreeBytes}. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** True when the disk of a folder has too little free space for PostgreSQL. */
export async function isDiskFull(folder: string, readFreeBytes: ReadFreeBytes = freeBytes): Promise<boolean> {
  return (await readFreeBytes(folder)) < minFreeBytes;
}

/**
 * How long a disk counts as full after it had no room for a write. This also covers disks of other machines, whose free space cannot
 * be read.
 */
const fullAfterFailureMs = 30_000;

/**
 * Watches whether one of the disks is full.
 *
 * @param folders folders on this machine
 */
export function watchDisks(
  folders: readonly string[],
  { clock, readFreeBytes = freeBytes }: { readonly clock: Clock; readonly readFreeBytes?: ReadFreeBytes },
) {
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Notes that a write failed because a disk is full. */
    noteFull: (): void => void (failedAt = clock.now()),
    async isFull(): Promise<boolean> {
      if (clock.now() - failedAt < fullAfterFailureMs) return true;
      const fullDisks = await Promise.all(folders.map((folder) => isDiskFull(folder, readFreeBytes)));
      return fullDisks.includes(true);
    },
  };
}

/** See {@link watchDisks}. */
export type Disks = ReturnType<typeof watchDisks>;

const diskFullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** True when an error of the operating system or of PostgreSQL says that the disk has no room. */
export const isDiskFullError = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  typeof error.code === "string" &&
  diskFullCodes.has(error.code);

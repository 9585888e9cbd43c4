import { statfs } from "node:fs/promises";

/** With less than this, PostgreSQL cannot extend its files or its log, and a write fails sooner or later. */
const tooFewBytes = 48 * 1024 * 1024;

/** Returns how many bytes an ordinary user can still write to the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

/** See {@link FreeBytes}. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** True when the disk of a folder is full, or so nearly that writes fail. */
export async function isDiskFull(folder: string, free: FreeBytes = freeBytes): Promise<boolean> {
  return (await free(folder)) < tooFewBytes;
}

const fullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** True for the error of a write for which the disk has no room: of the operating system or of PostgreSQL. */
export const isDiskFullError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && fullCodes.has(error.code);

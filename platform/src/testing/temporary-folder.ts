import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memoryFolder = "/dev/shm";
const minFreeBytes = 2 * 1024 ** 3;

/**
 * The folder for what tests create and remove; use it as `TMPDIR`. It is in memory where there is room. A PostgreSQL
 * cluster is a thousand small files, and ext4 creates files slowly right after others were removed.
 */
export function temporaryFolder(): string {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    if (bavail * bsize > minFreeBytes) return memoryFolder;
  } catch {
    // Not Linux, or without such a folder.
  }
  return tmpdir();
}

import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const roomBytes = 2 * 1024 ** 3;

/**
 * The folder for what tests create and remove; use it as `TMPDIR`. It is in memory where there is room. A PostgreSQL
 * cluster is a thousand small files, and ext4 creates files slowly right after others were removed.
 */
export function temporaryFolder(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > roomBytes) return memory;
  } catch {
    // Not Linux, or without such a folder.
  }
  return tmpdir();
}

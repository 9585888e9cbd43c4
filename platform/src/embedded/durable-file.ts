import { randomUUID } from "node:crypto";
import { open, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file. After a power cut, either the old or the new content is there, complete. Content and folder entry are
 * flushed before this resolves. When writing or reading `content` fails, the old content stays.
 *
 * @param flushFolder flushes the entries of the folder. A function that batches its calls lets concurrent writes to a folder share
 *   one flush.
 */
export async function writeFileDurably(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  mode: number,
  flushFolder: (path: string) => Promise<void> = syncFolder,
): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporaryPath, "wx", mode);
  try {
    try {
      await writeFile(file, content);
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await unlink(temporaryPath).catch(() => undefined);
    throw error;
  }
  await flushFolder(dirname(path));
}

/** Flushes the entries of a folder. Without it a new or renamed file may be missing after a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The text of a file, or undefined when it does not exist. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The operating system's code of an error (`ENOENT`, `EACCES`, …), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

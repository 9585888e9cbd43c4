import { constants, existsSync } from "node:fs";
import { access, mkdir, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "../start-error.ts";
import { isDiskFullError } from "./disk-space.ts";
import { errorCode } from "./durable-file.ts";
import { LOCK_FILE, lockFolder } from "./folder-lock.ts";

/** The absolute paths of what Daybook stores on this machine. */
export type DataFolder = {
  path: string;
  /** The embedded database. */
  postgres: string;
  /** The folder of `.eml` files, which replaces a mail server that is not configured. It is not the table `outbox`. */
  outbox: string;
  /** Sealed photos. */
  photos: string;
  /** The master key and its fingerprint; only the owner may read the folder. */
  keys: string;
  /** True when nothing was stored in the folder before it was opened. Then Daybook may change the access rights of the folder. */
  isNew: boolean;
  /** Frees the folder for another process. */
  release(): Promise<void>;
};

const PRIVATE_MODE = 0o700;

/**
 * Opens the data folder, creates what is missing, and locks the folder against other processes. Throws a `StartError` when the folder
 * cannot be used.
 *
 * With `isShared`, the folder is not locked. This is for processes that run one role and keep their data on servers, and for commands
 * that have already opened the database.
 */
export async function openDataFolder(
  wantedPath: string,
  options?: { isShared: boolean },
): Promise<DataFolder> {
  try {
    await makeFolder(wantedPath);
    const path = await realpath(wantedPath);
    const lock = options?.isShared ? { release: () => Promise.resolve() } : await lockFolder(path);
    const subfolders = {
      postgres: join(path, "postgres"),
      outbox: join(path, "outbox"),
      photos: join(path, "photos"),
      keys: join(path, "keys"),
    };
    try {
      const isNew = await isUnused(path, Object.values(subfolders));
      for (const subfolder of Object.values(subfolders)) {
        await mkdir(subfolder, { recursive: true, mode: PRIVATE_MODE });
        await access(subfolder, constants.R_OK | constants.W_OK | constants.X_OK);
      }
      return { path, ...subfolders, isNew, release: () => lock.release() };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (isDiskFullError(error)) {
      throw new StartError(
        "disk_full",
        `The data folder ${wantedPath} cannot be used, because its disk is full; free some space and start again.`,
        { cause: error },
      );
    }
    throw new StartError(
      "data_folder_unwritable",
      `The data folder ${wantedPath} cannot be used: ${REASONS[code] ?? code}; set DAYBOOK_DATA to a folder that this account may write.`,
      { cause: error },
    );
  }
}

/** True when a folder contains only lock files and empty subfolders. A start that was killed early leaves these. */
async function isUnused(path: string, subfolders: readonly string[]): Promise<boolean> {
  for (const name of await readdir(path)) {
    if (name.startsWith(LOCK_FILE)) continue;
    const subfolder = join(path, name);
    if (!subfolders.includes(subfolder) || (await readdir(subfolder)).length > 0) return false;
  }
  return true;
}

/** Creates one folder at a time: Node's recursive `mkdir` never settles on file systems like `/proc`. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: PRIVATE_MODE });
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" && !existsSync(dirname(path))) {
      await makeFolder(dirname(path));
      await mkdir(path, { mode: PRIVATE_MODE });
    } else if (code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this account may not write there",
  EPERM: "this account may not write there",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "it is a file",
  ENOENT: "it cannot be made there",
};

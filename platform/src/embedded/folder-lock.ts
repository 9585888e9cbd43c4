import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { link, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import { errorCode, readIfExists } from "./durable-file.ts";
import { isAlive } from "./server-processes.ts";

/** The lock of this process on a data folder. */
export type FolderLock = { release(): Promise<void> };

/** The name of the lock file in the folder. The names of other lock files begin with this name. */
export const LOCK_FILE = "daybook.lock";
const HEARTBEAT_MS = 5000;
const MAX_SILENCE_MS = 3 * HEARTBEAT_MS;

const Holder = z.object({
  pid: z.number(),
  /** When that process started, so that a later process with the same number is not mistaken for it. */
  began: z.string(),
  /** Where process numbers are unique. On Linux: one boot of one machine, or one container. On other systems: the system's name. */
  world: z.string(),
  token: z.string(),
});
type Holder = z.infer<typeof Holder>;

/**
 * Locks the data folder for this process, and takes over the lock of a process that has ended. A lock from another
 * container or machine, whose processes are not visible here, is valid as long as its file is touched regularly. Throws
 * `data_folder_in_use` with one sentence when another Daybook runs on the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, LOCK_FILE);
  const thisProcess: Holder = {
    pid: process.pid,
    began: startTimeOf(process.pid),
    world: currentWorld(),
    token: randomUUID(),
  };
  const content = JSON.stringify(thisProcess);
  await acquire(path, content, folder);
  const heartbeat = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      if ((await readIfExists(path)) === content) await rm(path, { force: true });
    },
  };
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Creates the lock file, or replaces one whose holder has ended. Throws `data_folder_in_use` when its holder is alive. */
async function acquire(path: string, content: string, folder: string): Promise<void> {
  const temporaryFile = `${path}.${randomUUID()}`;
  await writeFile(temporaryFile, content, { mode: 0o600, flag: "wx" });
  try {
    // A hard link is atomic, and fails if the name exists.
    while (!(await tryLink(temporaryFile, path))) {
      const lockContent = await readIfExists(path);
      if (lockContent === undefined) continue;
      const holder = parseHolder(lockContent);
      if (holder && (await isHolderAlive(holder, path))) throw inUseError(holder, folder);
      if (await replaceEndedLock(path, lockContent, temporaryFile, { content, folder })) return;
    }
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

/**
 * Replaces the lock of an ended process by `temporaryFile`. No file system can check and replace a file in one step. So a process
 * first takes a second lock, named after the content of the ended lock. Only the holder of the second lock may replace the ended lock.
 * A second lock whose holder has ended is replaced in the same way. False when another process has replaced the ended lock first.
 */
async function replaceEndedLock(
  path: string,
  endedContent: string,
  temporaryFile: string,
  { content, folder }: { readonly content: string; readonly folder: string },
): Promise<boolean> {
  const secondLock = `${path}.${createHash("sha256").update(endedContent).digest("hex").slice(0, 16)}`;
  await acquire(secondLock, content, folder);
  try {
    if ((await readIfExists(path)) !== endedContent) return false;
    await rename(temporaryFile, path);
    return true;
  } finally {
    await rm(secondLock, { force: true });
  }
}

const inUseError = ({ pid }: Holder, folder: string): StartError =>
  new StartError(
    "data_folder_in_use",
    `Another Daybook (process ${pid}) already uses the data folder ${folder}; stop it first, or set DAYBOOK_DATA to another folder.`,
  );

function parseHolder(content: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}

async function isHolderAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.world === currentWorld()) {
    // An earlier version of Daybook wrote the start time in the time zone and the language of its environment.
    const startTimes = [startTimeOf(holder.pid), startTimeOf(holder.pid, process.env)];
    return isAlive(holder.pid) && startTimes.includes(holder.began);
  }
  const previousTouch = await lastTouchedAt(path);
  const silentFor = Date.now() - previousTouch;
  if (silentFor < MAX_SILENCE_MS) await sleep(MAX_SILENCE_MS - Math.max(0, silentFor));
  return (await lastTouchedAt(path)) !== previousTouch;
}

async function lastTouchedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

function currentWorld(): string {
  if (process.platform !== "linux") return process.platform;
  return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
}

/** The index of the start time in `/proc/PID/stat`, from 0. */
const START_TIME_FIELD = 21;

/** @param environment decides in which zone and language `ps` prints the time */
function startTimeOf(pid: number, environment: NodeJS.ProcessEnv = { TZ: "UTC", LC_ALL: "C" }): string {
  if (process.platform !== "linux") {
    const env = { ...process.env, ...environment };
    // Without a program `ps` there is no output.
    const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env });
    return (stdout as string | null)?.trim() ?? "";
  }
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name, in brackets, may contain spaces; fields are counted after it.
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[START_TIME_FIELD - 2] ?? "";
  } catch {
    return "";
  }
}

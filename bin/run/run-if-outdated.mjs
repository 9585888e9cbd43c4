import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

const POLL_MS = 100;

/**
 * Runs `work` unless the stored stamp is already `currentStamp`. When several processes call this at the same time, one works and
 * the others wait.
 *
 * @param {string} lock a symbolic link that exists during the work; its target names the working process
 * @param {() => string | undefined} readStoredStamp reads the stamp that the last `work` wrote
 * @param {string} currentStamp the stamp of the current sources
 * @param {() => Promise<void>} work builds or installs, and writes the stamp
 */
export async function runIfOutdated(lock, readStoredStamp, currentStamp, work) {
  if (readStoredStamp() === currentStamp) return;
  await takeLock(lock);
  try {
    if (readStoredStamp() !== currentStamp) await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes the lock. A symbolic link is created atomically, so a lock always names its owner. */
async function takeLock(lock) {
  mkdirSync(dirname(lock), { recursive: true });
  const thisProcess = nameOf(process.pid);
  for (;;) {
    try {
      symlinkSync(thisProcess, lock);
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const owner = ownerOf(lock);
    if (owner && !isAlive(owner)) await removeDeadLock(owner, lock);
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Removes the lock of a dead process. A second lock makes sure that no process removes a newer lock. */
async function removeDeadLock(owner, lock) {
  const removalLock = `${lock}.after-${owner}`;
  await takeLock(removalLock);
  if (ownerOf(lock) === owner) rmSync(lock, { force: true });
  rmSync(removalLock, { force: true });
}

function ownerOf(lock) {
  try {
    return readlinkSync(lock);
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(owner) {
  const pid = Number.parseInt(owner, 10);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === "ESRCH") return false;
  }
  return nameOf(pid) === owner;
}

/** The id and the start time of a process. The id alone may belong to another process later, for example after a restart. */
function nameOf(pid) {
  if (process.platform !== "linux") {
    // `ps` prints the time in the zone and the language of its environment.
    const env = { ...process.env, TZ: "UTC", LC_ALL: "C" };
    const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env });
    return `${pid}-${(stdout ?? "").replaceAll(/\W/g, "")}`;
  }
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Fields are counted after the program's name, which may contain spaces.
    return `${pid}-${line.slice(line.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return `${pid}-`;
  }
}

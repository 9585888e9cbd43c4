import { mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

const POLL_MS = 100;

/**
 * Runs `work` unless the stored stamp is already `currentStamp`. When several processes call this at the same time, one works and
 * the others wait.
 *
 * @param {string} lock a symbolic link that exists during the work; its target is the id of the working process
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
  for (;;) {
    try {
      symlinkSync(String(process.pid), lock);
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

function isAlive(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH";
  }
}

import { mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

const POLL_MS = 100;

/**
 * Does a piece of work unless its stamp file already holds `wanted`, and stamps it. Of several processes that want the
 * same at once, one works and the others wait for it.
 *
 * @param {string} lock a link that exists while somebody works, and points to the number of the process
 * @param {() => string | undefined} stamp reads what was done last
 * @param {string} wanted what is to be done now
 * @param {() => Promise<void>} work does it, the stamp included
 */
export async function once(lock, stamp, wanted, work) {
  if (stamp() === wanted) return;
  await take(lock);
  try {
    if (stamp() !== wanted) await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** A link is made whole or not at all: there is never a lock without the number of its owner. */
async function take(lock) {
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      symlinkSync(String(process.pid), lock);
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const owner = ownerOf(lock);
    if (owner && !alive(owner)) await removeAfter(owner, lock);
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Of all that saw the lock of a dead process one at a time removes it, and only while it is still that process's lock. */
async function removeAfter(owner, lock) {
  const claim = `${lock}.after-${owner}`;
  await take(claim);
  if (ownerOf(lock) === owner) rmSync(lock, { force: true });
  rmSync(claim, { force: true });
}

function ownerOf(lock) {
  try {
    return readlinkSync(lock);
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function alive(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH";
  }
}

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const POLL_MS = 100;
const NAMELESS_MS = 2000;

/**
 * Does a piece of work unless its stamp file already holds `wanted`, and stamps it. Of several processes that want the
 * same at once, one works and the others wait for it.
 *
 * @param {string} lock a folder that exists while somebody works
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
    rmSync(lock, { recursive: true, force: true });
  }
}

async function take(lock) {
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, "pid"), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (abandoned(lock)) rmSync(lock, { recursive: true, force: true });
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** True when whoever made the lock is gone: killed, or before it could write its number. */
function abandoned(lock) {
  let pid;
  try {
    pid = Number(readFileSync(join(lock, "pid"), "utf8"));
  } catch {
    try {
      return Date.now() - statSync(lock).mtimeMs > NAMELESS_MS;
    } catch {
      return false;
    }
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

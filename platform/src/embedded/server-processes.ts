import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readIfExists } from "./durable-file.ts";

/** The file in which PostgreSQL writes its process id while it runs. */
export const PID_FILE = "postmaster.pid";

/** How long each step of a stop may take, in milliseconds. */
export type StopTimeouts = { fast: number; immediate: number };

const POLL_MS = 20;

/** True while a process with that id runs. On Linux a zombie, which has ended but was not reaped yet, does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  if (process.platform !== "linux") return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** True when the process is a PostgreSQL server of exactly this cluster, by its command line or folder. */
export function isServerOfCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return stdout.includes("postgres") && stdout.includes(`-D ${cluster} `);
  }
  try {
    const parameters = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (!parameters[0]?.endsWith("postgres")) return false;
    return parameters[parameters.indexOf("-D") + 1] === cluster || workingFolder(pid) === cluster;
  } catch {
    return false;
  }
}

/**
 * Cleans up after an earlier run of this cluster: it stops a server whose Node process was killed, ends children of a
 * killed server (a new server refuses to start next to them), and removes a PID file of a dead or foreign process.
 *
 * @returns what was found: `none` without a PID file, `orphan` for a running server, `stale` for a PID file without a running server
 */
export async function cleanUpLeftovers(
  cluster: string,
  timeouts: StopTimeouts,
): Promise<"none" | "orphan" | "stale"> {
  const file = join(cluster, PID_FILE);
  const pidFileText = await readIfExists(file);
  if (pidFileText === undefined) return "none";
  const pid = Number.parseInt(pidFileText, 10);
  if (pid > 0 && isServerOfCluster(pid, cluster)) {
    await stopServer(pid, cluster, timeouts);
    return "orphan";
  }
  await killChildren(cluster);
  await rm(file, { force: true });
  return "stale";
}

/**
 * Stops a server. First requests a fast shutdown, which ends the connections and writes everything. After a time limit, requests an
 * immediate shutdown, after which the next start recovers from the write-ahead log. After another time limit, kills the
 * process. Always settles.
 */
export async function stopServer(pid: number, cluster: string, timeouts: StopTimeouts): Promise<void> {
  sendSignal(pid, "SIGINT");
  if (await waitForEnd(pid, timeouts.fast)) return;
  sendSignal(pid, "SIGQUIT");
  if (await waitForEnd(pid, timeouts.immediate)) return;
  sendSignal(pid, "SIGKILL");
  await waitForEnd(pid, timeouts.immediate);
  await killChildren(cluster);
  await rm(join(cluster, PID_FILE), { force: true });
}

/** Begins an immediate shutdown, and does not wait. The next start recovers from the write-ahead log, so no committed data is lost. */
export function shutDownImmediately(pid: number): void {
  sendSignal(pid, "SIGQUIT");
}

/** On Linux, ends the children of a killed server, so that they cannot commit anything more. */
export async function killChildren(cluster: string): Promise<void> {
  const children = childrenOf(cluster);
  for (const pid of children) sendSignal(pid, "SIGKILL");
  await Promise.all(children.map((pid) => waitForEnd(pid, 5000)));
}

/**
 * The processes of a cluster. Children change their command line, but the working folder of all of them is the cluster. On systems other
 * than Linux the list is empty: there, the children of a killed server end by themselves.
 */
function childrenOf(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === cluster && isAlive(pid) && isPostgres(pid));
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return false;
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

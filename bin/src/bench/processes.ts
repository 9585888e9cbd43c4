import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** The fields of a process's status line from its state on; the name before them may hold spaces and brackets. */
async function statOf(pid: number): Promise<readonly string[] | null> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return line === null ? null : line.slice(line.lastIndexOf(")") + 2).split(" ");
}

/** A process and everything it started, itself first. */
export async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await statOf(Number(name));
    if (stat) parents.set(Number(name), Number(stat[1]));
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

async function kilobytesOf(pid: number, field: "Pss" | "Rss"): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(rollup)?.[1]);
}

/**
 * Memory of a process and everything it started, in MB. What the children share with each other counts once; the process
 * itself counts in full, as the part of Node that it shares with this very benchmark would be loaded without it too.
 */
export async function memoryOf(pid: number): Promise<number> {
  const [self, ...children] = await familyOf(pid);
  let kilobytes = await kilobytesOf(self ?? pid, "Rss");
  for (const child of children) kilobytes += await kilobytesOf(child, "Pss");
  return (kilobytes * 1024) / 1e6;
}

/** Processor time so far, in milliseconds: of the process itself, and of everything it started. */
export async function cpuOf(pid: number): Promise<{ self: number; children: number }> {
  const perTick = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  const spent: number[] = [];
  for (const member of await familyOf(pid)) {
    const stat = await statOf(member);
    spent.push((Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0)) * perTick);
  }
  const [self = 0, ...children] = spent;
  return { self, children: children.reduce((total, one) => total + one, 0) };
}

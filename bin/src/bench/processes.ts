import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** The fields of `/proc/PID/stat` after the name. The name may contain spaces and brackets. */
async function statOf(pid: number): Promise<readonly string[] | null> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return line === null ? null : line.slice(line.lastIndexOf(")") + 2).split(" ");
}

/** A process and all its descendants; the process comes first. */
export async function processTreeOf(pid: number): Promise<number[]> {
  /** The parent id of each process: the second field after the name. */
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await statOf(Number(name));
    if (stat) parents.set(Number(name), Number(stat[1]));
  }
  const processTree = [pid];
  for (const member of processTree) {
    for (const [child, parent] of parents) if (parent === member) processTree.push(child);
  }
  return processTree;
}

async function kilobytesOf(pid: number, field: "Pss" | "Rss"): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(rollup)?.[1]);
}

/**
 * The memory of a process and its descendants in MB. Of memory that several processes share, a descendant counts only its share (PSS).
 * The process itself counts in full (RSS): without this benchmark, it would still need the parts of Node that both share.
 */
export async function memoryOf(pid: number): Promise<number> {
  const [self, ...descendants] = await processTreeOf(pid);
  let kilobytes = await kilobytesOf(self ?? pid, "Rss");
  for (const descendant of descendants) kilobytes += await kilobytesOf(descendant, "Pss");
  return (kilobytes * 1024) / 1e6;
}

/** Positions in the fields of {@link statOf}: time in user mode and in the kernel, and the same for ended children. */
const processTimeFields = [11, 12];
const endedChildrenTimeFields = [13, 14];

/** The processor time so far in milliseconds. `self` is the process, and `children` are its descendants, including ended ones. */
export async function cpuOf(pid: number): Promise<{ self: number; children: number }> {
  const msPerTick = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  const cpuTime = { self: 0, children: 0 };
  for (const member of await processTreeOf(pid)) {
    const stat = await statOf(member);
    const timeOf = (fields: readonly number[]) =>
      fields.reduce((total, field) => total + Number(stat?.[field] ?? 0) * msPerTick, 0);
    cpuTime[member === pid ? "self" : "children"] += timeOf(processTimeFields);
    cpuTime.children += timeOf(endedChildrenTimeFields);
  }
  return cpuTime;
}

import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { withProduct } from "./bench-product.ts";
import { atMost, figure, type Measurement } from "./figure.ts";

const settles = 3_000;

/** The parent of a process, from its status line; the name before it may hold spaces and brackets. */
function parentOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** A process and everything it started. */
async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => null);
    if (stat) parents.set(Number(name), parentOf(stat));
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** Proportional set size of the processes, in MB: what they share with each other counts once. */
async function memoryOf(pids: readonly number[]): Promise<number> {
  let kilobytes = 0;
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return (kilobytes * 1024) / 1e6;
}

/** The first start on an empty data folder, a start on an existing one, and the memory of the idle product. */
export const starts: Measurement = {
  name: "starts",
  run: () =>
    withProduct(async (running) => {
      const warm = (await running.restart()) / 1_000;
      await sleep(settles);
      const memory = await memoryOf(await familyOf(running.product.pid));
      return [
        figure("cold start (new data folder)", running.readyAfter / 1_000, "s"),
        figure("warm start", warm, "s", atMost("hold", 5, "s", warm)),
        figure("memory of the idle product with PostgreSQL", memory, "MB", atMost("aim", 350, "MB", memory)),
      ];
    }),
};

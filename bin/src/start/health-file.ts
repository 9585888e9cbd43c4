import type { Role, RoleHealth, RoleName } from "@daybook/platform/platform";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

/**
 * The file in which a container with one role reports its health, because most roles listen on no port. The command
 * `health` reads it for the container engine.
 */
export const HEALTH_FILE = join(tmpdir(), "daybook-health.json");

const REPORT_INTERVAL_MS = 5000;
const MAX_REPORT_AGE_MS = 4 * REPORT_INTERVAL_MS;

const Report = z.object({ at: z.number(), status: z.enum(["ok", "degraded", "down"]) });

/** Writes the worst status of the roles now and every few seconds. `stop` removes the file. */
export function reportHealth(
  roles: ReadonlyMap<RoleName, Role>,
  path: string,
  now: () => number,
): { firstReport: Promise<void>; stop: () => Promise<void> } {
  const firstWrite = report();
  let lastWrite = firstWrite;
  const timer = setInterval(() => {
    lastWrite = lastWrite.then(report);
  }, REPORT_INTERVAL_MS);

  async function report(): Promise<void> {
    const states = await Promise.all([...roles.values()].map((role) => stateOf(role)));
    const status = worstOf(states);
    try {
      await writeFile(`${path}.tmp`, JSON.stringify({ at: now(), status }));
      await rename(`${path}.tmp`, path);
    } catch {
      // For example a full disk. The report then gets too old, which also counts as unhealthy.
    }
  }

  return {
    firstReport: firstWrite,
    async stop() {
      clearInterval(timer);
      await lastWrite;
      await rm(path, { force: true });
    },
  };
}

/** True while the report is recent and not `down`. */
export async function isHealthy(path: string, now: number): Promise<boolean> {
  try {
    const { at, status } = Report.parse(JSON.parse(await readFile(path, "utf8")));
    return status !== "down" && now - at < MAX_REPORT_AGE_MS;
  } catch {
    return false;
  }
}

async function stateOf(role: Role): Promise<RoleHealth["status"]> {
  try {
    return (await role.health()).status;
  } catch {
    return "down";
  }
}

function worstOf(states: readonly RoleHealth["status"][]): RoleHealth["status"] {
  if (states.includes("down")) return "down";
  return states.includes("degraded") ? "degraded" : "ok";
}

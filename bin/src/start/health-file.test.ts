import type { RoleHealth, RoleName } from "@daybook/platform/platform";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isHealthy, reportHealth } from "./health-file.ts";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-health-"));
  path = join(folder, "health.json");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const NOW = 1_000_000;

type State = RoleHealth["status"] | "throws";

/** Runs a check while a process reports these states. The report was written at `NOW`. */
async function whileReporting<T>(states: readonly State[], check: () => Promise<T>): Promise<T> {
  const names: RoleName[] = ["api", "projections", "schedulers"];
  const roles = new Map(
    states.map((status, index) => [
      names[index] ?? "api",
      {
        health: () =>
          status === "throws" ? Promise.reject(new Error("no answer")) : Promise.resolve({ status }),
        stop: () => Promise.resolve(),
      },
    ]),
  );
  const report = reportHealth(roles, path, () => NOW);
  await report.firstReport;
  try {
    return await check();
  } finally {
    await report.stop();
  }
}

test("a process is healthy while no role is down and its report is recent", async () => {
  const checkAfter = (ms: number) => () => isHealthy(path, NOW + ms);
  expect(await whileReporting(["ok", "degraded"], checkAfter(19_000))).toBe(true);
  expect(await whileReporting(["ok", "degraded"], checkAfter(21_000))).toBe(false);
});

test("a process is unhealthy when a role is down or fails to report", async () => {
  const check = () => isHealthy(path, NOW);
  expect(await whileReporting(["ok", "ok"], check)).toBe(true);
  expect(await whileReporting(["ok", "down"], check)).toBe(false);
  expect(await whileReporting(["ok", "throws"], check)).toBe(false);
});

test("a process is unhealthy when its report is missing or broken, and after it stopped", async () => {
  expect(await isHealthy(path, NOW)).toBe(false);
  await writeFile(path, "{");
  expect(await isHealthy(path, NOW)).toBe(false);
  await whileReporting(["ok"], () => Promise.resolve());
  expect(await isHealthy(path, NOW)).toBe(false);
});

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

async function reported(...states: (RoleHealth["status"] | "throws")[]): Promise<void> {
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
  await reportHealth(roles, path, () => NOW).stop();
}

test("a process is healthy while no role of it is down and its reports go on", async () => {
  await reported("ok", "degraded");
  expect(await isHealthy(path, NOW + 19_000)).toBe(true);
  expect(await isHealthy(path, NOW + 21_000)).toBe(false);
});

test("a role that is down, or does not answer, makes it unhealthy", async () => {
  await reported("ok", "down");
  expect(await isHealthy(path, NOW)).toBe(false);
  await reported("ok", "throws");
  expect(await isHealthy(path, NOW)).toBe(false);
  await reported("ok", "ok");
  expect(await isHealthy(path, NOW)).toBe(true);
});

test("no report, or a broken one, is not healthy", async () => {
  expect(await isHealthy(path, NOW)).toBe(false);
  await writeFile(path, "{");
  expect(await isHealthy(path, NOW)).toBe(false);
});

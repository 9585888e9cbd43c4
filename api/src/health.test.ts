import type { Role, RoleName } from "@daybook/platform/platform";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type HealthCheck, healthOf } from "./health.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const roleOf = (status: "ok" | "degraded"): Role => ({
  health: () => Promise.resolve({ status }),
  stop: () => Promise.resolve(),
});
const roles = new Map<RoleName, Role>([["api", roleOf("ok")]]);
const neverAnswers: HealthCheck = () => new Promise(() => {});

test("the health is ok when every role and every dependency is ok", async () => {
  const { status, dependencies } = await healthOf(roles, new Map([["photos", async () => "ok" as const]]));
  expect([status, dependencies]).toEqual(["ok", { photos: { status: "ok" } }]);
});

test("a role or dependency that fails, or does not answer within 1.5 s, is reported as down", async () => {
  const failingCheck: HealthCheck = () => Promise.reject(new Error("down"));
  const failingRole: Role = { ...roleOf("ok"), health: () => Promise.reject(new Error("down")) };
  const frozenRole: Role = { ...roleOf("ok"), health: () => new Promise(() => {}) };
  const healthResult = healthOf(
    new Map<RoleName, Role>([...roles, ["projections", frozenRole], ["schedulers", failingRole]]),
    new Map([
      ["database", neverAnswers],
      ["search", failingCheck],
      ["photos", async () => "ok" as const],
    ]),
  );
  await vi.advanceTimersByTimeAsync(1_500);
  const { status, dependencies, roles: roleStatuses } = await healthResult;
  expect(status).toBe("degraded");
  expect(roleStatuses).toEqual({
    api: { status: "ok" },
    projections: { status: "down" },
    schedulers: { status: "down" },
  });
  expect(dependencies).toEqual({
    database: { status: "down" },
    search: { status: "down" },
    photos: { status: "ok" },
  });
});

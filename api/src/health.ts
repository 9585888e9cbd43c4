import { product } from "@daybook/domain/contract/bounds";
import type { Reply } from "@daybook/domain/contract/contract";
import type { Platform, RoleHealth } from "@daybook/platform/platform";

type Status = RoleHealth["status"];

/** Asks a role or a dependency whether it works. A promise that rejects means "down". */
export type HealthCheck = () => Promise<Status>;

/** The time for one check. Callers of the health endpoint have short timeouts, and a frozen dependency never answers. */
const checkTimeoutMs = 1_500;

async function statusOf(check: HealthCheck, withinMs: number): Promise<Status> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<Status>((resolve) => {
    timer = setTimeout(() => resolve("down"), withinMs);
  });
  try {
    return await Promise.race([check(), timedOut]);
  } catch {
    return "down";
  } finally {
    clearTimeout(timer);
  }
}

async function statusesOf(
  checks: ReadonlyMap<string, HealthCheck>,
  withinMs: number,
): Promise<Record<string, { status: Status }>> {
  const results = await Promise.all(
    [...checks].map(async ([name, check]) => [name, { status: await statusOf(check, withinMs) }] as const),
  );
  return Object.fromEntries(results);
}

/** The health of this process: its roles, and what it depends on. */
export async function healthOf(
  roles: Platform["roles"],
  dependencies: ReadonlyMap<string, HealthCheck>,
  withinMs = checkTimeoutMs,
): Promise<Reply<"health">> {
  const roleChecks = new Map(
    [...roles].map(([name, role]) => [name, async () => (await role.health()).status]),
  );
  const [roleStatuses, dependencyStatuses] = await Promise.all([
    statusesOf(roleChecks, withinMs),
    statusesOf(dependencies, withinMs),
  ]);
  const isOk = [...Object.values(roleStatuses), ...Object.values(dependencyStatuses)].every(
    ({ status }) => status === "ok",
  );
  return {
    status: isOk ? "ok" : "degraded",
    version: product.version,
    roles: roleStatuses,
    dependencies: dependencyStatuses,
  };
}

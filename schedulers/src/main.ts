import { createLedger } from "@daybook/platform/commands/ledger";
import type { Platform, Role } from "@daybook/platform/platform";
import { createCredentials } from "@daybook/platform/privacy/credentials";
import { createSessions } from "@daybook/platform/privacy/sessions";

const every = 10 * 60_000;
const ledgerKeeps = 48 * 3_600_000;

/** Deletes what has served its time: ended sessions, used nonces, answers kept for repeats. */
async function cleanUp(platform: Platform, masterKey: Buffer): Promise<void> {
  const { clock, pools } = platform;
  const pool = pools.durable;
  await createSessions({ pool, masterKey, clock }).purgeExpired();
  await createCredentials({ pool, clock }).purgeExpired();
  await createLedger({ pool }).purge(new Date(clock.now() - ledgerKeeps));
}

/** The schedulers: so far they keep the house clean. Reminders and exports bring the job clock with them. */
export async function startSchedulers(platform: Platform): Promise<Role> {
  const { masterKey, logger } = platform;
  if (!masterKey) throw new Error("the schedulers need the master key");
  let failing = false;
  let running: Promise<void> | null = null;

  async function tryCleanUp(masterKey: Buffer): Promise<void> {
    try {
      await cleanUp(platform, masterKey);
      failing = false;
    } catch (error) {
      failing = true;
      logger.warn({ err: error }, "cleaning up failed and is tried again");
    }
  }

  const run = (): void => {
    running ??= tryCleanUp(masterKey).finally(() => {
      running = null;
    });
  };
  run();
  const timer = setInterval(run, every);

  return {
    health: async () => ({ status: failing ? "degraded" : "ok" }),
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

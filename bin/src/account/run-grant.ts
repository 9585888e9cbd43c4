import { hashEmail } from "@daybook/application/accounts/hash-email";
import { systemClock } from "@daybook/platform/clock";
import type { Config } from "@daybook/platform/config";
import { openDataFolder } from "@daybook/platform/embedded/data-folder";
import { loadOrCreateMasterKey } from "@daybook/platform/embedded/master-key";
import { createCredentials } from "@daybook/platform/identity/credentials";
import { keyedHash } from "@daybook/platform/vault/seal";
import { type Grant, grantMembership, membershipOf } from "./grant-membership.ts";
import { withDaybook } from "./with-daybook.ts";

/**
 * Grants a membership without payment in the configured database. Daybook may be running or stopped. Needs the master key, because
 * addresses are stored as keyed hashes. Returns the exit code.
 */
export function runGrant(
  email: string,
  grant: Grant,
  config: Config,
  printLine: (line: string) => void,
): Promise<number> {
  return withDaybook(config, async ({ databaseUrl, pool, store }) => {
    const { keys } = await openDataFolder(config.dataFolder, { isShared: true });
    const masterKey = await loadOrCreateMasterKey(keys, config.masterKey, databaseUrl);
    const hash = hashEmail({ keyedHash: (purpose, value) => keyedHash(masterKey, purpose, value) }, email);
    const credentials = await createCredentials({ pool, clock: systemClock }).findByEmailHash(hash);
    if (!credentials) {
      printLine("There is no account with that address.");
      return 1;
    }
    const now = systemClock.now();
    const membership = membershipOf(grant, now);
    await grantMembership(store, credentials.userId, membership, now);
    const duration =
      membership.expiresAt === null ? "permanently" : `until ${membership.expiresAt.slice(0, 10)}`;
    printLine(`The account has ${grant.level === "pro" ? "PRO" : "PRO plus"} ${duration}.`);
    return 0;
  });
}

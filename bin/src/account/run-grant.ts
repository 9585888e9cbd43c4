import { join } from "node:path";
import { emailHash } from "@daybook/api/routes/account/email-hash";
import { systemClock } from "@daybook/platform/clock";
import type { Config } from "@daybook/platform/config";
import { loadOrCreateMasterKey } from "@daybook/platform/embedded/master-key";
import { createCredentials } from "@daybook/platform/privacy/credentials";
import { keyedHash } from "@daybook/platform/privacy/seal";
import { type Grant, grantMembership, membershipOf } from "./grant-membership.ts";
import { withDaybook } from "./with-daybook.ts";

/**
 * Gives an account a membership without a payment, on the database of the Daybook that runs, or one started for the while.
 * Needs the master key, since an address is only known by its keyed hash. Answers with the exit code.
 */
export function runGrant(
  email: string,
  grant: Grant,
  config: Config,
  out: (line: string) => void,
): Promise<number> {
  return withDaybook(config, async ({ pool, store }) => {
    const masterKey = await loadOrCreateMasterKey(join(config.dataFolder, "keys"), config.masterKey);
    const hash = emailHash({ keyedHash: (purpose, value) => keyedHash(masterKey, purpose, value) }, email);
    const found = await createCredentials({ pool, clock: systemClock }).findByEmailHash(hash);
    if (!found) {
      out("There is no account with that address.");
      return 1;
    }
    const now = systemClock.now();
    const membership = membershipOf(grant, now);
    await grantMembership(store, found.userId, membership, now);
    const until = membership.expiresAt === null ? "for ever" : `until ${membership.expiresAt.slice(0, 10)}`;
    out(`The account has ${grant.level === "pro" ? "PRO" : "PRO Plus"} ${until}.`);
    return 0;
  });
}

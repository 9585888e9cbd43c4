import { createHmac, createSecretKey } from "node:crypto";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { createSerialPerKey } from "../serial-per-key.ts";
import { addressKey } from "./address-key.ts";
import { deriveKey } from "../vault/derive-key.ts";

/**
 * How often something may be done: `limit` (at least 1) times within any `windowMs` milliseconds. Rules with different names
 * count separately.
 */
export type RateRule = { readonly name: string; readonly limit: number; readonly windowMs: number };

/** Whether the tries are allowed; if not, whole seconds (at least 1) until they are. */
export type RateAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** A refusal that was read from the database. A later try of the same key gets it without a query. */
type CachedRefusal = { readonly until: number; readonly cachedAt: number };

const maxCachedRefusals = 10_000;
/**
 * How long a cached refusal is used. Another process may have reset the key meanwhile: a person waits at most this long. A program that
 * tries in a loop causes at most one query in this time.
 */
const cachedRefusalMs = 5_000;

/**
 * Counts all the requested tries or none, in one statement that locks the row of the key. A stored time that is a window or more in the
 * future comes from a wrong clock. It does not count, so that nobody is blocked after the clock is corrected.
 *
 * After a refusal, `last_to_expire` is the time of an earlier try. As soon as that try leaves the window, the refused tries fit.
 */
const takeSql = `
  INSERT INTO vault.rate_limits AS r (key, taken, allowed, expires_at)
  VALUES ($1, array_fill($2::int8, ARRAY[$5::int]), true, $2::int8 + $3::int8)
  ON CONFLICT (key) DO UPDATE SET (taken, allowed, expires_at) = (
    SELECT CASE WHEN fits THEN recent || array_fill($2::int8, ARRAY[$5::int]) ELSE recent END, fits,
           CASE WHEN fits THEN $2::int8 + $3::int8 ELSE r.expires_at END
    FROM (SELECT ARRAY(
            SELECT t FROM unnest(r.taken) AS t
            WHERE t > $2::int8 - $3::int8 AND t < $2::int8 + $3::int8 ORDER BY t
          ) AS recent) AS counted,
         LATERAL (SELECT cardinality(recent) + $5::int <= $4::int AS fits) AS decided
  )
  RETURNING allowed, taken[greatest(cardinality(taken) + $5::int - $4::int, 1)] AS last_to_expire`;

/**
 * Counts tries across all API processes, exactly: a rule's limit holds for every window, whenever the window begins. A key is an
 * account, an IP address or a normalised e-mail address. Only its keyed hash is stored. All IPv6 addresses of one /64 count as one.
 * A process refuses a key over its limit from memory, and runs the tries of one key one after the other. So a loop of single
 * tries costs the database at most `limit` statements in a window, and then one statement every five seconds in each process.
 */
export function createRateLimits({
  pool,
  clock,
  masterKey,
}: {
  pool: Pick<pg.Pool, "query">;
  clock: Clock;
  masterKey: Uint8Array;
}) {
  const secret = createSecretKey(deriveKey(masterKey, "daybook rate limits 1"));
  const cachedRefusals = new Map<string, CachedRefusal>();
  const runSerially = createSerialPerKey();

  const hashOf = (rule: RateRule, key: string | number): Buffer =>
    createHmac("sha256", secret)
      .update(JSON.stringify([rule.name, addressKey(String(key))]))
      .digest()
      .subarray(0, 16);

  /** The answer when it is known without a query, otherwise `null`. */
  function cachedAnswer(id: string): RateAnswer | null {
    const now = clock.now();
    const cachedRefusal = cachedRefusals.get(id);
    if (!cachedRefusal) return null;
    // `now` is before `cachedAt` when the clock was set back. A refusal from five seconds or more in the future is not fresh either.
    const isFresh = Math.abs(now - cachedRefusal.cachedAt) < cachedRefusalMs;
    if (isFresh && now < cachedRefusal.until) return refusal(cachedRefusal.until - now);
    cachedRefusals.delete(id);
    return null;
  }

  function remember(id: string, refusedUntil: number, now: number): void {
    const oldestKey =
      cachedRefusals.size >= maxCachedRefusals ? cachedRefusals.keys().next().value : undefined;
    if (oldestKey !== undefined) cachedRefusals.delete(oldestKey);
    cachedRefusals.set(id, { until: refusedUntil, cachedAt: now });
  }

  async function takeFromDatabase(
    rule: RateRule,
    hash: Buffer,
    id: string,
    count: number,
  ): Promise<RateAnswer> {
    const answer = cachedAnswer(id);
    if (answer) return answer;
    const now = clock.now();
    const { rows } = await pool.query<{ allowed: boolean; last_to_expire: number }>({
      name: "vault.rate_limit",
      text: takeSql,
      values: [hash, now, rule.windowMs, rule.limit, count],
    });
    const row = rows[0];
    if (!row) throw new Error("the database did not count");
    if (row.allowed) return { allowed: true };
    const refusedUntil = row.last_to_expire + rule.windowMs;
    // When several tries are refused together, fewer may still be allowed. So only the refusal of a single try is cached.
    if (count === 1) remember(id, refusedUntil, now);
    return refusal(refusedUntil - now);
  }

  return {
    /**
     * Allows and counts a try, or refuses it. A refused try does not count.
     *
     * @param key an account's id, an e-mail, or an IP address
     * @param count how many tries to allow together, all or none; at most the rule's limit
     */
    async take(rule: RateRule, key: string | number, count = 1): Promise<RateAnswer> {
      if (count > rule.limit) throw new RangeError("more tries than the rule ever allows");
      const hash = hashOf(rule, key);
      const id = hash.toString("base64");
      return cachedAnswer(id) ?? (await runSerially(id, () => takeFromDatabase(rule, hash, id, count)));
    },

    /** Resets the count of a key, for example after a correct password. Other processes may refuse the key for up to five more seconds. */
    async reset(rule: RateRule, key: string | number): Promise<void> {
      const hash = hashOf(rule, key);
      const id = hash.toString("base64");
      await runSerially(id, async () => {
        await pool.query("DELETE FROM vault.rate_limits WHERE key = $1", [hash]);
        cachedRefusals.delete(id);
      });
    },

    /** Deletes keys whose window is over. */
    async purgeExpired(): Promise<void> {
      await pool.query("DELETE FROM vault.rate_limits WHERE expires_at <= $1", [clock.now()]);
    },
  };
}

function refusal(waitMs: number): RateAnswer {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** See {@link createRateLimits}. */
export type RateLimits = ReturnType<typeof createRateLimits>;

import { createHash } from "node:crypto";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { isDiskFullError } from "../embedded/disk-space.ts";
import { batched } from "../postgres/batched.ts";

/** Longer than a signature can be valid: five minutes to either side of the clock, and one more minute. */
const nonceLifetimeMs = 11 * 60_000;

const defaultMaxInMemory = 200_000;

/**
 * The nonces of signed requests, shared by all API processes while their signatures are valid. As in RFC 5849 section
 * 3.3, a nonce counts together with its token and timestamp. The table is not in the write-ahead log: a crash of the
 * database empties it, and only requests that were signed in the last minutes could be replayed. While the disk is full, each
 * process remembers the nonces of its own requests in memory, so that people can still read their entries.
 *
 * @param maxInMemory with this many valid nonces in memory, further requests are refused while the disk is full
 */
export function createNonces({
  pool,
  clock,
  maxInMemory = defaultMaxInMemory,
}: {
  pool: pg.Pool;
  clock: Clock;
  maxInMemory?: number;
}) {
  /** For each nonce, whether it is new. Of equal ones in a batch, only the first is new. */
  const remember = batched<{ digest: Buffer; timestamp: number }, boolean>(async (nonces) => {
    const { rows } = await pool.query<{ digest: Buffer }>({
      name: "vault.nonces",
      text: `INSERT INTO vault.nonces (digest, signed_at) SELECT * FROM unnest($1::bytea[], $2::int8[])
             ON CONFLICT DO NOTHING RETURNING digest`,
      values: [nonces.map(({ digest }) => digest), nonces.map(({ timestamp }) => timestamp)],
    });
    const newDigests = new Set(rows.map(({ digest }) => digest.toString("hex")));
    return nonces.map(({ digest }) => newDigests.delete(digest.toString("hex")));
  });

  /** The nonces that did not fit on the disk, with their timestamps. */
  const timestampsInMemory = new Map<string, number>();

  const oldestValidTimestamp = (): number => Math.floor((clock.now() - nonceLifetimeMs) / 1000);

  /** Forgets the nonces of signatures that are no longer valid. */
  function purgeMemory(): void {
    for (const [id, timestamp] of timestampsInMemory) {
      // The map is nearly in the order of the timestamps.
      if (timestamp >= oldestValidTimestamp()) break;
      timestampsInMemory.delete(id);
    }
  }

  /** False when the nonce is in memory already. */
  function rememberInMemory(id: string, timestamp: number): boolean {
    if (timestampsInMemory.has(id)) return false;
    timestampsInMemory.set(id, timestamp);
    return true;
  }

  return {
    /**
     * False when the nonce was used before.
     *
     * @param timestamp in seconds since 1970, as signed
     */
    async rememberNonce(token: string, nonce: string, timestamp: number): Promise<boolean> {
      // JSON puts quotes around the texts and escapes quotes in them. So two different nonces never have the same JSON.
      const digest = createHash("sha256")
        .update(JSON.stringify([token, timestamp, nonce]))
        .digest();
      const id = digest.toString("base64");
      if (timestampsInMemory.has(id)) return false;
      try {
        return await remember({ digest: digest.subarray(0, 16), timestamp });
      } catch (error) {
        if (!isDiskFullError(error)) throw error;
        purgeMemory();
        if (timestampsInMemory.size >= maxInMemory) throw error;
        return rememberInMemory(id, timestamp);
      }
    },

    /** Deletes the nonces of signatures that are no longer valid. */
    async purgeNonces(): Promise<void> {
      await pool.query("DELETE FROM vault.nonces WHERE signed_at < $1", [oldestValidTimestamp()]);
    },
  };
}

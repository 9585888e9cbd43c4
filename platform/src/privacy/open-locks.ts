import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import { idleLockMs } from "@daybook/domain/contract/bounds";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { batched } from "../postgres/batched.ts";
import { CannotOpen, decrypt, encrypt, type RandomBytes, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { deriveKey } from "./derive-key.ts";
import { type Lock, type LockJson, lockJson, type Opening, toLock } from "./lock-facts.ts";
import type { LockRow } from "./lock-rows.ts";

const tokenBytes = 32;
/** Tabs do not share what they keep in memory, so one sign-in may hold several tokens of a lock; the oldest go first. */
const tokensPerLineage = 10;
const touchedEveryMs = 60_000;

const tokenPattern = /^[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const instant = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;

/** What wraps a key for whoever has the token; it derives from the token, which is stored nowhere. */
const tokenKey = (token: string): KeyObject =>
  createSecretKey(deriveKey(Buffer.from(token, "base64url"), "daybook unlock token 1"));
const openedFor = (stream: string, lineage: number): string => `opened lock\0${stream}\0${lineage}`;

type OpenedRow = { key_id: string; stream: string; wrapped: Buffer; token_hash: Buffer };

/**
 * For whom locks are open: rows that are bound to the sign-in of a session, and go with it. Read for every request, so that
 * a lock that closes is closed for all, in every process.
 */
export function createOpenLocks(deps: { pool: pg.Pool; clock: Clock; random?: RandomBytes }) {
  const { pool, clock, random = systemRandom } = deps;

  const locksTogether = batched<readonly string[], ReadonlyMap<string, Lock>>(async (asked) => {
    const { rows } = await pool.query<{ lock: LockJson }>({
      name: "vault.locks_of",
      text: `SELECT ${lockJson} AS lock FROM vault.locks l WHERE l.stream = ANY ($1::text[])`,
      values: [[...new Set(asked.flat())]],
    });
    const locks = new Map(rows.map(({ lock }) => [lock.stream, toLock(lock)]));
    return asked.map(() => locks);
  });

  function unwrap(row: OpenedRow, token: string, lineage: number): DataKey | null {
    try {
      const bytes = decrypt(tokenKey(token), openedFor(row.stream, lineage), row.wrapped, "lock");
      const key = new DataKey(bytes);
      bytes.fill(0);
      return key;
    } catch (error) {
      if (error instanceof CannotOpen) return null;
      throw error;
    }
  }

  return {
    /** The locks of those streams that have one. */
    locksOf: (streams: readonly string[]): Promise<ReadonlyMap<string, Lock>> =>
      streams.length === 0 ? Promise.resolve(new Map()) : locksTogether(streams),

    /** The locks on single entries of a person. */
    async entryLocksOf(userId: number): Promise<Lock[]> {
      return (await allLocksOf(userId)).filter(({ stream }) => stream.startsWith("entry-"));
    },

    /** All locks of a person, on journals and on single entries. */
    allLocksOf,

    /**
     * What a request may open: the password locks that its sign-in has opened, and the encryption locks that it sends the
     * tokens of. A token of another sign-in, or of a lock that was closed since, opens nothing.
     */
    async openingOf(userId: number, lineage: number, tokens: readonly string[]): Promise<Opening> {
      const keys = new Map<string, DataKey>();
      const opened = new Map<string, string>();
      const opening = { lineage, keys, tokens: opened, passed: new Map<string, Lock>() };
      const sent = tokens.filter((token) => tokenPattern.test(token));
      if (sent.length === 0) return opening;
      const { rows } = await pool.query<OpenedRow>({
        name: "vault.opened_by_token",
        text: `SELECT l.key_id, l.stream, o.wrapped, o.token_hash
               FROM vault.open_locks o JOIN vault.locks l ON l.stream = o.stream
               WHERE o.lineage = $1 AND l.user_id = $2 AND o.token_hash = ANY ($3::bytea[])
                 AND NOT (l.auto AND o.last_used_at <= ${instant("$4")})`,
        values: [lineage, userId, sent.map(hashOf), clock.now() - idleLockMs],
      });
      for (const row of rows) {
        const token = sent.find((candidate) => hashOf(candidate).equals(row.token_hash));
        const key = token === undefined ? null : unwrap(row, token, lineage);
        if (!key || token === undefined) continue;
        keys.set(row.key_id, key);
        opened.set(row.key_id, token);
      }
      return opening;
    },

    /**
     * Opens a lock for a sign-in, after its password was proven against `lock`. Answers with the token for an encryption
     * lock; `false` when the lock was changed since, or the session has ended.
     *
     * @param key what an encryption lock keeps closed
     */
    async open(
      lock: LockRow,
      lineage: number,
      key: DataKey | null,
    ): Promise<{ token: string | null } | false> {
      const token = key ? random(tokenBytes).toString("base64url") : null;
      const bytes = key && DataKey.secretOf(key).export();
      const wrapped =
        bytes && token && encrypt(tokenKey(token), openedFor(lock.stream, lineage), bytes, random);
      bytes?.fill(0);
      const tokenHash = token ? hashOf(token) : Buffer.alloc(0);
      // Whoever changes the lock at this moment either waits for this row and deletes it, or makes the act another one.
      const { rowCount } = await pool.query(
        `WITH live AS MATERIALIZED (SELECT s.lineage FROM vault.sessions s
           WHERE s.user_id = $5 AND s.lineage = $3 LIMIT 1 FOR KEY SHARE),
         same AS MATERIALIZED (SELECT l.stream FROM vault.locks l WHERE l.stream = $1 AND l.act = $2 FOR SHARE)
         INSERT INTO vault.open_locks (stream, lineage, token_hash, wrapped, opened_at, last_used_at)
         SELECT same.stream, live.lineage, $4, $6, ${instant("$7")}, ${instant("$7")} FROM live, same
         ON CONFLICT (stream, lineage, token_hash)
           DO UPDATE SET opened_at = excluded.opened_at, last_used_at = excluded.last_used_at`,
        [lock.stream, lock.act, lineage, tokenHash, lock.userId, wrapped, clock.now()],
      );
      if (rowCount !== 1) return false;
      if (token) await dropOldest(lock.stream, lineage);
      return { token };
    },

    /** Closes a lock in every session. */
    async close(stream: string): Promise<void> {
      await pool.query("DELETE FROM vault.open_locks WHERE stream = $1", [stream]);
    },

    /** Notes that what a request went through is in use, once a minute at most, so that it stays open. */
    async touch({ lineage, passed }: Opening): Promise<void> {
      const streams = [...passed.values()].filter(({ auto }) => auto).map(({ stream }) => stream);
      if (lineage === null || streams.length === 0) return;
      const now = clock.now();
      await pool.query(
        `UPDATE vault.open_locks SET last_used_at = ${instant("$3")}
         WHERE stream = ANY ($1::text[]) AND lineage = $2
           AND last_used_at > ${instant("$4")} AND last_used_at <= ${instant("$5")}`,
        [streams, lineage, now, now - idleLockMs, now - touchedEveryMs],
      );
    },

    /** Deletes what has closed by itself; to be called now and then by one process. */
    async purgeIdle(): Promise<void> {
      await pool.query(
        `DELETE FROM vault.open_locks o USING vault.locks l
         WHERE l.stream = o.stream AND l.auto AND o.last_used_at <= ${instant("$1")}`,
        [clock.now() - idleLockMs],
      );
    },
  };

  async function allLocksOf(userId: number): Promise<Lock[]> {
    const { rows } = await pool.query<{ lock: LockJson }>({
      name: "vault.all_locks_of",
      text: `SELECT ${lockJson} AS lock FROM vault.locks l WHERE l.user_id = $1`,
      values: [userId],
    });
    return rows.map(({ lock }) => toLock(lock));
  }

  async function dropOldest(stream: string, lineage: number): Promise<void> {
    await pool.query(
      `DELETE FROM vault.open_locks WHERE stream = $1 AND lineage = $2 AND token_hash NOT IN (
         SELECT token_hash FROM vault.open_locks WHERE stream = $1 AND lineage = $2
         ORDER BY opened_at DESC, token_hash LIMIT ${tokensPerLineage})`,
      [stream, lineage],
    );
  }
}

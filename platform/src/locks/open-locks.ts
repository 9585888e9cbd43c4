import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import { idleLockMs } from "@daybook/domain/contract/bounds";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import {
  CannotOpen,
  decrypt,
  encrypt,
  type RandomBytes,
  systemRandom,
} from "../vault/authenticated-cipher.ts";
import { DataKey } from "../vault/data-key.ts";
import { deriveKey } from "../vault/derive-key.ts";
import { type Lock, type LockJson, lockJsonSql, type LockAccess, toLock } from "../vault/lock-access.ts";
import type { LockRow } from "./lock-rows.ts";

const tokenBytes = 32;
/** Each tab keeps its own token, so a session family may hold several for one lock. The oldest are deleted first. */
const maxTokensPerFamily = 10;
const renewIntervalMs = 60_000;

const tokenPattern = /^[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const instant = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;

/** Derives a key from a token. Neither is stored. */
const keyOfToken = (token: string): KeyObject =>
  createSecretKey(deriveKey(Buffer.from(token, "base64url"), "daybook unlock token 1"));
const openLockContext = (stream: string, sessionFamilyId: number): string =>
  `opened lock\0${stream}\0${sessionFamilyId}`;

type OpenLockRow = { key_id: string; stream: string; wrapped: Buffer; token_hash: Buffer };

/**
 * Stores which session families have which locks open. The rows belong to a session family and are deleted with it.
 * Closing a lock deletes its rows. Every request reads the rows, so the lock is then closed in every session and process.
 */
export function createOpenLocks(deps: { pool: pg.Pool; clock: Clock; random?: RandomBytes }) {
  const { pool, clock, random = systemRandom } = deps;

  function unwrap(row: OpenLockRow, token: string, sessionFamilyId: number): DataKey | null {
    try {
      const bytes = decrypt(
        keyOfToken(token),
        openLockContext(row.stream, sessionFamilyId),
        row.wrapped,
        "lock",
      );
      const key = new DataKey(bytes);
      bytes.fill(0);
      return key;
    } catch (error) {
      if (error instanceof CannotOpen) return null;
      throw error;
    }
  }

  return {
    /** A person's locks on single entries. */
    async entryLocksOf(userId: number): Promise<Lock[]> {
      return (await allLocksOf(userId)).filter(({ stream }) => stream.startsWith("entry-"));
    },

    /** A person's locks on journals and on single entries. */
    allLocksOf,

    /**
     * The access of a request: its session family, and the keys of the encryption locks whose tokens it sends. A token of another
     * session family, or of a lock that was closed since, opens nothing. Password locks need no token: `openFor` of a {@link Lock}
     * lists the session families that have it open.
     */
    async lockAccessOf(
      userId: number,
      sessionFamilyId: number,
      tokens: readonly string[],
    ): Promise<LockAccess> {
      const keys = new Map<string, DataKey>();
      const tokensByKeyId = new Map<string, string>();
      const lockAccess = {
        sessionFamilyId,
        keys,
        tokens: tokensByKeyId,
        traversedLocks: new Map<string, Lock>(),
      };
      const validTokens = tokens.filter((token) => tokenPattern.test(token));
      if (validTokens.length === 0) return lockAccess;
      const { rows } = await pool.query<OpenLockRow>({
        name: "vault.opened_by_token",
        text: `SELECT l.key_id, l.stream, o.wrapped, o.token_hash
               FROM vault.open_locks o JOIN vault.locks l ON l.stream = o.stream
               WHERE o.lineage = $1 AND l.user_id = $2 AND o.token_hash = ANY ($3::bytea[])
                 AND NOT (l.auto AND o.last_used_at <= ${instant("$4")})`,
        values: [sessionFamilyId, userId, validTokens.map(hashOf), clock.now() - idleLockMs],
      });
      for (const row of rows) {
        const token = validTokens.find((candidate) => hashOf(candidate).equals(row.token_hash));
        const key = token === undefined ? null : unwrap(row, token, sessionFamilyId);
        if (!key || token === undefined) continue;
        keys.set(row.key_id, key);
        tokensByKeyId.set(row.key_id, token);
      }
      return lockAccess;
    },

    /**
     * Opens a lock for a session family. The caller has read `lock` and checked with it that the person may open the lock. Returns the
     * token of an encryption lock (`null` for a password lock). Returns `false` when the lock was changed after `lock` was read, or when
     * the session family has ended.
     *
     * @param key the key behind an encryption lock; `null` for a password lock
     */
    async open(
      lock: LockRow,
      sessionFamilyId: number,
      key: DataKey | null,
    ): Promise<{ token: string | null } | false> {
      const token = key ? random(tokenBytes).toString("base64url") : null;
      const bytes = key && DataKey.secretOf(key).export();
      const wrapped =
        bytes &&
        token &&
        encrypt(keyOfToken(token), openLockContext(lock.stream, sessionFamilyId), bytes, random);
      bytes?.fill(0);
      const tokenHash = token ? hashOf(token) : Buffer.alloc(0);
      // A concurrent change of the lock waits until this row is stored, and then deletes the row. If the change came first, the lock
      // is gone or has another command id (column `act`), and no row is stored.
      const { rowCount } = await pool.query(
        `WITH live AS MATERIALIZED (SELECT s.lineage FROM vault.sessions s
           WHERE s.user_id = $5 AND s.lineage = $3 LIMIT 1 FOR KEY SHARE),
         same AS MATERIALIZED (SELECT l.stream FROM vault.locks l WHERE l.stream = $1 AND l.act = $2 FOR SHARE)
         INSERT INTO vault.open_locks (stream, lineage, token_hash, wrapped, opened_at, last_used_at)
         SELECT same.stream, live.lineage, $4, $6, ${instant("$7")}, ${instant("$7")} FROM live, same
         ON CONFLICT (stream, lineage, token_hash)
           DO UPDATE SET opened_at = excluded.opened_at, last_used_at = excluded.last_used_at`,
        [lock.stream, lock.commandId, sessionFamilyId, tokenHash, lock.userId, wrapped, clock.now()],
      );
      if (rowCount !== 1) return false;
      if (token) await deleteOldestTokens(lock.stream, sessionFamilyId);
      return { token };
    },

    /** Whether a lock is open for a session family, with a token (encryption lock) or without. */
    async isOpenIn({ stream }: LockRow, sessionFamilyId: number): Promise<boolean> {
      const { rowCount } = await pool.query(
        `SELECT FROM vault.open_locks o JOIN vault.locks l ON l.stream = o.stream
         WHERE o.stream = $1 AND o.lineage = $2 AND NOT (l.auto AND o.last_used_at <= ${instant("$3")}) LIMIT 1`,
        [stream, sessionFamilyId, clock.now() - idleLockMs],
      );
      return rowCount === 1;
    },

    /** Closes a lock in every session. */
    async close(stream: string): Promise<void> {
      await pool.query("DELETE FROM vault.open_locks WHERE stream = $1", [stream]);
    },

    /**
     * Postpones the automatic closing of the locks that a request used. Writes at most once a minute for each lock, and never reopens a
     * closed one.
     */
    async renew({ sessionFamilyId, traversedLocks }: LockAccess): Promise<void> {
      const streams = [...traversedLocks.values()].filter(({ auto }) => auto).map(({ stream }) => stream);
      if (sessionFamilyId === null || streams.length === 0) return;
      const now = clock.now();
      await pool.query(
        `UPDATE vault.open_locks SET last_used_at = ${instant("$3")}
         WHERE stream = ANY ($1::text[]) AND lineage = $2
           AND last_used_at > ${instant("$4")} AND last_used_at <= ${instant("$5")}`,
        [streams, sessionFamilyId, now, now - idleLockMs, now - renewIntervalMs],
      );
    },

    /** Deletes the rows of locks that have closed by themselves. One process calls it regularly. */
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
      text: `SELECT ${lockJsonSql} AS lock FROM vault.locks l WHERE l.user_id = $1`,
      values: [userId],
    });
    return rows.map(({ lock }) => toLock(lock));
  }

  async function deleteOldestTokens(stream: string, sessionFamilyId: number): Promise<void> {
    await pool.query(
      `DELETE FROM vault.open_locks WHERE stream = $1 AND lineage = $2 AND token_hash NOT IN (
         SELECT token_hash FROM vault.open_locks WHERE stream = $1 AND lineage = $2
         ORDER BY opened_at DESC, token_hash LIMIT ${maxTokensPerFamily})`,
      [stream, sessionFamilyId],
    );
  }
}

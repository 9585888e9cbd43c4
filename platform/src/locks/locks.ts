import { idleLockMs } from "@daybook/domain/contract/bounds";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { retryOnDeadlock, transaction } from "../postgres/pool.ts";
import { type RandomBytes, systemRandom } from "../vault/authenticated-cipher.ts";
import { type DataKey, KeyGone, type KeyVault } from "../vault/key-vault.ts";
import { lockCost } from "./lock-passwords.ts";
import { type LockRow, readLockRow } from "./lock-rows.ts";
import { createLockWrapping, type RewrappedKey, type KeyToLock } from "./lock-wrapping.ts";
import { createOpenLocks } from "./open-locks.ts";
import { createLockEventOutbox, notePendingLockEvent } from "./lock-event-outbox.ts";
import type { PasswordCost, Passwords } from "../identity/passwords.ts";

export type { LockRow } from "./lock-rows.ts";

/** Identifies the removal of a lock until the log has its event. */
export const removalId = ({ commandId }: Pick<LockRow, "commandId">): string => `removed ${commandId}`;

/** The channel on which every process receives the id of a key that was locked. */
export const locksChannel = "daybook_locks";

/**
 * A lock to set. `key` is the opened key with the id `keyId`. `replacedLock` is the present lock, as it was read from the vault; `null`
 * when there is none.
 */
export type NewLock = KeyToLock & {
  readonly stream: string;
  readonly userId: number;
  /** Sealed by the key of `stream`. */
  readonly hint: string;
  readonly remember: boolean;
  readonly auto: boolean;
  /** The command that sets the lock. */
  readonly commandId: string;
};

/** A successful password check. `key` is the key that the password opened; `null` for a password lock. */
export type Proof = { readonly key: DataKey | null };

/**
 * Locks of journals and entries. Every access check reads their rows in the vault. Each change is one transaction.
 * When a lock is set, every process drops the locked key from memory.
 */
export function createLocks(deps: {
  pool: pg.Pool;
  vault: KeyVault;
  clock: Clock;
  passwords: Passwords;
  /** The cost of deriving an encryption lock's key; lower only in tests. */
  cost?: PasswordCost;
  random?: RandomBytes;
}) {
  const { pool, vault, clock, passwords, cost = lockCost, random = systemRandom } = deps;
  const wrapping = createLockWrapping({ vault, random, cost });

  const inTransaction = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    retryOnDeadlock(() => transaction(pool, work));

  async function parentIdOf(keyId: string): Promise<string> {
    const text = "SELECT parent_id FROM vault.keys WHERE id = $1";
    const { rows } = await pool.query<{ parent_id: string | null }>(text, [keyId]);
    const parentId = rows[0]?.parent_id;
    if (!parentId) throw new KeyGone(keyId);
    return parentId;
  }

  /**
   * Makes other changes of the lock wait until the transaction ends. Returns `false` when another command has set or removed
   * the lock since it was read.
   */
  async function beginLockChange(
    client: pg.PoolClient,
    keyId: string,
    stream: string,
    lockAsRead: LockRow | null,
  ) {
    const keyRow = await client.query("SELECT FROM vault.keys WHERE id = $1 FOR UPDATE", [keyId]);
    if (keyRow.rowCount !== 1) throw new KeyGone(keyId);
    const text = `SELECT act AS "commandId" FROM vault.locks WHERE stream = $1`;
    const { rows } = await client.query<{ commandId: string }>(text, [stream]);
    return rows[0]?.commandId === lockAsRead?.commandId;
  }

  async function writeKey(client: pg.PoolClient, keyId: string, wrapped: Buffer, lockSalt: string | null) {
    const text = "UPDATE vault.keys SET wrapped = $2, lock_salt = $3 WHERE id = $1";
    await client.query(text, [keyId, wrapped, lockSalt]);
  }

  /**
   * How the key is wrapped from now on. `null` when its wrapping stays the same: for an entry, and for a password lock that
   * replaces no encryption lock.
   *
   * @param parentId the parent of a journal's content key; `null` for an entry
   */
  async function rewrap(lock: NewLock, parentId: string | null): Promise<RewrappedKey | null> {
    const { type, keyId, replacedLock, key } = lock;
    if (parentId === null) {
      if (type === lockTypes.encryption) throw new Error("an encryption lock needs a content key");
      return null;
    }
    if (type === lockTypes.encryption) return wrapping.wrapBehindLock(lock, parentId);
    if (replacedLock?.type !== lockTypes.encryption) return null;
    const wrapped = await wrapping.wrapByParent(keyId, parentId, key);
    return { wrapped, lockSalt: null, recovery: null, code: null };
  }

  async function writeLock(
    client: pg.PoolClient,
    lock: NewLock,
    hash: string | null,
    recovery: Buffer | null,
  ) {
    const { stream, userId, type, keyId, hint, remember, auto, commandId } = lock;
    await client.query(
      `INSERT INTO vault.locks (stream, user_id, type, key_id, password_hash, hint, remember, auto, recovery, act)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (stream) DO UPDATE SET type = excluded.type, password_hash = excluded.password_hash,
         hint = excluded.hint, remember = excluded.remember, auto = excluded.auto, recovery = excluded.recovery,
         act = excluded.act`,
      [stream, userId, type, keyId, hash, hint, remember, auto, recovery, commandId],
    );
    await client.query("DELETE FROM vault.open_locks WHERE stream = $1", [stream]);
  }

  return {
    ...createOpenLocks({ pool, clock, random }),
    ...createLockEventOutbox({ pool, clock }),

    /** The lock of a stream with its secrets, or `null`. */
    readLock: (stream: string): Promise<LockRow | null> => readLockRow(pool, stream),

    /** Checks a password or recovery code; `null` when it is wrong. */
    async prove(lock: LockRow, password: string): Promise<Proof | null> {
      if (lock.type === lockTypes.password) {
        const { passwordHash } = lock;
        if (!(await passwords.verify(passwordHash, password))) return null;
        if (passwordHash !== null && passwords.lacksPepper(passwordHash)) {
          await pool.query(
            "UPDATE vault.locks SET password_hash = $3 WHERE stream = $1 AND password_hash = $2",
            [lock.stream, passwordHash, await passwords.hash(password)],
          );
        }
        return { key: null };
      }
      const key = await wrapping.openWith(lock, password);
      return key && { key };
    },

    /**
     * Sets a lock, or changes an open one, and closes the lock in all sessions. The change is durable when this returns. From then on,
     * the key behind an encryption lock opens only with the lock's password or recovery code. Returns `false` when another command has
     * set or removed the lock since it was read.
     */
    async set(lock: NewLock): Promise<{ recoveryCode: string | null } | false> {
      const { stream, userId, type, keyId, replacedLock } = lock;
      // The key of an entry has the id of the entry's stream. The content key of a journal has an id of its own.
      const parentId = keyId === stream ? null : await parentIdOf(keyId);
      const parent = parentId === null ? null : await wrapping.openParent(parentId);
      const rewrapped = await rewrap(lock, parentId);
      const hash = type === lockTypes.password ? await passwords.hash(lock.password) : null;
      const isSet = await inTransaction(async (client) => {
        if (!(await beginLockChange(client, keyId, stream, replacedLock))) return false;
        if (rewrapped) await writeKey(client, keyId, rewrapped.wrapped, rewrapped.lockSalt);
        if (parentId !== null && parent) await wrapping.moveSiblingEntryKeys(client, lock, parentId, parent);
        await writeLock(client, lock, hash, rewrapped?.recovery ?? null);
        await notePendingLockEvent(client, clock, {
          stream,
          userId,
          changeId: lock.commandId,
          removedBy: null,
        });
        await client.query("SELECT pg_notify($1, $2)", [locksChannel, keyId]);
        return true;
      });
      if (!isSet) return false;
      vault.forgetKeys(keyId);
      return { recoveryCode: rewrapped?.code ?? null };
    },

    /**
     * Removes a lock. `key` is the key behind an encryption lock. Afterwards the key is wrapped only by its parent, without the password.
     * Returns `false` when another command has set or removed the lock since it was read.
     */
    async remove(
      lock: LockRow,
      key: DataKey | null,
      removedBy: "owner" | "link" = "owner",
    ): Promise<boolean> {
      const { stream, userId, keyId, parentId, type } = lock;
      if (type === lockTypes.encryption && !key) throw new KeyGone(keyId);
      const wrapped =
        type === lockTypes.encryption && key ? await wrapping.wrapByParent(keyId, parentId, key) : null;
      return transaction(pool, async (client) => {
        if (!(await beginLockChange(client, keyId, stream, lock))) return false;
        if (wrapped) await writeKey(client, keyId, wrapped, null);
        await client.query("DELETE FROM vault.locks WHERE stream = $1", [stream]);
        await notePendingLockEvent(client, clock, {
          stream,
          userId,
          changeId: removalId(lock),
          removedBy,
        });
        return true;
      });
    },

    /**
     * Sets whether an open lock closes by itself. The last use is not recorded while this is off, so turning it on counts as a use.
     * When it is turned off, the lock stays closed in sessions that were already idle for too long.
     */
    async setAuto(stream: string, auto: boolean): Promise<void> {
      await transaction(pool, async (client) => {
        const { rows } = await client.query<{ auto: boolean }>(
          "SELECT auto FROM vault.locks WHERE stream = $1 FOR UPDATE",
          [stream],
        );
        if (rows[0]?.auto) {
          await client.query(
            `DELETE FROM vault.open_locks
             WHERE stream = $1 AND last_used_at <= to_timestamp($2::float8 / 1000)`,
            [stream, clock.now() - idleLockMs],
          );
        } else if (auto) {
          await client.query(
            "UPDATE vault.open_locks SET last_used_at = to_timestamp($2::float8 / 1000) WHERE stream = $1",
            [stream, clock.now()],
          );
        }
        await client.query("UPDATE vault.locks SET auto = $2 WHERE stream = $1", [stream, auto]);
      });
    },
  };
}

/** See {@link createLocks}. */
export type Locks = ReturnType<typeof createLocks>;

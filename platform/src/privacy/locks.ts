import { idleLockMs } from "@daybook/domain/contract/bounds";
import type pg from "pg";
import { withholdReplies } from "../commands/ledger.ts";
import type { Clock } from "../clock.ts";
import { overDeadlocks, transaction } from "../postgres/pool.ts";
import { type RandomBytes, systemRandom } from "./authenticated-cipher.ts";
import { type DataKey, KeyGone, type KeyVault } from "./key-vault.ts";
import { lockCost } from "./lock-passwords.ts";
import { type LockRow, readLockRow } from "./lock-rows.ts";
import { createLockWrapping, type Rewrapped, type ToWrap } from "./lock-wrapping.ts";
import { createOpenLocks } from "./open-locks.ts";
import { createUntoldLocks, noteUntold } from "./untold-locks.ts";
import type { PasswordCost, Passwords } from "./passwords.ts";

export type { LockRow } from "./lock-rows.ts";

/** The mark of taking a lock off, until the log tells of it. */
export const removalOf = ({ act }: Pick<LockRow, "act">): string => `removed ${act}`;

/** Told to every process when something was locked: the id of the key that closed. */
export const locksChannel = "daybook_locks";

/** A lock to be set; `key` is the key `keyId`, opened, and `before` the lock that it takes the place of, as it was read. */
export type NewLock = ToWrap & {
  readonly stream: string;
  readonly userId: number;
  /** Sealed by the key of `stream`. */
  readonly hint: string;
  readonly remember: boolean;
  readonly auto: boolean;
  readonly act: string;
};

/** A password that was proven; `key` is what an encryption lock keeps closed. */
export type Proof = { readonly key: DataKey | null };

/**
 * Locks of journals and entries. The rows of the vault are the one truth for every gate: what changes them is one transaction,
 * and from its end on no process opens anything that it closed.
 */
export function createLocks(deps: {
  pool: pg.Pool;
  vault: KeyVault;
  clock: Clock;
  passwords: Passwords;
  /** Of the key that an encryption lock's password gives; lower only in tests. */
  cost?: PasswordCost;
  random?: RandomBytes;
}) {
  const { pool, vault, clock, passwords, cost = lockCost, random = systemRandom } = deps;
  const wrapping = createLockWrapping({ vault, random, cost });

  /** One transaction; many replies that are being kept may be in its way. */
  const alone = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    overDeadlocks(() => transaction(pool, work));

  async function parentIdOf(keyId: string): Promise<string> {
    const text = "SELECT parent_id FROM vault.keys WHERE id = $1";
    const { rows } = await pool.query<{ parent_id: string | null }>(text, [keyId]);
    const parentId = rows[0]?.parent_id;
    if (!parentId) throw new KeyGone(keyId);
    return parentId;
  }

  /** Serialises what changes one lock; `false` when it is no longer as it was read. */
  async function isUnchanged(client: pg.PoolClient, keyId: string, stream: string, before: LockRow | null) {
    const held = await client.query("SELECT FROM vault.keys WHERE id = $1 FOR UPDATE", [keyId]);
    if (held.rowCount !== 1) throw new KeyGone(keyId);
    const text = "SELECT act FROM vault.locks WHERE stream = $1";
    const { rows } = await client.query<{ act: string }>(text, [stream]);
    return rows[0]?.act === before?.act;
  }

  async function writeKey(client: pg.PoolClient, keyId: string, wrapped: Buffer, lockSalt: string | null) {
    const text = "UPDATE vault.keys SET wrapped = $2, lock_salt = $3 WHERE id = $1";
    await client.query(text, [keyId, wrapped, lockSalt]);
  }

  /** How the key lies from now on; `null`: as it did. An entry's key stays where it is, as does one behind a password lock. */
  async function rewrap(lock: NewLock, parentId: string | null): Promise<Rewrapped | null> {
    const { type, keyId, before, key } = lock;
    if (parentId === null) {
      if (type === 3) throw new Error("an encryption lock needs a content key");
      return null;
    }
    if (type === 3) return wrapping.wrapBehindLock(lock, parentId);
    if (before?.type !== 3) return null;
    const wrapped = await wrapping.wrapPlainly(keyId, parentId, key);
    return { wrapped, lockSalt: null, recovery: null, code: null };
  }

  async function writeLock(
    client: pg.PoolClient,
    lock: NewLock,
    hash: string | null,
    recovery: Buffer | null,
  ) {
    const { stream, userId, type, keyId, hint, remember, auto, act } = lock;
    await client.query(
      `INSERT INTO vault.locks (stream, user_id, type, key_id, password_hash, hint, remember, auto, recovery, act)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (stream) DO UPDATE SET type = excluded.type, password_hash = excluded.password_hash,
         hint = excluded.hint, remember = excluded.remember, auto = excluded.auto, recovery = excluded.recovery,
         act = excluded.act`,
      [stream, userId, type, keyId, hash, hint, remember, auto, recovery, act],
    );
    await client.query("DELETE FROM vault.open_locks WHERE stream = $1", [stream]);
  }

  return {
    ...createOpenLocks({ pool, clock, random }),
    ...createUntoldLocks({ pool, clock }),

    /** The lock of a stream with its secrets, or `null`. */
    readLock: (stream: string): Promise<LockRow | null> => readLockRow(pool, stream),

    /** Whether a password (or the recovery code) is that of a lock; `null` when it is not. */
    async prove(lock: LockRow, password: string): Promise<Proof | null> {
      if (lock.type === 2) {
        return (await passwords.verify(lock.passwordHash, password)) ? { key: null } : null;
      }
      const key = await wrapping.openWith(lock, password);
      return key && { key };
    },

    /**
     * Sets a lock, or another password of one that is open, and closes it for everybody; durable when it answers. From then
     * on a key behind an encryption lock is wrapped by nothing but its password (and the recovery code). `false`: somebody
     * else changed the lock since it was read.
     */
    async set(lock: NewLock): Promise<{ recoveryCode: string | null } | false> {
      const { stream, userId, type, keyId, before } = lock;
      const parentId = keyId === stream ? null : await parentIdOf(keyId);
      const parent = parentId === null ? null : await wrapping.parentOf(parentId);
      const rewrapped = await rewrap(lock, parentId);
      const hash = type === 2 ? await passwords.hash(lock.password) : null;
      const done = await alone(async (client) => {
        if (!(await isUnchanged(client, keyId, stream, before))) return false;
        if (rewrapped) await writeKey(client, keyId, rewrapped.wrapped, rewrapped.lockSalt);
        if (parentId !== null && parent) await wrapping.adoptSiblings(client, lock, parentId, parent);
        await writeLock(client, lock, hash, rewrapped?.recovery ?? null);
        await noteUntold(client, clock, { stream, userId, mark: lock.act, removedBy: null });
        await withholdReplies(client, userId);
        await client.query("SELECT pg_notify($1, $2)", [locksChannel, keyId]);
        return true;
      });
      if (!done) return false;
      vault.forgetKeys(keyId);
      await alone((client) => withholdReplies(client, userId));
      return { recoveryCode: rewrapped?.code ?? null };
    },

    /**
     * Takes a lock off. `key` is what an encryption lock kept closed; it goes back under its parent alone. `false`: somebody
     * else changed the lock since it was read.
     */
    async remove(lock: LockRow, key: DataKey | null, by: "owner" | "link" = "owner"): Promise<boolean> {
      const { stream, userId, keyId, parentId, type } = lock;
      if (type === 3 && !key) throw new KeyGone(keyId);
      const wrapped = type === 3 && key ? await wrapping.wrapPlainly(keyId, parentId, key) : null;
      return transaction(pool, async (client) => {
        if (!(await isUnchanged(client, keyId, stream, lock))) return false;
        if (wrapped) await writeKey(client, keyId, wrapped, null);
        await client.query("DELETE FROM vault.locks WHERE stream = $1", [stream]);
        await noteUntold(client, clock, { stream, userId, mark: removalOf(lock), removedBy: by });
        return true;
      });
    },

    /** Forgets the replies kept for a person, as when something of theirs was put behind a lock. */
    forgetReplies: (userId: number): Promise<void> => alone((client) => withholdReplies(client, userId)),

    /** Whether an opened lock closes by itself. Who was idle for too long by then stays out. */
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
        }
        await client.query("UPDATE vault.locks SET auto = $2 WHERE stream = $1", [stream, auto]);
      });
    },
  };
}

/** See {@link createLocks}. */
export type Locks = ReturnType<typeof createLocks>;

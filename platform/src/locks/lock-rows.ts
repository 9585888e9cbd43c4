import type pg from "pg";
import type { LockType } from "@daybook/domain/contract/lock-types";

/** A lock with its secrets, for checking its password or changing it. */
export type LockRow = {
  readonly stream: string;
  readonly userId: number;
  readonly type: LockType;
  readonly keyId: string;
  /** `null` for an encryption lock, whose password is right when it opens the key. */
  readonly passwordHash: string | null;
  readonly remember: boolean;
  readonly auto: boolean;
  /** A copy of the key behind an encryption lock, which the recovery code opens; `null` without a recovery code. */
  readonly recovery: Buffer | null;
  /** The command that set the lock. */
  readonly commandId: string;
  /** The parent of the key `keyId`. */
  readonly parentId: string;
  /** The key `keyId`, wrapped by its parent. An encryption lock wraps the key with the password first. */
  readonly wrapped: Buffer;
  /** The salt, and the cost of deriving a key from the password of an encryption lock; `null` for a password lock. */
  readonly lockSalt: string | null;
};

const selectLock = `
  SELECT l.stream, l.user_id AS "userId", l.type, l.key_id AS "keyId", l.password_hash AS "passwordHash", l.remember,
    l.auto, l.recovery, l.act AS "commandId", k.parent_id AS "parentId", k.wrapped, k.lock_salt AS "lockSalt"
  FROM vault.locks l JOIN vault.keys k ON k.id = l.key_id WHERE l.stream = $1`;

/** The lock of a stream, or `null`. */
export async function readLockRow(db: pg.Pool | pg.PoolClient, stream: string): Promise<LockRow | null> {
  return (await db.query<LockRow>(selectLock, [stream])).rows[0] ?? null;
}

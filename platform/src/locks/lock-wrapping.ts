import type pg from "pg";
import { type RandomBytes } from "../vault/authenticated-cipher.ts";
import { DataKey } from "../vault/data-key.ts";
import { KeyGone, type KeyVault } from "../vault/key-vault.ts";
import { createKeyWrap } from "../vault/key-wrap.ts";
import type { LockType } from "@daybook/domain/contract/lock-types";
import { lockKeyOf, makeLockSalt, makeRecoveryCode, recoveryKeyOf } from "./lock-passwords.ts";
import type { LockRow } from "./lock-rows.ts";
import type { PasswordCost } from "../identity/passwords.ts";

/** A newly wrapped key. */
export type RewrappedKey = {
  /** The wrapped key, for the row of the key in `vault.keys`. */
  readonly wrapped: Buffer;
  readonly lockSalt: string | null;
  /** The copy that the recovery code opens, new or kept; `null` without a code. */
  readonly recovery: Buffer | null;
  /** A new recovery code, to be shown once; `null` when none was made. */
  readonly code: string | null;
};

/** The key that a lock will protect, and the settings of that lock. */
export type KeyToLock = {
  readonly keyId: string;
  readonly type: LockType;
  readonly password: string;
  /** `true` makes a recovery code, `false` removes the present one, `undefined` keeps it. */
  readonly recovery: boolean | undefined;
  readonly replacedLock: LockRow | null;
  readonly key: DataKey;
};

const recoveryId = (keyId: string): string => `${keyId} recovery`;

/**
 * Wraps and unwraps keys when a lock is opened or changed. Every function that exports the plain bytes of a key overwrites them after
 * use.
 */
export function createLockWrapping(deps: { vault: KeyVault; random: RandomBytes; cost: PasswordCost }) {
  const { vault, random, cost } = deps;
  const keyWrap = createKeyWrap(random);

  async function openParent(parentId: string): Promise<DataKey> {
    const parent = await vault.openKey(parentId);
    if (!parent) throw new KeyGone(parentId);
    return parent;
  }

  return {
    openParent,

    /** Opens the key behind an encryption lock by its password or its recovery code; `null` when `password` is neither. */
    async openWith(lock: LockRow, password: string): Promise<DataKey | null> {
      const { keyId, parentId, wrapped, lockSalt, recovery } = lock;
      if (lockSalt === null) return null;
      const parent = await openParent(parentId);
      const passwordKey = await lockKeyOf(password, lockSalt);
      const key = keyWrap.unwrapLocked(wrapped, keyId, parentId, parent, passwordKey);
      const codeKey = key === null && recovery ? recoveryKeyOf(password) : null;
      if (!codeKey || !recovery) return key;
      return keyWrap.unwrapLocked(recovery, recoveryId(keyId), parentId, parent, codeKey);
    },

    /** Wraps a key only by its parent. */
    async wrapByParent(keyId: string, parentId: string, key: DataKey): Promise<Buffer> {
      const bytes = DataKey.secretOf(key).export();
      const wrapped = keyWrap.wrap(bytes, keyId, parentId, await openParent(parentId));
      bytes.fill(0);
      return wrapped;
    },

    /** Wraps a key by a password and then by its parent. A new recovery code wraps a second copy of the key in the same way. */
    async wrapBehindLock(lock: KeyToLock, parentId: string): Promise<RewrappedKey> {
      const { keyId, password, replacedLock, key } = lock;
      const parent = await openParent(parentId);
      const lockSalt = makeLockSalt(random, cost);
      const passwordKey = await lockKeyOf(password, lockSalt);
      const code = lock.recovery ? makeRecoveryCode(random) : null;
      const codeKey = code === null ? null : recoveryKeyOf(code);
      const previousRecovery = lock.recovery === undefined ? (replacedLock?.recovery ?? null) : null;
      const bytes = DataKey.secretOf(key).export();
      const wrapped = keyWrap.wrapLocked(bytes, keyId, parentId, parent, passwordKey);
      const recovery = codeKey
        ? keyWrap.wrapLocked(bytes, recoveryId(keyId), parentId, parent, codeKey)
        : previousRecovery;
      bytes.fill(0);
      return { wrapped, lockSalt, recovery, code };
    },

    /**
     * Moves the entry keys whose parent is `parentId`, the journal's key, below the content key `keyId`. Only journals that an early
     * version of Daybook created have such entry keys.
     */
    async moveSiblingEntryKeys(
      client: pg.PoolClient,
      { keyId, key }: Pick<KeyToLock, "keyId" | "key">,
      parentId: string,
      parent: DataKey,
    ): Promise<void> {
      const { rows } = await client.query<{ id: string; wrapped: Buffer }>(
        "SELECT id, wrapped FROM vault.keys WHERE parent_id = $1 AND id LIKE 'entry-%' FOR UPDATE",
        [parentId],
      );
      for (const row of rows) {
        const bytes = DataKey.secretOf(keyWrap.unwrap(row.wrapped, row.id, parentId, parent)).export();
        const wrapped = keyWrap.wrap(bytes, row.id, keyId, key);
        bytes.fill(0);
        await client.query("UPDATE vault.keys SET parent_id = $2, wrapped = $3 WHERE id = $1", [
          row.id,
          keyId,
          wrapped,
        ]);
      }
    },
  };
}

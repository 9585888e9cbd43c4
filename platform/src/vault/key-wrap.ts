import { CannotOpen, decrypt, encrypt, type RandomBytes } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";

/** The first byte of a wrapped key, when only its parent wraps it. */
const version = 1;
/** The first byte of a wrapped key, when a key from a password or a recovery code wraps it first, and then its parent. */
const lockedVersion = 2;

const contextOf = (id: string, parentId: string | null): string => `vault key\0${id}\0${parentId ?? ""}`;
const lockContextOf = (id: string): string => `vault key behind a lock\0${id}`;

/**
 * Wraps keys by AES-256-GCM under their parent: version (1 byte), nonce (12), ciphertext (32, with `wrapLocked` 60), tag (16). Both ids are
 * authenticated, so wrapped bytes that are copied to another row or another parent do not open.
 */
export function createKeyWrap(random: RandomBytes) {
  return {
    /**
     * @param bytes the 32 bytes of the key
     * @param parentId `null` for a key under the master key
     */
    wrap: (bytes: Uint8Array, id: string, parentId: string | null, parent: DataKey): Buffer => {
      const ciphertext = encrypt(DataKey.secretOf(parent), contextOf(id, parentId), bytes, random);
      return Buffer.concat([Buffer.of(version), ciphertext]);
    },

    /** Undoes `wrap`. Throws {@link CannotOpen} for other ids, another parent or changed bytes, and for a result of `wrapLocked`. */
    unwrap: (wrapped: Buffer, id: string, parentId: string | null, parent: DataKey): DataKey => {
      if (wrapped[0] !== version) throw new CannotOpen("key");
      const context = contextOf(id, parentId);
      const bytes = decrypt(DataKey.secretOf(parent), context, wrapped.subarray(1), "key");
      const key = new DataKey(bytes);
      bytes.fill(0);
      return key;
    },

    /**
     * Wraps a key by `lockKey`, which comes from a password or a recovery code, and the result by the parent. The wrapped key opens only
     * with both. So after the parent is erased, the password no longer opens the key.
     */
    wrapLocked: (
      bytes: Uint8Array,
      id: string,
      parentId: string | null,
      parent: DataKey,
      lockKey: DataKey,
    ): Buffer => {
      const wrappedByLock = encrypt(DataKey.secretOf(lockKey), lockContextOf(id), bytes, random);
      const wrappedByParent = encrypt(
        DataKey.secretOf(parent),
        contextOf(id, parentId),
        wrappedByLock,
        random,
      );
      return Buffer.concat([Buffer.of(lockedVersion), wrappedByParent]);
    },

    /**
     * Undoes `wrapLocked`; `null` for another `lockKey`. Throws {@link CannotOpen} when the bytes were changed or moved.
     */
    unwrapLocked: (
      wrapped: Buffer,
      id: string,
      parentId: string | null,
      parent: DataKey,
      lockKey: DataKey,
    ): DataKey | null => {
      if (wrapped[0] !== lockedVersion) throw new CannotOpen("key");
      const wrappedByLock = decrypt(
        DataKey.secretOf(parent),
        contextOf(id, parentId),
        wrapped.subarray(1),
        "key",
      );
      try {
        const bytes = decrypt(DataKey.secretOf(lockKey), lockContextOf(id), wrappedByLock, "lock");
        const key = new DataKey(bytes);
        bytes.fill(0);
        return key;
      } catch (error) {
        if (error instanceof CannotOpen) return null;
        throw error;
      }
    },
  };
}

/** See {@link createKeyWrap}. */
export type KeyWrap = ReturnType<typeof createKeyWrap>;

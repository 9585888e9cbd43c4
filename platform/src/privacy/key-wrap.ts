import { CannotOpen, decrypt, encrypt, type RandomBytes } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";

/** The first byte of a wrapped key, so that another way of wrapping may come later. */
const version = 1;

const contextOf = (id: string, parentId: string | null): string => `vault key\0${id}\0${parentId ?? ""}`;

/**
 * Wraps keys by AES-256-GCM under their parent: version (1 byte), nonce (12), ciphertext (32), tag (16). Both ids are
 * authenticated, so wrapped bytes that are copied into another row, or under another parent, do not open.
 */
export function createKeyWrap(random: RandomBytes) {
  return {
    /** @param bytes the 32 bytes of the key; @param parentId `null` for a key under the master key */
    wrap: (bytes: Uint8Array, id: string, parentId: string | null, parent: DataKey): Buffer => {
      const encrypted = encrypt(DataKey.secretOf(parent), contextOf(id, parentId), bytes, random);
      return Buffer.concat([Buffer.of(version), encrypted]);
    },

    /** Throws {@link CannotOpen} when the bytes were wrapped for another key or another parent, or were changed. */
    unwrap: (wrapped: Buffer, id: string, parentId: string | null, parent: DataKey): DataKey => {
      if (wrapped[0] !== version) throw new CannotOpen("key");
      const context = contextOf(id, parentId);
      const bytes = decrypt(DataKey.secretOf(parent), context, wrapped.subarray(1), "key");
      const key = new DataKey(bytes);
      bytes.fill(0);
      return key;
    },
  };
}

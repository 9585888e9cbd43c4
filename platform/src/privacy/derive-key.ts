import { hkdfSync, type KeyObject } from "node:crypto";

/**
 * A key of its own (32 bytes) for one purpose, by HKDF-SHA-256 (RFC 5869): what is done with it tells nothing about
 * the key that it comes from, nor about the keys of other purposes. Purposes are frozen strings.
 */
export function deriveKey(key: Uint8Array | KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
}

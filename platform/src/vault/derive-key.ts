import { hkdfSync, type KeyObject } from "node:crypto";

/**
 * Derives a separate key (32 bytes) for one purpose, by HKDF-SHA-256 (RFC 5869). Its use reveals nothing about the
 * source key or the keys for other purposes. Purposes never change.
 */
export function deriveKey(key: Uint8Array | KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
}

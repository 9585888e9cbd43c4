import { hkdfSync, type KeyObject } from "node:crypto";

/**
 * Derives a separate key (32 bytes) for one purpose, by HKDF-SHA-256 (RFC 5869). The derived key reveals nothing about the source key or
 * the keys for other purposes. The text of a purpose must never change, because another text gives another key.
 */
export function deriveKey(key: Uint8Array | KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
}

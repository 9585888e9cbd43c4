import { gcm } from "@noble/ciphers/aes.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Seals and opens what lies on the device. */
export type DraftCipher = {
  /** @param label bound to the text: opened under another label, it fails */
  seal(text: string, label: string): Uint8Array;
  /** `null` when it was sealed with another key or label, or was damaged */
  open(sealed: Uint8Array, label: string): string | null;
};

const nonceLength = 12;

/**
 * AES-256-GCM under a key made from the account's `draft_key`; each text has a fresh nonce, which goes before it.
 * In plain script, because WebCrypto is absent where Daybook is reached over plain http.
 *
 * @param draftKey base64
 * @param randomBytes an unpredictable source
 */
export function draftCipher(draftKey: string, randomBytes: (length: number) => Uint8Array): DraftCipher {
  const key = sha256(new TextEncoder().encode(`daybook-drafts:${draftKey}`));
  const label = (text: string): Uint8Array => new TextEncoder().encode(text);
  return {
    seal(text, about) {
      const nonce = randomBytes(nonceLength);
      const sealed = gcm(key, nonce, label(about)).encrypt(new TextEncoder().encode(text));
      const whole = new Uint8Array(nonceLength + sealed.length);
      whole.set(nonce);
      whole.set(sealed, nonceLength);
      return whole;
    },
    open(sealed, about) {
      try {
        const nonce = sealed.subarray(0, nonceLength);
        const text = gcm(key, nonce, label(about)).decrypt(sealed.subarray(nonceLength));
        return new TextDecoder().decode(text);
      } catch {
        return null;
      }
    },
  };
}

import { gcm } from "@noble/ciphers/aes.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Encrypts and decrypts what is stored on this device. */
export type DraftCipher = {
  /** @param label bound to the text: decrypting with another label fails */
  seal(text: string, label: string): Uint8Array;
  /** `null` when the key or the label differs, or the data is damaged */
  open(sealed: Uint8Array, label: string): string | null;
};

const nonceLength = 12;

/**
 * AES-256-GCM with a key derived from the `draft_key` of an account or of an encrypted journal. Each text has a new nonce, stored
 * in front of it. In plain JavaScript, because WebCrypto is not available over plain http.
 *
 * @param draftKey base64
 * @param randomBytes a cryptographically secure source
 */
export function draftCipher(draftKey: string, randomBytes: (length: number) => Uint8Array): DraftCipher {
  const key = sha256(new TextEncoder().encode(`daybook-drafts:${draftKey}`));
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  return {
    seal(text, label) {
      const nonce = randomBytes(nonceLength);
      const ciphertext = gcm(key, nonce, bytesOf(label)).encrypt(bytesOf(text));
      const bytes = new Uint8Array(nonceLength + ciphertext.length);
      bytes.set(nonce);
      bytes.set(ciphertext, nonceLength);
      return bytes;
    },
    open(sealed, label) {
      try {
        const nonce = sealed.subarray(0, nonceLength);
        const text = gcm(key, nonce, bytesOf(label)).decrypt(sealed.subarray(nonceLength));
        return new TextDecoder().decode(text);
      } catch {
        return null;
      }
    },
  };
}

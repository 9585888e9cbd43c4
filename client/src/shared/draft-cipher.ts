import { gcm } from "@noble/ciphers/aes.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Encrypts and decrypts what is stored on this device. */
export type DraftCipher = {
  /** @param label bound to the text: decrypting with another label fails */
  encrypt(text: string, label: string): Uint8Array;
  /** `null` when the key or the label differs, or the data is damaged */
  decrypt(ciphertext: Uint8Array, label: string): string | null;
};

const nonceLength = 12;

/**
 * AES-256-GCM with a key derived from the `draft_key` of an account, or of a journal with an encryption lock. Each text has a new nonce,
 * stored in front of the ciphertext. The code is plain JavaScript, because WebCrypto is not available over plain http.
 *
 * @param draftKey base64
 * @param randomBytes a cryptographically secure source
 */
export function draftCipher(draftKey: string, randomBytes: (length: number) => Uint8Array): DraftCipher {
  const key = sha256(new TextEncoder().encode(`daybook-drafts:${draftKey}`));
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  return {
    encrypt(text, label) {
      const nonce = randomBytes(nonceLength);
      const encryptedText = gcm(key, nonce, bytesOf(label)).encrypt(bytesOf(text));
      const ciphertext = new Uint8Array(nonceLength + encryptedText.length);
      ciphertext.set(nonce);
      ciphertext.set(encryptedText, nonceLength);
      return ciphertext;
    },
    decrypt(ciphertext, label) {
      try {
        const nonce = ciphertext.subarray(0, nonceLength);
        const text = gcm(key, nonce, bytesOf(label)).decrypt(ciphertext.subarray(nonceLength));
        return new TextDecoder().decode(text);
      } catch {
        return null;
      }
    },
  };
}

import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";

/** A source of unpredictable bytes; tests may pass their own. */
export type RandomBytes = (size: number) => Buffer;

/** Random bytes from the operating system. */
export const systemRandom: RandomBytes = (size) => randomBytes(size);

/**
 * A sealed value cannot be opened: it was sealed with another key or for another context, or it was changed. The cipher
 * cannot tell which. The message contains no part of the value.
 */
export class CannotOpen extends Error {
  override readonly name = "CannotOpen";
  readonly code = "cannot_open";

  /** @param valueKind the kind of value, such as a label; never a part of it */
  constructor(valueKind: string) {
    super(`cannot open a sealed value (${valueKind})`);
  }
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM. Returns nonce (12 bytes), ciphertext, tag (16 bytes). `context` is authenticated but not
 * stored: decrypting needs the same one. Random nonces are safe for about 2^32 values under one key (NIST SP 800-38D,
 * 8.3).
 */
export function encrypt(key: KeyObject, context: string, plaintext: Uint8Array, random: RandomBytes): Buffer {
  const nonce = random(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Undoes {@link encrypt}. Throws {@link CannotOpen}, naming `valueKind`. */
export function decrypt(key: KeyObject, context: string, sealed: Buffer, valueKind: string): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new CannotOpen(valueKind);
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
  } catch {
    throw new CannotOpen(valueKind);
  }
}

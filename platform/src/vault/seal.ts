import { createHmac } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { CannotOpen, decrypt, encrypt, type RandomBytes, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { deriveKey } from "./derive-key.ts";

/** The first byte of a sealed value: how its text is encoded. These numbers are in the log and never change. */
const format = { padded: 1, deflated: 2 } as const;

/** Short texts are padded to a multiple of this, in bytes. */
const paddingBlock = 32;

/**
 * Measured on diary pages: the compressed size of one text, and the time to seal it. 200 B → 70 % in 20 µs, 1.4 kB → 52 % in 40 µs,
 * 30 kB → 38 % in 0.46 ms. Higher levels gain one per cent and take twice as long. Brotli of the same speed class (quality 4) compresses
 * these texts to 73 %, 53 % and 38 % in 32, 75 and 585 µs.
 */
const compressionLevel = 4;

/**
 * Seals a text for one field of one stream. Returns base64url of: format (1 byte), nonce (12), AES-256-GCM of the text
 * (padded, or deflated when that is shorter; below 32 bytes always padded), tag (16). Format, stream and label are
 * authenticated, so a value that is moved to another entry or another field does not open.
 *
 * Without the key, only a length shows. Short texts (names, addresses, most titles) are padded to blocks
 * of 32 bytes, so that lengths do not distinguish names. Longer texts show the length of their compressed form. Hiding
 * it would gain nothing, since the word count is stored in clear.
 *
 * @param stream the stream whose event has the value, such as `entry-7`
 * @param label the frozen label of the field, such as `entry.body`
 */
export function seal<const L extends string>(
  key: DataKey,
  stream: string,
  label: L,
  text: string,
  random: RandomBytes = systemRandom,
): Sealed<L> {
  const plaintext = Buffer.from(text);
  const padded = pad(plaintext);
  const deflated =
    plaintext.length < paddingBlock ? undefined : deflateRawSync(plaintext, { level: compressionLevel });
  const [kind, content] =
    deflated && deflated.length < padded.length ? [format.deflated, deflated] : [format.padded, padded];
  const secret = DataKey.secretOf(key);
  const ciphertext = encrypt(secret, contextOf(kind, stream, label), content, random);
  return Buffer.concat([Buffer.of(kind), ciphertext]).toString("base64url") as Sealed<L>;
}

/** Opens what {@link seal} made. Throws {@link CannotOpen} for another key, stream or label, and for a changed value. */
export function open<const L extends string>(
  key: DataKey,
  stream: string,
  label: L,
  sealed: Sealed<NoInfer<L>>,
): string {
  const [kind, content] = decryptSealed(key, stream, label, sealed);
  return (kind === format.deflated ? inflateRawSync(content) : unpad(content)).toString();
}

/**
 * Like {@link open}, but returns `null` for a text of more than `maxBytes`. It stops after `maxBytes`, so a longer text takes no more
 * work. The length of the sealed value says little: a repetitive text is compressed to a thousandth.
 */
export function openUpTo<const L extends string>(
  maxBytes: number,
  key: DataKey,
  stream: string,
  label: L,
  sealed: Sealed<NoInfer<L>>,
): string | null {
  // The sealed value of a text of `maxBytes` is shorter than this, also with base64url, nonce, tag and padding.
  if (sealed.length > maxBytes * 2 + 100) return null;
  const [kind, content] = decryptSealed(key, stream, label, sealed);
  if (kind === format.padded) {
    const plaintext = unpad(content);
    return plaintext.length > maxBytes ? null : plaintext.toString();
  }
  try {
    return inflateRawSync(content, { maxOutputLength: maxBytes }).toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function decryptSealed(
  key: DataKey,
  stream: string,
  label: string,
  sealed: string,
): [kind: number, content: Buffer] {
  const bytes = Buffer.from(sealed, "base64url");
  const kind = bytes[0];
  if (kind !== format.padded && kind !== format.deflated) throw new CannotOpen(label);
  const secret = DataKey.secretOf(key);
  return [kind, decrypt(secret, contextOf(kind, stream, label), bytes.subarray(1), label)];
}

/**
 * A keyed fingerprint of texts, equal for equal texts in the same order. It detects "nothing changed" without clear
 * text. Without the key, nobody can check a guess of the texts against it. 43 characters, base64url.
 */
export function contentTag(key: DataKey, parts: readonly string[]): string {
  const secret = DataKey.secretOf(key);
  const hmac = createHmac("sha256", deriveKey(secret, "daybook content tag 1"));
  for (const part of parts) {
    const bytes = Buffer.from(part);
    // The length before each part keeps ["ab", "c"] and ["a", "bc"] apart.
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(bytes.length));
    hmac.update(length).update(bytes);
  }
  return hmac.digest("base64url");
}

/**
 * A keyed hash of a value, for example to find an account by its e-mail address without storing the address. Hashes for
 * one purpose reveal nothing about those for another. The caller normalises the value first. 43 characters, base64url.
 */
export function keyedHash(master: Uint8Array, purpose: string, value: string | Uint8Array): string {
  return createHmac("sha256", deriveKey(master, `daybook keyed hash 1 ${purpose}`))
    .update(value)
    .digest("base64url");
}

/** Streams contain no NUL and `kind` has one digit, so different arguments never give the same context. */
function contextOf(kind: number, stream: string, label: string): string {
  return `${kind}${stream}\0${label}`;
}

/** Appends one set bit and then zeros, up to a whole number of blocks (ISO/IEC 7816-4). */
function pad(plaintext: Buffer): Buffer {
  const paddedText = Buffer.alloc((Math.floor(plaintext.length / paddingBlock) + 1) * paddingBlock);
  plaintext.copy(paddedText);
  paddedText[plaintext.length] = 0x80;
  return paddedText;
}

function unpad(padded: Buffer): Buffer {
  return padded.subarray(0, padded.lastIndexOf(0x80));
}

/** Derives a secret (32 bytes, base64), such as the key for drafts on a device. The same arguments give the same secret. */
export function deriveSecret(key: DataKey, purpose: string): string {
  return deriveKey(DataKey.secretOf(key), `daybook secret 1 ${purpose}`).toString("base64");
}

import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CannotOpen, type RandomBytes, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { deriveKey } from "./derive-key.ts";

/** The first byte of a sealed blob, so that another way of sealing may come later. */
const version = 1;
const saltBytes = 16;
const headBytes = 1 + saltBytes;
const tagBytes = 16;
/** One piece is sealed in about half a millisecond; others have their turn between two. */
const pieceBytes = 1024 * 1024;

const keyOf = (key: DataKey, salt: Buffer): Buffer =>
  deriveKey(DataKey.secretOf(key), `daybook blob 1 ${salt.toString("base64url")}`);

/** Counts the pieces and marks the last one, so that none can be moved, repeated or cut off. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(piece, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const options = { authTagLength: tagBytes };

function sealPiece(key: Buffer | KeyObject, name: string, nonce: Buffer, clear: Uint8Array): Buffer[] {
  const cipher = createCipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(name));
  return [cipher.update(clear), cipher.final(), cipher.getAuthTag()];
}

function openPiece(key: Buffer, name: string, nonce: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(name));
  const end = sealed.length - tagBytes;
  decipher.setAuthTag(sealed.subarray(end));
  const clear = decipher.update(sealed.subarray(0, end));
  decipher.final();
  return clear;
}

/**
 * Seals something large, such as a photo: version (1 byte), salt (16), then pieces of one mebibyte, each under
 * AES-256-GCM with its tag (16), by a key that the salt makes this blob's own. The pieces' nonces count them and mark the
 * last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
 *
 * @param name what the blob is stored under; it opens under no other name
 */
export async function sealBlob(
  key: DataKey,
  name: string,
  bytes: Uint8Array,
  random: RandomBytes = systemRandom,
): Promise<Buffer> {
  const salt = random(saltBytes);
  const blobKey = keyOf(key, salt);
  const parts: Buffer[] = [Buffer.of(version), salt];
  const pieces = Math.max(1, Math.ceil(bytes.length / pieceBytes));
  for (let piece = 0; piece < pieces; piece++) {
    if (piece > 0) await nextTurn();
    const clear = bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes);
    parts.push(...sealPiece(blobKey, name, nonceOf(piece, piece === pieces - 1), clear));
  }
  blobKey.fill(0);
  return Buffer.concat(parts);
}

/** Opens what {@link sealBlob} made. Rejects with {@link CannotOpen} for another key or name, and for changed bytes. */
export async function openBlob(key: DataKey, name: string, sealed: Buffer): Promise<Buffer> {
  if (sealed[0] !== version || sealed.length < headBytes + tagBytes) throw new CannotOpen("blob");
  const blobKey = keyOf(key, sealed.subarray(1, headBytes));
  const parts: Buffer[] = [];
  const step = pieceBytes + tagBytes;
  try {
    for (let piece = 0, at = headBytes; at < sealed.length; piece++, at += step) {
      if (piece > 0) await nextTurn();
      const isLast = at + step >= sealed.length;
      parts.push(openPiece(blobKey, name, nonceOf(piece, isLast), sealed.subarray(at, at + step)));
    }
  } catch {
    throw new CannotOpen("blob");
  } finally {
    blobKey.fill(0);
  }
  return Buffer.concat(parts);
}

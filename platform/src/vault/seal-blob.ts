import { createCipheriv, createDecipheriv } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { rechunk } from "../blobs/rechunk.ts";
import { CannotOpen, type RandomBytes, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { deriveKey } from "./derive-key.ts";

/** The first byte of a sealed blob: the version of its format. */
const version = 1;
const saltBytes = 16;
const headerBytes = 1 + saltBytes;
const tagBytes = 16;
/** Sealing a piece of this size takes about half a millisecond. Other work can run between two pieces. */
const pieceBytes = 1024 * 1024;

const deriveBlobKey = (key: DataKey, salt: Buffer): Buffer =>
  deriveKey(DataKey.secretOf(key), `daybook blob 1 ${salt.toString("base64url")}`);

/** The nonce has the number of the piece and marks the last one, so that no piece can be moved, repeated or cut off. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(piece, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const options = { authTagLength: tagBytes };

function sealPiece(key: Buffer, name: string, nonce: Buffer, plaintext: Uint8Array): Buffer[] {
  const cipher = createCipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(name));
  return [cipher.update(plaintext), cipher.final(), cipher.getAuthTag()];
}

function openPiece(key: Buffer, name: string, nonce: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(name));
  const end = sealed.length - tagBytes;
  try {
    decipher.setAuthTag(sealed.subarray(end));
    const plaintext = decipher.update(sealed.subarray(0, end));
    decipher.final();
    return plaintext;
  } catch {
    throw new CannotOpen("blob");
  }
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function concatenate(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

/**
 * Seals a stream. Format: version (1 byte), salt (16), then pieces of one mebibyte, each under AES-256-GCM
 * with its tag (16). The key is derived with the salt, so each blob has its own. The nonces number the pieces and mark the last
 * one (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015). Keeps only a few pieces in memory.
 *
 * @param name the name under which the blob is stored; it opens only with this name
 */
export async function* sealBlobStream(
  key: DataKey,
  name: string,
  source: AsyncIterable<Uint8Array>,
  random: RandomBytes = systemRandom,
): AsyncGenerator<Buffer> {
  const salt = random(saltBytes);
  const blobKey = deriveBlobKey(key, salt);
  try {
    yield Buffer.concat([Buffer.of(version), salt]);
    let count = 0;
    for await (const { piece, isLast } of rechunk(source, pieceBytes)) {
      if (count > 0) await nextTurn();
      yield Buffer.concat(sealPiece(blobKey, name, nonceOf(count, isLast), piece));
      count++;
    }
  } finally {
    blobKey.fill(0);
  }
}

/**
 * Opens what {@link sealBlobStream} made. Fails with {@link CannotOpen} for another key or name, and for changed bytes. A piece
 * is passed on when it is authenticated. A truncated blob fails at its end, so do not use any bytes until the generator has ended.
 */
export async function* openBlobStream(
  key: DataKey,
  name: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let blobKey: Buffer | null = null;
  let count = 0;
  try {
    for await (const { piece, isLast } of rechunk(sealed, pieceBytes + tagBytes, headerBytes)) {
      if (blobKey === null) {
        if (piece[0] !== version || isLast) throw new CannotOpen("blob");
        blobKey = deriveBlobKey(key, piece.subarray(1));
        continue;
      }
      if (count > 0) await nextTurn();
      yield openPiece(blobKey, name, nonceOf(count, isLast), piece);
      count++;
    }
  } finally {
    blobKey?.fill(0);
  }
}

/** {@link sealBlobStream} for bytes in memory. */
export const sealBlob = (
  key: DataKey,
  name: string,
  bytes: Uint8Array,
  random: RandomBytes = systemRandom,
): Promise<Buffer> => concatenate(sealBlobStream(key, name, singleChunk(bytes), random));

/** {@link openBlobStream} for bytes in memory: returns all of them or fails. */
export const openBlob = (key: DataKey, name: string, sealed: Uint8Array): Promise<Buffer> =>
  concatenate(openBlobStream(key, name, singleChunk(sealed)));

import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CannotOpen } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { openBlob, openBlobStream, sealBlob, sealBlobStream } from "./seal-blob.ts";

const key = new DataKey(randomBytes(32));
const mebibyte = 1024 * 1024;

describe("a sealed blob", () => {
  it.each([0, 1, 1000, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte + 7])(
    "of %i bytes opens to the same bytes",
    async (size) => {
      const bytes = randomBytes(size);
      const sealedBlob = await sealBlob(key, "a-1", bytes);
      expect((await openBlob(key, "a-1", sealedBlob)).equals(bytes)).toBe(true);
    },
  );

  it("does not contain its plain text, and differs each time", async () => {
    const plaintext = Buffer.from("Gossamerkite".repeat(100));
    const [sealedOnce, sealedTwice] = [
      await sealBlob(key, "a-1", plaintext),
      await sealBlob(key, "a-1", plaintext),
    ];
    expect(sealedOnce.includes("Gossamerkite")).toBe(false);
    expect(sealedOnce.equals(sealedTwice)).toBe(false);
  });

  it("does not open with another name or another key", async () => {
    const sealedBlob = await sealBlob(key, "a-1", randomBytes(100));
    await expect(openBlob(key, "a-2", sealedBlob)).rejects.toThrow(CannotOpen);
    await expect(openBlob(new DataKey(randomBytes(32)), "a-1", sealedBlob)).rejects.toThrow(CannotOpen);
  });

  it("does not open when a byte is changed, a piece is missing, or pieces are swapped", async () => {
    const sealedPieceBytes = mebibyte + 16;
    const sealedBlob = await sealBlob(key, "a-1", randomBytes(2 * mebibyte + 5));
    for (const byteIndex of [0, 1, 16, 17, 17 + mebibyte, 17 + sealedPieceBytes, sealedBlob.length - 1]) {
      const changedBlob = Buffer.from(sealedBlob);
      changedBlob[byteIndex]! ^= 1;
      await expect(openBlob(key, "a-1", changedBlob), `byte ${byteIndex}`).rejects.toThrow(CannotOpen);
    }
    const header = sealedBlob.subarray(0, 17);
    const [first, second, third] = [0, 1, 2].map((n) =>
      sealedBlob.subarray(17 + n * sealedPieceBytes, 17 + (n + 1) * sealedPieceBytes),
    );
    for (const parts of [[first], [first, second], [second, first, third], [first, third], []]) {
      const changedBlob = Buffer.concat([header, ...parts.map((part) => part ?? Buffer.alloc(0))]);
      await expect(openBlob(key, "a-1", changedBlob)).rejects.toThrow(CannotOpen);
    }
  });
});

/** Bytes as a stream, in chunks of this size. */
async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

describe("a blob that is sealed or opened as a stream", () => {
  const sizes = [0, 1, mebibyte - 1, mebibyte, mebibyte + 1, 2 * mebibyte, 2 * mebibyte + 7];

  it.each(sizes)(
    "of %i bytes equals the same bytes sealed in memory, for any chunk size, and opens both ways",
    async (size) => {
      const bytes = randomBytes(size);
      const salt = () => Buffer.alloc(16, 7);
      const sealedInMemory = await sealBlob(key, "a-1", bytes, salt);
      for (const chunkSize of [777, mebibyte, 5 * mebibyte]) {
        const sealedBlob = await collect(sealBlobStream(key, "a-1", chunksOf(bytes, chunkSize), salt));
        expect(sealedBlob.equals(sealedInMemory)).toBe(true);
        const openedBlob = await collect(openBlobStream(key, "a-1", chunksOf(sealedBlob, chunkSize)));
        expect(openedBlob.equals(bytes)).toBe(true);
      }
      expect((await openBlob(key, "a-1", sealedInMemory)).equals(bytes)).toBe(true);
    },
  );

  it("does not open when it is truncated, also between two pieces", async () => {
    const sealedBlob = await sealBlob(key, "a-1", randomBytes(3 * mebibyte));
    const sealedPieceBytes = mebibyte + 16;
    for (const length of [
      0,
      16,
      17,
      17 + sealedPieceBytes,
      17 + 2 * sealedPieceBytes,
      17 + 2 * sealedPieceBytes + 5,
      sealedBlob.length - 1,
    ]) {
      const opening = collect(openBlobStream(key, "a-1", chunksOf(sealedBlob.subarray(0, length), 65_536)));
      await expect(opening, `${length} bytes`).rejects.toThrow(CannotOpen);
    }
  });

  it("keeps only a few pieces in memory", async () => {
    let producedPieces = 0;
    let consumedPieces = 0;
    async function* source(): AsyncGenerator<Buffer> {
      for (; producedPieces < 64; producedPieces++) {
        // Sealing and opening each keep up to two pieces.
        expect(producedPieces - consumedPieces).toBeLessThanOrEqual(4);
        yield Buffer.alloc(mebibyte, producedPieces);
      }
    }
    for await (const piece of openBlobStream(key, "a-1", sealBlobStream(key, "a-1", source()))) {
      expect(piece[0]).toBe(consumedPieces);
      consumedPieces++;
    }
    expect(consumedPieces).toBe(64);
  });

  it("passes on the error of its source", async () => {
    async function* failingSource(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(10);
      throw new Error("the disk failed");
    }
    await expect(collect(sealBlobStream(key, "a-1", failingSource()))).rejects.toThrow("the disk failed");
    await expect(collect(openBlobStream(key, "a-1", failingSource()))).rejects.toThrow("the disk failed");
  });
});

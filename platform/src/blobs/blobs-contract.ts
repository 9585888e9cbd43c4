import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { type BlobInfo, type Blobs } from "./blobs.ts";

const mebibyte = 1024 * 1024;

/** Bytes as a stream, in chunks of this size. */
async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** The contract of every adapter of the blob port. `open` is called once. The store that it returns may contain other blobs. */
export function describeBlobsContract(name: string, open: () => Promise<Blobs>): void {
  describe(`${name} as a blob store`, () => {
    let blobs: Blobs;
    beforeAll(async () => {
      blobs = await open();
    });
    const newName = (): string => `${randomUUID()}.original`;

    async function readStream(name: string): Promise<Buffer | null> {
      const stream = await blobs.getStream(name);
      return stream && buffer(stream);
    }

    async function listBlobs(names: readonly string[]): Promise<BlobInfo[]> {
      const blobInfos: BlobInfo[] = [];
      for await (const info of blobs.list()) if (names.includes(info.name)) blobInfos.push(info);
      return blobInfos;
    }

    it.each([0, 1, 3_000_000])("stores %i bytes unchanged", async (size) => {
      const [blob, bytes] = [newName(), randomBytes(size)];
      await blobs.put(blob, bytes);
      expect((await blobs.get(blob))?.equals(bytes)).toBe(true);
    });

    it("replaces a blob of the same name; after concurrent puts it has the bytes of exactly one of them", async () => {
      const blob = newName();
      const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index));
      await Promise.all(versions.map((bytes) => blobs.put(blob, bytes)));
      const storedBytes = await blobs.get(blob);
      expect(versions.some((bytes) => storedBytes?.equals(bytes))).toBe(true);
      await blobs.put(blob, Buffer.from("last"));
      expect((await blobs.get(blob))?.toString()).toBe("last");
    });

    it("stores a stream of 12 MiB unchanged, in small and large chunks", async () => {
      const bytes = randomBytes(12 * mebibyte);
      for (const size of [65_537, 5 * mebibyte, bytes.length]) {
        const blob = newName();
        await blobs.putStream(blob, chunksOf(bytes, size));
        expect((await readStream(blob))?.equals(bytes)).toBe(true);
        expect((await blobs.get(blob))?.equals(bytes)).toBe(true);
      }
    });

    it("stores an empty stream as an empty blob", async () => {
      const blob = newName();
      await blobs.putStream(blob, chunksOf(Buffer.alloc(0), 1));
      expect((await readStream(blob))?.length).toBe(0);
      expect((await blobs.get(blob))?.length).toBe(0);
    });

    it("accepts a Node stream, and replaces a blob of the same name", async () => {
      const blob = newName();
      await blobs.put(blob, Buffer.from("old"));
      await blobs.putStream(blob, Readable.from([Buffer.from("ne"), Buffer.from("w")]));
      expect((await readStream(blob))?.toString()).toBe("new");
    });

    it.each([10, 20 * mebibyte])(
      "stores nothing from a source that fails after %i bytes, and keeps an older blob",
      async (size) => {
        async function* failingSource(): AsyncGenerator<Buffer> {
          yield* chunksOf(Buffer.alloc(size), mebibyte);
          throw new Error("the source failed");
        }
        const [newBlob, replacedBlob] = [newName(), newName()];
        await blobs.put(replacedBlob, Buffer.from("old"));
        for (const blob of [newBlob, replacedBlob])
          await expect(blobs.putStream(blob, failingSource())).rejects.toThrow("the source failed");
        expect(await blobs.get(newBlob)).toBeNull();
        expect(await readStream(replacedBlob)).toEqual(Buffer.from("old"));
        expect((await listBlobs([newBlob, replacedBlob])).map((info) => info.name)).toEqual([replacedBlob]);
      },
    );

    it("lets a stream be destroyed before it is read, and in the middle", async () => {
      const blob = newName();
      await blobs.put(blob, randomBytes(3 * mebibyte));
      const unreadStream = await blobs.getStream(blob);
      unreadStream?.destroy();
      if (unreadStream) await once(unreadStream, "close");
      for await (const chunk of (await blobs.getStream(blob)) ?? []) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      expect((await readStream(blob))?.length).toBe(3 * mebibyte);
    });

    it("returns null for a missing blob", async () => {
      expect(await blobs.get(newName())).toBeNull();
      expect(await blobs.getStream(newName())).toBeNull();
    });

    it("removes a blob, and ignores a missing one", async () => {
      const blob = newName();
      await blobs.put(blob, Buffer.from("x"));
      await blobs.remove(blob);
      await blobs.remove(blob);
      expect(await blobs.get(blob)).toBeNull();
      expect(await listBlobs([blob])).toEqual([]);
    });

    it("lists the blobs with their times", async () => {
      const names = [newName(), newName()];
      for (const blob of names) await blobs.put(blob, Buffer.from("x"));
      const listedBlobs = await listBlobs(names);
      expect(listedBlobs.map((info) => info.name).toSorted()).toEqual(names.toSorted());
      for (const { modifiedAt } of listedBlobs)
        expect(Math.abs(Date.now() - modifiedAt)).toBeLessThan(3_600_000);
    });

    it.each(["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "a\0b", "x".repeat(300)])(
      "refuses the name %j",
      async (invalidName) => {
        await expect(async () => blobs.put(invalidName, Buffer.from("x"))).rejects.toThrow("not the name");
        await expect(async () => blobs.get(invalidName)).rejects.toThrow("not the name");
        await expect(async () => blobs.putStream(invalidName, Readable.from([]))).rejects.toThrow(
          "not the name",
        );
        await expect(async () => blobs.getStream(invalidName)).rejects.toThrow("not the name");
        await expect(async () => blobs.remove(invalidName)).rejects.toThrow("not the name");
      },
    );
  });
}

import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type BlobInfo, type Blobs } from "./blobs.ts";

/** What every adapter of the blob port must do. `open` is called once, on a place that may hold other blobs. */
export function describeBlobsContract(name: string, open: () => Promise<Blobs>): void {
  describe(`${name} as a place for blobs`, () => {
    let blobs: Blobs;
    beforeAll(async () => {
      blobs = await open();
    });
    const newName = (): string => `${randomUUID()}.original`;

    async function listed(names: readonly string[]): Promise<BlobInfo[]> {
      const found: BlobInfo[] = [];
      for await (const info of blobs.list()) if (names.includes(info.name)) found.push(info);
      return found;
    }

    it.each([0, 1, 3_000_000])("keeps %i bytes as they are", async (size) => {
      const [blob, bytes] = [newName(), randomBytes(size)];
      await blobs.put(blob, bytes);
      expect((await blobs.get(blob))?.equals(bytes)).toBe(true);
    });

    it("puts a blob over one of the same name, also many at once, and one of them wins whole", async () => {
      const blob = newName();
      const all = Array.from({ length: 8 }, (_, n) => Buffer.alloc(200_000, n));
      await Promise.all(all.map((bytes) => blobs.put(blob, bytes)));
      const kept = await blobs.get(blob);
      expect(all.some((bytes) => kept?.equals(bytes))).toBe(true);
      await blobs.put(blob, Buffer.from("last"));
      expect((await blobs.get(blob))?.toString()).toBe("last");
    });

    it("has nothing under a name that nothing was put under", async () => {
      expect(await blobs.get(newName())).toBeNull();
    });

    it("removes a blob, and one that is not there without a word", async () => {
      const blob = newName();
      await blobs.put(blob, Buffer.from("x"));
      await blobs.remove(blob);
      await blobs.remove(blob);
      expect(await blobs.get(blob)).toBeNull();
      expect(await listed([blob])).toEqual([]);
    });

    it("lists what was put, and when", async () => {
      const names = [newName(), newName()];
      for (const blob of names) await blobs.put(blob, Buffer.from("x"));
      const found = await listed(names);
      expect(found.map((info) => info.name).toSorted()).toEqual(names.toSorted());
      for (const { modifiedAt } of found) expect(Math.abs(Date.now() - modifiedAt)).toBeLessThan(3_600_000);
    });

    it.each(["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "a\0b", "x".repeat(300)])(
      "refuses the name %j",
      async (bad) => {
        await expect(async () => blobs.put(bad, Buffer.from("x"))).rejects.toThrow("not the name");
        await expect(async () => blobs.get(bad)).rejects.toThrow("not the name");
        await expect(async () => blobs.remove(bad)).rejects.toThrow("not the name");
      },
    );
  });
}

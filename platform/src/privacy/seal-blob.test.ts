import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CannotOpen } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { openBlob, sealBlob } from "./seal-blob.ts";

const key = new DataKey(randomBytes(32));
const mebibyte = 1024 * 1024;

describe("a sealed blob", () => {
  it.each([0, 1, 1000, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte + 7])(
    "of %i bytes opens to what it was",
    async (size) => {
      const bytes = randomBytes(size);
      const sealed = await sealBlob(key, "a-1", bytes);
      expect((await openBlob(key, "a-1", sealed)).equals(bytes)).toBe(true);
    },
  );

  it("shows nothing of its content, and is another one each time", async () => {
    const clear = Buffer.from("Gossamerkite".repeat(100));
    const [one, other] = [await sealBlob(key, "a-1", clear), await sealBlob(key, "a-1", clear)];
    expect(one.includes("Gossamerkite")).toBe(false);
    expect(one.equals(other)).toBe(false);
  });

  it("opens under no other name and with no other key", async () => {
    const sealed = await sealBlob(key, "a-1", randomBytes(100));
    await expect(openBlob(key, "a-2", sealed)).rejects.toThrow(CannotOpen);
    await expect(openBlob(new DataKey(randomBytes(32)), "a-1", sealed)).rejects.toThrow(CannotOpen);
  });

  it("does not open when a byte is changed, a piece is missing, or pieces change places", async () => {
    const step = mebibyte + 16;
    const sealed = await sealBlob(key, "a-1", randomBytes(2 * mebibyte + 5));
    for (const at of [0, 1, 16, 17, 17 + mebibyte, 17 + step, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      await expect(openBlob(key, "a-1", changed), `byte ${at}`).rejects.toThrow(CannotOpen);
    }
    const head = sealed.subarray(0, 17);
    const [first, second, third] = [0, 1, 2].map((n) => sealed.subarray(17 + n * step, 17 + (n + 1) * step));
    for (const parts of [[first], [first, second], [second, first, third], [first, third], []]) {
      const changed = Buffer.concat([head, ...parts.map((part) => part ?? Buffer.alloc(0))]);
      await expect(openBlob(key, "a-1", changed)).rejects.toThrow(CannotOpen);
    }
  });
});

import { randomBytes } from "node:crypto";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { expect, test } from "vitest";
import { CannotOpen, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { createKeyWrap } from "./key-wrap.ts";
import { contentTag, open } from "./seal.ts";

const { wrap, unwrap } = createKeyWrap(systemRandom);
const parent = new DataKey(randomBytes(32));
const bytes = randomBytes(32);

test("a wrapped key opens only with its id, its parent's id and its parent's key, and not when it is cut off", () => {
  const wrapped = wrap(bytes, "entry-1", "journal-1", parent);
  const key = unwrap(wrapped, "entry-1", "journal-1", parent);
  expect(contentTag(key, ["same"])).toBe(contentTag(new DataKey(bytes), ["same"]));
  expect(wrapped.includes(bytes)).toBe(false);
  const attempts = [
    () => unwrap(wrapped, "entry-2", "journal-1", parent),
    () => unwrap(wrapped, "entry-1", "journal-2", parent),
    () => unwrap(wrapped, "entry-1", null, parent),
    () => unwrap(wrapped, "entry-1", "journal-1", new DataKey(randomBytes(32))),
    () => unwrap(wrapped.subarray(0, -1), "entry-1", "journal-1", parent),
    () => unwrap(Buffer.alloc(0), "entry-1", "journal-1", parent),
  ];
  for (const attempt of attempts) expect(attempt).toThrow(CannotOpen);
});

test("a wrapped key does not open as a sealed text of its parent", () => {
  const wrapped = wrap(bytes, "entry-1", "journal-1", parent).toString("base64url");
  expect(() => open(parent, "journal-1", "journal.name", wrapped as Sealed<"journal.name">)).toThrow(
    CannotOpen,
  );
});

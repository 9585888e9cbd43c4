import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { sealed as sealedSchema, type Sealed } from "@daybook/domain/kernel/sealed";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CannotOpen } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { contentTag, keyedHash, open, openUpTo, seal } from "./seal.ts";

const bytes = randomBytes(32);
const key = new DataKey(bytes);
const words = "Up, and by water to the office, where we sat all the morning. ";

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.nat(6_000).map((size) => words.repeat(100).slice(0, size)),
  fc.constantFrom("", "\0", "\u0080", "😀".repeat(9), "a".repeat(31), "a".repeat(32), "a".repeat(33)),
);

test("a text opens only if the limit is at least its size, however small its sealed value is", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const value = seal(key, "entry-1", "entry.body", text);
      const size = Buffer.byteLength(text);
      expect(openUpTo(size, key, "entry-1", "entry.body", value)).toBe(text);
      if (size > 0) expect(openUpTo(size - 1, key, "entry-1", "entry.body", value)).toBeNull();
    }),
    { numRuns: 200 },
  );
  const bomb = seal(key, "entry-1", "entry.body", "<p></p>".repeat(140_000));
  expect(bomb.length).toBeLessThan(8_000);
  expect(openUpTo(8_000, key, "entry-1", "entry.body", bomb)).toBeNull();
  expect(() => openUpTo(8_000, key, "entry-2", "entry.body", bomb)).toThrow(CannotOpen);
});

test("every sealed text opens to the same text", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const value = seal(key, "entry-1", "entry.body", text);
      expect(open(key, "entry-1", "entry.body", value)).toBe(text);
      expect(sealedSchema("entry.body").safeParse(value).success).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("a sealed text cannot be opened with another key, stream or label, and the error contains nothing of the text", () => {
  const value = seal(key, "entry-1", "entry.body", "I burned the letter");
  const attempts = [
    () => open(new DataKey(randomBytes(32)), "entry-1", "entry.body", value),
    () => open(key, "entry-2", "entry.body", value),
    () => open(key, "entry-1", "entry.title", value as string as Sealed<"entry.title">),
  ];
  for (const attempt of attempts) {
    expect(attempt).toThrow(CannotOpen);
    expect(attempt).not.toThrow(/burned|letter/);
  }
});

test("a changed or truncated value does not open", () => {
  const longSealed = Buffer.from(seal(key, "entry-1", "entry.body", words.repeat(20)), "base64url");
  const shortSealed = Buffer.from(seal(key, "entry-1", "entry.body", "short"), "base64url");
  fc.assert(
    fc.property(
      fc.constantFrom(longSealed, shortSealed),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (sealed, index, change) => {
        const changedValue = Buffer.from(sealed);
        changedValue[index % sealed.length]! ^= change;
        for (const invalidValue of [changedValue, sealed.subarray(0, index % sealed.length)]) {
          const value = invalidValue.toString("base64url") as Sealed<"entry.body">;
          expect(() => open(key, "entry-1", "entry.body", value)).toThrow(CannotOpen);
        }
      },
    ),
  );
});

test("sealing a text twice gives two different values", () => {
  expect(seal(key, "entry-1", "entry.body", "x")).not.toBe(seal(key, "entry-1", "entry.body", "x"));
});

test("values of earlier versions still open", () => {
  const oldKey = new DataKey(Buffer.alloc(32, 7));
  const storedValues = {
    short:
      "ARSsO8sJ_zkDLKVP1PTWDyWZZbZ7n1-l_fcSZwePiiov2Q-T-7DWbw-EHqxZnr5UAsRKarikDR_f0SFwDA" as Sealed<"entry.title">,
    long: "Am_DHjT-PPGebZKBCAhD9r4c7aq8Dzl0AWibeYlv3BVcRaaBerE3JZAv-jCDwM2QQfqMiW6u269w4TXGEwU91xteMvPGtDLM8nYR_3Jrvo5pdSpWi1skc74zoWta" as Sealed<"entry.body">,
  };
  expect(open(oldKey, "entry-7", "entry.title", storedValues.short)).toBe("Lord’s day");
  expect(open(oldKey, "entry-7", "entry.body", storedValues.long)).toBe(words.repeat(3));
});

test("short texts do not show their length, longer ones are compressed", () => {
  const sizes = ["", "Al", "Maximiliana", "a.long.name@example.com"].map(
    (text) => seal(key, "account-1", "account.email", text).length,
  );
  expect(new Set(sizes)).toHaveLength(1);
  expect(seal(key, "entry-1", "entry.body", words.repeat(30)).length).toBeLessThan(words.length * 3);
});

test("a content tag is the same for the same parts and key, and for nothing else", () => {
  const tag = contentTag(key, ["title", "body"]);
  expect(tag).toBe(contentTag(new DataKey(bytes), ["title", "body"]));
  expect(tag).toMatch(/^[\w-]{43}$/);
  const otherTags = [
    contentTag(key, ["titleb", "ody"]),
    contentTag(key, ["body", "title"]),
    contentTag(key, ["title", "body", ""]),
    contentTag(new DataKey(randomBytes(32)), ["title", "body"]),
  ];
  expect(new Set([tag, ...otherTags])).toHaveLength(5);
});

test("a keyed hash depends on the key, the purpose and the value", () => {
  const hash = keyedHash(bytes, "account.email", "a@example.com");
  expect(hash).toBe(keyedHash(bytes, "account.email", Buffer.from("a@example.com")));
  const otherHashes = [
    keyedHash(randomBytes(32), "account.email", "a@example.com"),
    keyedHash(bytes, "account.slug", "a@example.com"),
    keyedHash(bytes, "account.email", "b@example.com"),
  ];
  expect(new Set([hash, ...otherHashes])).toHaveLength(4);
});

test("the bytes of a key are never printed", () => {
  const printedForms = [
    String(key),
    JSON.stringify({ key }),
    inspect({ key }, { depth: 9, showHidden: true }),
  ];
  for (const form of ["hex", "base64", "base64url", "latin1"] as const) {
    for (const text of printedForms) expect(text).not.toContain(bytes.toString(form));
  }
  expect(printedForms).toEqual(["[data key]", '{"key":"[data key]"}', "{ key: [data key] }"]);
  expect(structuredClone({ key })).toEqual({ key: {} });
});

test("a key of another size than 32 bytes is refused", () => {
  expect(() => new DataKey(randomBytes(16))).toThrow(RangeError);
});

import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPasswords, owaspCost } from "./passwords.ts";

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

describe("passwords", () => {
  const passwords = createPasswords({ cost });

  test("the right one passes, any other does not", async () => {
    const stored = await passwords.hash("Sheply's 12 bottles of sack");
    expect(await passwords.verify(stored, "Sheply's 12 bottles of sack")).toBe(true);
    expect(await passwords.verify(stored, "Sheply's 12 bottles of Sack")).toBe(false);
    expect(await passwords.verify(stored, "")).toBe(false);
  });

  test("every hash has its own salt", async () => {
    expect(await passwords.hash("the same")).not.toBe(await passwords.hash("the same"));
  });

  test("a composed and a decomposed letter are the same", async () => {
    const stored = await passwords.hash("caf\u00e9 noir");
    expect(await passwords.verify(stored, "cafe\u0301 noir")).toBe(true);
  });

  test("no password matches an account that does not exist", async () => {
    expect(await passwords.verify(null, "nobody's password")).toBe(false);
  });

  test("without the pepper, no password matches the hash", async () => {
    const peppered = createPasswords({ cost, pepper: randomBytes(32) });
    const stored = await peppered.hash("secret word");
    expect(await peppered.verify(stored, "secret word")).toBe(true);
    expect(await passwords.verify(stored, "secret word")).toBe(false);
  });

  test("a hash from before the pepper still verifies, and is outdated", async () => {
    const withPepper = createPasswords({ cost, pepper: randomBytes(32) });
    const before = await passwords.hash("secret word");
    expect(await withPepper.verify(before, "secret word")).toBe(true);
    expect(await withPepper.verify(before, "another word")).toBe(false);
    expect([withPepper.isOutdated(before), passwords.isOutdated(before)]).toEqual([true, false]);
    expect(withPepper.isOutdated(await withPepper.hash("secret word"))).toBe(false);
  });

  test("a hash made at a former cost still verifies", async () => {
    const stored = await createPasswords({ cost: { ...cost, timeCost: 3 } }).hash("secret word");
    expect(await passwords.verify(stored, "secret word")).toBe(true);
  });
});

test("the default cost is argon2id with 19 MiB and two passes", async () => {
  const stored = await createPasswords().hash("secret word");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(owaspCost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});

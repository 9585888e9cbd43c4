import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPasswords, owaspCost } from "./passwords.ts";

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

describe("passwords", () => {
  const passwords = createPasswords({ cost });

  test("the right password passes, any other does not", async () => {
    const hash = await passwords.hash("Sheply's 12 bottles of sack");
    expect(await passwords.verify(hash, "Sheply's 12 bottles of sack")).toBe(true);
    expect(await passwords.verify(hash, "Sheply's 12 bottles of Sack")).toBe(false);
    expect(await passwords.verify(hash, "")).toBe(false);
  });

  test("every hash has its own salt", async () => {
    expect(await passwords.hash("the same")).not.toBe(await passwords.hash("the same"));
  });

  test("a composed and a decomposed letter are the same", async () => {
    const hash = await passwords.hash("caf\u00e9 noir");
    expect(await passwords.verify(hash, "cafe\u0301 noir")).toBe(true);
  });

  test("no password matches an account that does not exist", async () => {
    expect(await passwords.verify(null, "nobody's password")).toBe(false);
  });

  test("without the pepper, the right password does not match the hash", async () => {
    const peppered = createPasswords({ cost, pepper: randomBytes(32) });
    const hash = await peppered.hash("secret word");
    expect(await peppered.verify(hash, "secret word")).toBe(true);
    expect(await passwords.verify(hash, "secret word")).toBe(false);
  });

  test("a hash from before the pepper still verifies, and lacks the pepper", async () => {
    const withPepper = createPasswords({ cost, pepper: randomBytes(32) });
    const hash = await passwords.hash("secret word");
    expect(await withPepper.verify(hash, "secret word")).toBe(true);
    expect(await withPepper.verify(hash, "another word")).toBe(false);
    expect([withPepper.lacksPepper(hash), passwords.lacksPepper(hash)]).toEqual([true, false]);
    expect(withPepper.lacksPepper(await withPepper.hash("secret word"))).toBe(false);
  });

  test("a hash that was made with an earlier cost still verifies", async () => {
    const hash = await createPasswords({ cost: { ...cost, timeCost: 3 } }).hash("secret word");
    expect(await passwords.verify(hash, "secret word")).toBe(true);
  });
});

test("the default cost is argon2id with 19 MiB and two passes", async () => {
  const hash = await createPasswords().hash("secret word");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(owaspCost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});

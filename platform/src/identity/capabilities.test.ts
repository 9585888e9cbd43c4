import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createCapabilities } from "./capabilities.ts";

const capabilities = createCapabilities(randomBytes(32));
const expiresAt = 1_795_000_000;
const signature = capabilities.sign("photo-7/original", expiresAt, [1, 2, 3]);

test("a signature contains its claims, and is the same for the same input", () => {
  expect(capabilities.read("photo-7/original", expiresAt, signature)).toEqual([1, 2, 3]);
  expect(capabilities.sign("photo-7/original", expiresAt, [1, 2, 3])).toBe(signature);
  expect(capabilities.sign("photo-7/original", expiresAt + 1, [1, 2, 3])).not.toBe(signature);
});

test("a signature is invalid for another resource, expiry or server, or when it was changed", () => {
  expect(capabilities.read("photo-8/original", expiresAt, signature)).toBeNull();
  expect(capabilities.read("photo-7/thumbnail", expiresAt, signature)).toBeNull();
  expect(capabilities.read("photo-7/original", expiresAt + 1, signature)).toBeNull();
  expect(createCapabilities(randomBytes(32)).read("photo-7/original", expiresAt, signature)).toBeNull();
  for (const wrongInput of [
    "",
    "x",
    `${signature}=`,
    `${signature}A`,
    signature.slice(1),
    signature.slice(0, -1),
  ]) {
    expect(capabilities.read("photo-7/original", expiresAt, wrongInput)).toBeNull();
  }
  for (let index = 0; index < signature.length; index++) {
    const otherCharacter = signature[index] === "A" ? "B" : "A";
    const changedSignature = signature.slice(0, index) + otherCharacter + signature.slice(index + 1);
    expect(capabilities.read("photo-7/original", expiresAt, changedSignature)).toBeNull();
  }
});

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { CannotOpen } from "../vault/authenticated-cipher.ts";
import { openRecipient, sealRecipient } from "./recipient.ts";

const masterKey = randomBytes(32);
const samuel = { address: "samuel@example.org", firstName: "Samuel" };

test("a sealed recipient opens only for its own mail and with its own master key", () => {
  const sealedRecipient = sealRecipient(masterKey, 7, samuel);
  expect(Buffer.from(sealedRecipient, "base64url").toString("latin1")).not.toContain("samuel");
  expect(openRecipient(masterKey, 7, sealedRecipient)).toEqual(samuel);
  expect(() => openRecipient(masterKey, 8, sealedRecipient)).toThrow(CannotOpen);
  expect(() => openRecipient(randomBytes(32), 7, sealedRecipient)).toThrow(CannotOpen);
});

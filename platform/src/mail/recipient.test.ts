import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { CannotOpen } from "../vault/authenticated-cipher.ts";
import { openRecipient, sealRecipient } from "./recipient.ts";

const masterKey = randomBytes(32);
const samuel = { address: "samuel@example.org", firstName: "Samuel" };

test("a recipient opens for its mail and its master key only", () => {
  const sealed = sealRecipient(masterKey, 7, samuel);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("samuel");
  expect(openRecipient(masterKey, 7, sealed)).toEqual(samuel);
  expect(() => openRecipient(masterKey, 8, sealed)).toThrow(CannotOpen);
  expect(() => openRecipient(randomBytes(32), 7, sealed)).toThrow(CannotOpen);
});

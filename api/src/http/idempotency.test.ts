import { expect, test } from "vitest";
import { withoutPasswords } from "./idempotency.ts";

test("a body without its passwords keeps everything else", () => {
  const form = { email: "sam@example.com", password: "one", retype_password: "one", first_name: "Sam" };
  const fingerprintInput = (changed: object) => withoutPasswords({ ...form, ...changed }).toString();
  expect(fingerprintInput({ password: "two", retype_password: "two" })).toBe(fingerprintInput({}));
  expect(fingerprintInput({ user: { password: "two" } })).not.toContain("two");
  expect(fingerprintInput({})).not.toContain("one");
  expect(fingerprintInput({ first_name: "Elizabeth" })).not.toBe(fingerprintInput({}));
});

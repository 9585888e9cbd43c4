import { expect, test } from "vitest";
import { withoutPasswords } from "./idempotency.ts";

test("a body without its passwords keeps everything else", () => {
  const form = { email: "sam@example.com", password: "one", retype_password: "one", first_name: "Sam" };
  const of = (changed: object) => withoutPasswords({ ...form, ...changed }).toString();
  expect(of({ password: "two", retype_password: "two" })).toBe(of({}));
  expect(of({ user: { password: "two" } })).not.toContain("two");
  expect(of({})).not.toContain("one");
  expect(of({ first_name: "Elizabeth" })).not.toBe(of({}));
});

import { expect, test } from "vitest";
import { withoutPasswords } from "./idempotency.ts";

const bodyOf = (json: unknown) => {
  return { json, fingerprintInput: Buffer.from(JSON.stringify(json)) };
};

test("a fingerprint covers everything in a request except its passwords", () => {
  const form = { lock: true, plain_password: "one", retype_password: "one", password_hint: "a river" };
  const of = (changed: object) => withoutPasswords(bodyOf({ ...form, ...changed })).toString();
  expect(of({ plain_password: "two", retype_password: "two" })).toBe(of({}));
  expect(of({ user: { plain_password: "two" } })).not.toContain("two");
  expect(of({})).not.toContain("one");
  expect(of({ password_hint: "a hill" })).not.toBe(of({}));
  expect(of({ unlock: true })).not.toBe(of({}));
});

test("a body without a password is not changed", () => {
  const body = { title: "Lord’s day", richtext_body: "<p>dined</p>" };
  expect(withoutPasswords(bodyOf(body))).toEqual(bodyOf(body).fingerprintInput);
  const photo = Buffer.from("a file with a password in it");
  expect(withoutPasswords({ json: { photo }, fingerprintInput: photo })).toBe(photo);
});

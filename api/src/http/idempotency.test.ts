import { expect, test } from "vitest";
import { withoutPasswords } from "./idempotency.ts";

const bodyOf = (json: unknown) => {
  return { json, same: Buffer.from(JSON.stringify(json)) };
};

test("the fingerprint of a request is made without its passwords, and with all else", () => {
  const form = { lock: true, plain_password: "one", retype_password: "one", password_hint: "a river" };
  const of = (changed: object) => withoutPasswords(bodyOf({ ...form, ...changed })).toString();
  expect(of({ plain_password: "two", retype_password: "two" })).toBe(of({}));
  expect(of({ user: { plain_password: "two" } })).not.toContain("two");
  expect(of({})).not.toContain("one");
  expect(of({ password_hint: "a hill" })).not.toBe(of({}));
  expect(of({ unlock: true })).not.toBe(of({}));
});

test("what has no password in it counts byte by byte", () => {
  const body = { title: "Lord’s day", richtext_body: "<p>dined</p>" };
  expect(withoutPasswords(bodyOf(body))).toEqual(bodyOf(body).same);
  const photo = Buffer.from("a file with a password in it");
  expect(withoutPasswords({ json: { photo }, same: photo })).toBe(photo);
});

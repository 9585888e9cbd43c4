import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test.each(["password", "PassWord", "12345678", "qwertyuiop", "1234567890", "trustno1", "123456", "dalmatio"])(
  "%s is common",
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each([
  "and so to bed 1660",
  "password 2026 of mine",
  "trustno19472",
  " password",
  // the 10,001st most common one of eight characters or more
  "ranger12",
  "correct horse battery staple",
  "день рождения",
  "",
  "__proto__",
])("%j is not common", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

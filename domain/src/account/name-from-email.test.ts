import { expect, it } from "vitest";
import { nameFromEmail } from "./name-from-email.ts";

it.each([
  ["samuel.pepys@example.org", "Samuel"],
  ["elizabeth+diary@example.org", "Elizabeth"],
  ["_1660@example.org", "1660"],
  ["O'Brien@example.org", "O"],
  ["__@example.org", "__"],
])("the owner of %s is called %s", (email, name) => expect(nameFromEmail(email)).toBe(name));

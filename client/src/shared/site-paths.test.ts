import fc from "fast-check";
import { expect, test } from "vitest";
import { loginPath, mobileLoginPath, notFoundPath, sameSitePath, unlockPath } from "./site-paths.ts";

test.each(["/", "/journals", "/journals/1/entries?page=2&view=trashed", "/journals/1/2#h"])(
  "sameSitePath accepts %s",
  (path) => {
    expect(sameSitePath(path)).toBe(path);
  },
);

test.each([
  ["null", null],
  ["an empty text", ""],
  ["another site", "https://evil.example"],
  ["a protocol-relative address", "//evil.example"],
  ["a slash and a backslash", "/\\evil.example"],
  ["a backslash further on", "/journals\\evil"],
  ["a tab character, which browsers drop", "/\t/evil.example"],
  ["a line break, which browsers drop", "/\n/evil.example"],
  ["a script", "javascript:alert(1)"],
  ["a relative path", "journals"],
  ["two slashes further on", "/redirect?goto=//evil.example"],
])("sameSitePath refuses %s", (_, path) => {
  expect(sameSitePath(path)).toBeNull();
});

test("every accepted path stays on this site", () => {
  const pieces = fc.constantFrom(
    "/",
    "\\",
    "a",
    ".",
    "..",
    ":",
    "@",
    "?",
    "#",
    "\t",
    "\n",
    "%2f",
    "evil.example",
    " ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 6 }), (parts) => {
      const path = sameSitePath(`/${parts.join("")}`) ?? "/";
      expect(new URL(path, "https://daybook.example").origin).toBe("https://daybook.example");
    }),
    { numRuns: 300 },
  );
});

test("the login page gets the reason and the return path", () => {
  expect(loginPath(null)).toBe("/app/login");
  expect(loginPath("/journals/1?x=y")).toBe("/app/login?after_login=%2Fjournals%2F1%3Fx%3Dy");
  expect(loginPath("/journals", "unauthed")).toBe(
    "/app/login?message=unauthed&status=401&after_login=%2Fjournals",
  );
  expect(loginPath("//evil.example", "expired")).toBe("/app/login?message=expired");
});

test("the login page of phones gets the return path", () => {
  expect(mobileLoginPath("/mobile")).toBe("/mobile/login?after_login=%2Fmobile");
  expect(mobileLoginPath("//evil.example")).toBe("/mobile/login");
  expect(mobileLoginPath(null)).toBe("/mobile/login");
});

test("the not-found page gets the target and the server's message", () => {
  expect(notFoundPath("journal")).toBe("/error/404?type=journal");
  expect(notFoundPath("entry", "Gone & lost.")).toBe("/error/404?type=entry&message=Gone+%26+lost.");
});

test.each([
  ["/journals/5", undefined, "/journals/5/unlock"],
  ["/journals/5/entries", undefined, "/journals/5/unlock"],
  ["/journals/5?tour", undefined, "/journals/5/unlock?tour"],
  ["/journals/5/7", 7, "/journals/5/unlock?entry=7"],
  ["/journals/5/new", undefined, "/journals/5/unlock?after=%2Fjournals%2F5%2Fnew"],
  ["/journals/5/entries?page=2", undefined, "/journals/5/unlock?after=%2Fjournals%2F5%2Fentries%3Fpage%3D2"],
])("the unlock page that opens instead of %s keeps the return path", (from, entryId, expected) => {
  expect(unlockPath(5, from, entryId)).toBe(expected);
});

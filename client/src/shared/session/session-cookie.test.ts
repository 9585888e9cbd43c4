import { expect, test } from "vitest";
import { sessionCookie } from "./session-cookie.ts";
import { sampleSession } from "../testing/sample-session.ts";

/** A cookie jar like `document.cookie`: writing sets one cookie, reading lists all. */
function jar(others = "other=1") {
  const written: string[] = [];
  return {
    written,
    get cookie() {
      const pair = written.at(-1)?.split(";")[0];
      return pair ? `${others}; ${pair}; last=2` : others;
    },
    set cookie(text: string) {
      written.push(text);
    },
  };
}

const session = sampleSession(Date.parse("2026-12-20T12:00:00.000Z"));

test("a session is read as it was written, with names in any script", () => {
  const cookie = sessionCookie(jar(), false);
  expect(cookie.read()).toBeNull();
  cookie.write(session);
  expect(cookie.read()).toEqual(session);
});

test("the longest names still fit into a cookie", () => {
  const page = jar();
  const user = {
    ...session.user,
    first_name: "日".repeat(100),
    last_name: "記".repeat(100),
    email: "e".repeat(254),
  };
  sessionCookie(page, true).write({ ...session, user });
  expect(page.written[0]?.length).toBeLessThan(4000);
});

test("it lasts 30 days, for this site only, and over https only on https", () => {
  const plain = jar();
  sessionCookie(plain, false).write(session);
  expect(plain.written[0]?.split("; ").slice(1)).toEqual(["Max-Age=2592000", "Path=/", "SameSite=Strict"]);
  const secure = jar();
  sessionCookie(secure, true).write(session);
  expect(secure.written[0]?.split("; ").slice(1)).toEqual([
    "Max-Age=2592000",
    "Path=/",
    "SameSite=Strict",
    "Secure",
  ]);
});

test("it can be removed", () => {
  const page = jar();
  const cookie = sessionCookie(page, false);
  cookie.write(session);
  cookie.write(null);
  expect(page.written[1]).toBe("daybook_session=; Max-Age=0; Path=/; SameSite=Strict");
  expect(cookie.read()).toBeNull();
});

test.each(["garbage", btoa("{}"), btoa('{"access_token":{"token":1}}'), "%"])("%s is no session", (value) => {
  expect(sessionCookie({ cookie: `daybook_session=${value}` }, false).read()).toBeNull();
});

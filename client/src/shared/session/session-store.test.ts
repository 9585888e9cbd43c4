import { expect, test } from "vitest";
import { sessionKey, sessionStore } from "./session-store.ts";
import { sampleSession } from "../testing/sample-session.ts";

/** A cookie jar like `document.cookie`: writing sets one cookie, reading lists all. */
function cookieJar(initialCookie?: string) {
  const writtenCookies: string[] = initialCookie === undefined ? [] : [`daybook_session=${initialCookie}`];
  return {
    writtenCookies,
    get cookie() {
      const pair = writtenCookies.at(-1)?.split(";")[0];
      return pair ? `other=1; ${pair}; last=2` : "other=1";
    },
    set cookie(text: string) {
      writtenCookies.push(text);
    },
  };
}

/** A page whose browser ignores cookies. */
const cookielessPage = {
  get cookie() {
    return "";
  },
  set cookie(_text: string) {},
};

/** A storage like `localStorage`. */
function memoryStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

function browser(cookie?: string) {
  const [page, storage] = [cookieJar(cookie), memoryStorage()];
  const openStore = (secure = false) => sessionStore(page, secure, () => storage, beforeExpiry);
  return { page, storage, openStore };
}

const cookieValue = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const session = sampleSession(Date.parse("2026-12-20T12:00:00.000Z"));
const beforeExpiry = () => Date.parse("2026-12-01T12:00:00.000Z");
const { token, user_id, expires_at, secret, client_application: client } = session.access_token;

test("a session is read as it was written, with names in any writing system", () => {
  const { openStore } = browser();
  expect(openStore().read()).toBeNull();
  openStore().write(session);
  expect(openStore().read()).toEqual(session);
});

test("the cookie has the token, the user's id and the expiry, and no secret", () => {
  const { page, openStore } = browser();
  openStore().write(session);
  const value = /^daybook_session=([\w-]+);/.exec(page.writtenCookies[0] ?? "")?.[1] ?? "";
  const cookie = Buffer.from(value, "base64url").toString();
  expect(JSON.parse(cookie)).toEqual({ token, user_id, expires_at });
  for (const hiddenValue of [secret, client.secret, session.draft_key])
    expect(cookie).not.toContain(hiddenValue);
});

test("export programs find the session as JSON under pz-session", () => {
  const { storage, openStore } = browser();
  openStore().write(session);
  expect(sessionKey).toBe("pz-session");
  expect(JSON.parse(storage.values.get("pz-session") ?? "")).toEqual(session);
});

test("the cookie lasts 30 days and is `SameSite=Strict`, and `Secure` when the page was loaded over https", () => {
  for (const secure of [false, true]) {
    const { page, openStore } = browser();
    openStore(secure).write(session);
    const attributes = ["Max-Age=2592000", "Path=/", "SameSite=Strict", ...(secure ? ["Secure"] : [])];
    expect(page.writtenCookies[0]?.split("; ").slice(1)).toEqual(attributes);
  }
});

test("removing the session removes it from the cookie and from the storage", () => {
  const { page, storage, openStore } = browser();
  openStore().write(session);
  openStore().write(null);
  expect(page.writtenCookies[1]).toBe("daybook_session=; Max-Age=0; Path=/; SameSite=Strict");
  expect([...storage.values]).toEqual([]);
  expect(openStore().read()).toBeNull();
});

test("a session that has not expired is not read when the cookie or the stored session is missing", () => {
  const { storage, openStore } = browser();
  openStore().write(session);
  expect(sessionStore(cookieJar(), false, () => storage, beforeExpiry).read()).toBeNull();
  storage.values.clear();
  expect(openStore().read()).toBeNull();
});

test("without the cookie, a stored session is read only when it has expired", () => {
  const { storage, openStore } = browser();
  openStore().write(session);
  const readAt = (time: string) =>
    sessionStore(
      cookieJar(),
      false,
      () => storage,
      () => Date.parse(time),
    ).read();
  expect(readAt("2026-12-20T11:59:59.000Z")).toBeNull();
  expect(readAt("2026-12-20T12:00:00.000Z")).toEqual(session);
});

test("reading the session renews its cookie", () => {
  const { page, openStore } = browser();
  openStore().write(session);
  expect(openStore().read()).toEqual(session);
  expect(page.writtenCookies).toHaveLength(2);
  expect(page.writtenCookies[1]).toBe(page.writtenCookies[0]);
});

test("a cookie of an earlier version, which has the full session, still works, and the session moves to the storage", () => {
  const { page, storage, openStore } = browser(cookieValue(session));
  expect(openStore().read()).toEqual(session);
  expect(page.cookie).toContain(`daybook_session=${cookieValue({ token, user_id, expires_at })}`);
  expect(JSON.parse(storage.values.get(sessionKey) ?? "")).toEqual(session);
  expect(openStore().read()).toEqual(session);
});

test("a session that a tab of an earlier version wrote to the cookie replaces the stored one", () => {
  const { page, openStore } = browser();
  openStore().write(session);
  const newerSession = sampleSession(Date.parse("2026-12-21T12:00:00.000Z"), "newer");
  page.cookie = `daybook_session=${cookieValue(newerSession)}`;
  expect(openStore().read()).toEqual(newerSession);
});

test("a tab that reads between the two writes of another tab takes the newer session", () => {
  const { storage, openStore } = browser();
  openStore().write(session);
  const newerSession = sampleSession(Date.parse("2026-12-21T12:00:00.000Z"), "newer");
  storage.values.set(sessionKey, JSON.stringify(newerSession));
  expect(openStore().read()).toEqual(newerSession);
});

test.each([
  ["storage", cookieJar()],
  ["storage and cookies", cookielessPage],
])("when the browser refuses %s, the session lasts as long as the page", (_, page) => {
  const refuseStorage = () => {
    throw new Error("storage is refused");
  };
  const store = sessionStore(page, false, refuseStorage, beforeExpiry);
  store.write(session);
  expect(store.read()).toEqual(session);
  expect(sessionStore(page, false, refuseStorage, beforeExpiry).read()).toBeNull();
  store.write(null);
  expect(store.read()).toBeNull();
});

test.each(["garbage", btoa("{}"), btoa('{"access_token":{"token":1}}'), btoa("1"), "%"])(
  "the value “%s” in the cookie or in the storage is not a session",
  (value) => {
    expect(browser(value).openStore().read()).toBeNull();
    const { storage, openStore } = browser(cookieValue({ token, user_id, expires_at }));
    storage.values.set(sessionKey, value);
    expect(openStore().read()).toBeNull();
  },
);

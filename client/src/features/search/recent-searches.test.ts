import { expect, test } from "vitest";
import { draftCipher } from "../../shared/draft-cipher.ts";
import { forgetSearchesAtLogOut, searchesKey } from "./forget-searches.ts";
import { recentSearches } from "./recent-searches.ts";

function createDevice() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return { items, storage: () => storage };
}

const cipherOf = (key: string) =>
  draftCipher(key, (length) => crypto.getRandomValues(new Uint8Array(length)));

const searchesOn = ({ storage }: ReturnType<typeof createDevice>, key = "key", userId = 7) =>
  recentSearches(storage, cipherOf(key), userId);

test("recent searches are listed newest first and without repeats, and only the latest six are kept", () => {
  const searches = searchesOn(createDevice());
  expect(searches.list()).toEqual([]);
  for (const query of ["one", "two", "Three", "four", "five", "six", "seven", "THREE"]) searches.add(query);
  expect(searches.list()).toEqual(["THREE", "seven", "six", "five", "four", "two"]);
  searches.clear();
  expect(searches.list()).toEqual([]);
});

test("stored searches are encrypted, and another user cannot open them", () => {
  const device = createDevice();
  searchesOn(device).add("Deb Willet 日記");
  expect(JSON.stringify([...device.items])).not.toMatch(/Deb|Willet|日記/);
  expect(atob(device.items.get(searchesKey) ?? "")).not.toMatch(/Deb|Willet/);
  expect(searchesOn(device, "key", 8).list()).toEqual([]);
  expect(searchesOn(device, "another key").list()).toEqual([]);
  expect(searchesOn(device).list()).toEqual(["Deb Willet 日記"]);
  device.items.set(searchesKey, "damaged");
  expect(searchesOn(device).list()).toEqual([]);
});

test("without storage, there are no recent searches and no errors", () => {
  const refuse = () => {
    throw new Error("refused");
  };
  const searches = recentSearches(refuse, cipherOf("key"), 7);
  searches.add("fire");
  searches.clear();
  expect(searches.list()).toEqual([]);
});

/** The user of the session, with subscriptions. */
function sessionUser(userId: number | null) {
  const listeners: (() => void)[] = [];
  const account = { userId };
  return {
    userId: () => account.userId,
    subscribe: (listener: () => void) => void listeners.push(listener),
    change: (newUserId: number | null) => {
      account.userId = newUserId;
      for (const listener of listeners) listener();
    },
  };
}

test("recent searches stay while the same user is logged in, and are removed when the session ends or another user logs in", () => {
  const device = createDevice();
  const { userId, subscribe, change } = sessionUser(7);
  forgetSearchesAtLogOut(userId, subscribe, device.storage);
  searchesOn(device).add("fire");
  change(7);
  expect(searchesOn(device).list()).toEqual(["fire"]);
  change(8);
  expect(device.items.size).toBe(0);
  searchesOn(device, "key", 8).add("plague");
  change(null);
  expect(device.items.size).toBe(0);
});

test("recent searches are removed on load when nobody is logged in", () => {
  const device = createDevice();
  const { userId, subscribe } = sessionUser(null);
  searchesOn(device).add("fire");
  forgetSearchesAtLogOut(userId, subscribe, device.storage);
  expect(device.items.size).toBe(0);
  forgetSearchesAtLogOut(userId, subscribe, () => {
    throw new Error("refused");
  });
});

import { expect, test } from "vitest";
import { openPurchaseStore } from "./open-purchase.ts";

const day = 24 * 60 * 60_000;

function memoryStorage(initialValue: string | null = null) {
  let value = initialValue;
  return {
    getItem: () => value,
    setItem: (_key: string, text: string) => void (value = text),
    removeItem: () => void (value = null),
    text: () => value,
  };
}

test("an open purchase belongs to its user, and that of a visitor to anybody in this browser", () => {
  const store = openPurchaseStore(memoryStorage);
  expect(store.find(7, 5)).toBeNull();
  const storage = memoryStorage();
  const stored = openPurchaseStore(() => storage);
  stored.note({ userId: 7, startedAt: 5, key: "a" });
  expect(stored.find(7, 6)).toEqual({ userId: 7, startedAt: 5, key: "a" });
  expect([stored.find(8, 6), stored.find(null, 6)]).toEqual([null, null]);
  stored.note({ userId: null, startedAt: 5, key: "a" });
  expect([stored.find(null, 6), stored.find(8, 6)]).toHaveLength(2);
  expect(stored.find(8, 6)).toEqual({ userId: null, startedAt: 5, key: "a" });
  stored.forget("of another purchase");
  expect(stored.find(8, 6)).not.toBeNull();
  stored.forget("a");
  expect(stored.find(8, 6)).toBeNull();
  stored.note({ userId: null, startedAt: 5, key: "a" });
  stored.forget();
  expect(stored.find(8, 6)).toBeNull();
});

test("it ends after a day, and a time in the future does not count", () => {
  const storage = memoryStorage();
  const store = openPurchaseStore(() => storage);
  store.note({ userId: 7, startedAt: 100, key: "a" });
  expect(store.find(7, 100 + day)).not.toBeNull();
  expect(store.find(7, 101 + day)).toBeNull();
  expect(store.find(7, 99)).toBeNull();
});

test.each(["nonsense", "[]", '{"startedAt":1}', '{"startedAt":"yesterday"}', "7"])(
  "stored text %s is no purchase",
  (text) => {
    expect(openPurchaseStore(() => memoryStorage(text)).find(7, 5)).toBeNull();
  },
);

test("a browser without storage has no open purchase", () => {
  const broken = openPurchaseStore(() => {
    throw new Error("no storage");
  });
  broken.note({ userId: 7, startedAt: 1, key: "a" });
  broken.forget();
  expect(broken.find(7, 2)).toBeNull();
});

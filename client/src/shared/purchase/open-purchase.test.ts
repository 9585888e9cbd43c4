import { expect, test } from "vitest";
import { type OpenPurchase, createOpenPurchaseStore } from "./open-purchase.ts";

const dayMs = 24 * 60 * 60_000;

function memoryStorage(initialValue: string | null = null) {
  let value = initialValue;
  return {
    getItem: () => value,
    setItem: (_key: string, text: string) => void (value = text),
    removeItem: () => void (value = null),
  };
}

const purchaseOfUser: OpenPurchase = { userId: 7, startedAt: 100, key: "a" };
const purchaseOfVisitor: OpenPurchase = { ...purchaseOfUser, userId: null };

function openStore() {
  const storage = memoryStorage();
  return createOpenPurchaseStore(() => storage);
}

test("an open purchase of a user is found only by this user", () => {
  const store = openStore();
  expect(store.find(7, 101)).toBeNull();
  store.note(purchaseOfUser);
  expect(store.find(7, 101)).toEqual(purchaseOfUser);
  expect([store.find(8, 101), store.find(null, 101)]).toEqual([null, null]);
});

test("an open purchase of a visitor is found by everybody in this browser", () => {
  const store = openStore();
  store.note(purchaseOfVisitor);
  expect([store.find(null, 101), store.find(8, 101)]).toEqual([purchaseOfVisitor, purchaseOfVisitor]);
});

test("`forget` removes only the purchase with the given key, and without a key any purchase", () => {
  const store = openStore();
  store.note(purchaseOfUser);
  store.forget("key of another purchase");
  expect(store.find(7, 101)).not.toBeNull();
  store.forget("a");
  expect(store.find(7, 101)).toBeNull();
  store.note(purchaseOfUser);
  store.forget();
  expect(store.find(7, 101)).toBeNull();
});

test("an open purchase is found for a day, and not when it starts in the future", () => {
  const store = openStore();
  store.note(purchaseOfUser);
  expect(store.find(7, 100 + dayMs)).not.toBeNull();
  expect(store.find(7, 101 + dayMs)).toBeNull();
  expect(store.find(7, 99)).toBeNull();
});

test.each(["nonsense", "[]", '{"startedAt":1}', '{"startedAt":"yesterday"}', "7"])(
  "stored text %s is no purchase",
  (text) => {
    expect(createOpenPurchaseStore(() => memoryStorage(text)).find(7, 5)).toBeNull();
  },
);

test("a browser without storage has no open purchase", () => {
  const store = createOpenPurchaseStore(() => {
    throw new Error("no storage");
  });
  store.note(purchaseOfUser);
  store.forget();
  expect(store.find(7, 101)).toBeNull();
});

import { expect, test } from "vitest";
import { type OpenDowngrade, createOpenDowngradeStore } from "./open-downgrade.ts";

const day = 24 * 60 * 60_000;
const sentDowngrade: OpenDowngrade = {
  userId: 7,
  kind: "signedIn",
  startedAt: 100,
  operation: { id: 4, token: "t" },
};

function memoryStorage(initialValue: string | null = null) {
  let value = initialValue;
  return {
    getItem: () => value,
    setItem: (_key: string, text: string) => void (value = text),
    removeItem: () => void (value = null),
  };
}

test("the store returns an open downgrade to its user, and to a visitor, because the downgrade may have ended the session", () => {
  const storage = memoryStorage();
  const store = createOpenDowngradeStore(() => storage);
  expect(store.find(7, 100)).toBeNull();
  store.note(sentDowngrade);
  expect([store.find(7, 100), store.find(null, 100), store.find(8, 100)]).toEqual([
    sentDowngrade,
    sentDowngrade,
    null,
  ]);
  store.note({ ...sentDowngrade, userId: null, kind: "loggedOut", operation: null });
  expect(store.find(null, 100)).toMatchObject({ kind: "loggedOut", operation: null });
  expect(store.find(7, 100)).toBeNull();
  store.forget();
  expect(store.find(null, 100)).toBeNull();
});

test("the store returns an open downgrade for a day, and not before its start time", () => {
  const storage = memoryStorage();
  const store = createOpenDowngradeStore(() => storage);
  store.note(sentDowngrade);
  expect(store.find(7, 100 + day)).not.toBeNull();
  expect(store.find(7, 101 + day)).toBeNull();
  expect(store.find(7, 99)).toBeNull();
});

test.each([
  "nonsense",
  "[]",
  "7",
  JSON.stringify({ ...sentDowngrade, kind: "all" }),
  JSON.stringify({ ...sentDowngrade, startedAt: "yesterday" }),
  JSON.stringify({ ...sentDowngrade, userId: "7" }),
  JSON.stringify({ ...sentDowngrade, operation: { id: "4" } }),
  JSON.stringify({ ...sentDowngrade, operation: undefined }),
])("the stored text %s is not an open downgrade", (text) => {
  expect(createOpenDowngradeStore(() => memoryStorage(text)).find(null, 100)).toBeNull();
});

test("a browser without storage has no open downgrade", () => {
  const storeWithoutStorage = createOpenDowngradeStore(() => {
    throw new Error("no storage");
  });
  storeWithoutStorage.note(sentDowngrade);
  storeWithoutStorage.forget();
  expect(storeWithoutStorage.find(7, 100)).toBeNull();
});

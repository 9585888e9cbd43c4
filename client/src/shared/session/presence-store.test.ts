import { expect, test } from "vitest";
import { type Presence, presenceStore } from "./presence-store.ts";

const presence: Presence = { userId: 7, minutes: 15, activeAt: 1_000, leftAt: null, deadline: null };

function memoryStorage(initialItems: Record<string, string> = {}) {
  const items = new Map(Object.entries(initialItems));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const page = new EventTarget();

test("all tabs share the presence of one user", () => {
  const sharedStorage = memoryStorage();
  const [firstTab, secondTab] = [
    presenceStore(() => sharedStorage, page),
    presenceStore(() => sharedStorage, page),
  ];
  firstTab.write(presence);
  expect(secondTab.read(7)).toEqual(presence);
  expect(secondTab.read(8)).toBeNull();
  secondTab.write(null);
  expect(firstTab.read(7)).toBeNull();
});

test.each(["", "{", "null", '"text"', '{"userId":7}', '{"userId":7,"minutes":15,"activeAt":"now"}'])(
  "the stored text %j is not read as a presence",
  (text) => {
    expect(presenceStore(() => memoryStorage({ "daybook-presence": text }), page).read(7)).toBeNull();
  },
);

test("without storage, a tab remembers its own presence", () => {
  const store = presenceStore(() => {
    throw new Error("refused");
  }, page);
  expect(store.read(7)).toBeNull();
  store.write(presence);
  expect(store.read(7)).toEqual(presence);
});

test("when storage fails later, the tab remembers the latest presence itself", () => {
  const sharedStorage = memoryStorage();
  let isStorageFull = false;
  const store = presenceStore(
    () => ({
      ...sharedStorage,
      setItem: (key, value) => {
        if (isStorageFull) throw new Error("full");
        sharedStorage.setItem(key, value);
      },
    }),
    page,
  );
  store.write(presence);
  isStorageFull = true;
  store.write({ ...presence, activeAt: 2_000 });
  expect(store.read(7)?.activeAt).toBe(2_000);
});

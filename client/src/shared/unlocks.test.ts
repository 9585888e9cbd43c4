import { expect, test } from "vitest";
import { tabUnlocks, unlockHeader } from "./unlocks.ts";

/** The storage of one tab. */
function tabStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const secrets = { token: "token", draftKey: "draft key" };

test("what is unlocked survives a reload of the tab", () => {
  const storage = tabStorage();
  tabUnlocks(
    () => storage,
    () => 7,
  ).set(1, secrets);
  const reloaded = tabUnlocks(
    () => storage,
    () => 7,
  );
  expect([...reloaded]).toEqual([[1, secrets]]);
  expect(unlockHeader(reloaded)).toBe("token");
});

test("another tab has nothing unlocked", () => {
  const storage = tabStorage();
  tabUnlocks(
    () => storage,
    () => 7,
  ).set(1, secrets);
  expect([
    ...tabUnlocks(
      () => tabStorage(),
      () => 7,
    ),
  ]).toEqual([]);
});

test.each([8, null])("user %s gets no unlocks of the previous user, and they are removed", (userId) => {
  const storage = tabStorage();
  tabUnlocks(
    () => storage,
    () => 7,
  ).set(1, secrets);
  expect([
    ...tabUnlocks(
      () => storage,
      () => userId,
    ),
  ]).toEqual([]);
  expect([...storage.values]).toEqual([]);
});

test("locking and logging out leave nothing in the storage", () => {
  const storage = tabStorage();
  const unlocks = tabUnlocks(
    () => storage,
    () => 7,
  );
  unlocks.set(1, secrets).set(2, secrets).delete(1);
  expect(JSON.parse(storage.values.get("daybook-unlocks") ?? "")).toEqual({
    userId: 7,
    unlocked: [[2, secrets]],
  });
  unlocks.delete(2);
  expect([...storage.values]).toEqual([]);
  unlocks.set(1, secrets).clear();
  expect([...storage.values]).toEqual([]);
});

test("without storage, unlocks are kept in memory; invalid stored unlocks are ignored", () => {
  const refuseStorage = () => {
    throw new Error("storage is refused");
  };
  expect([...tabUnlocks(refuseStorage, () => 7).set(1, secrets)]).toEqual([[1, secrets]]);
  const storage = tabStorage();
  storage.values.set("daybook-unlocks", "{");
  expect([
    ...tabUnlocks(
      () => storage,
      () => 7,
    ),
  ]).toEqual([]);
});

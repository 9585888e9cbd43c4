import { expect, test } from "vitest";
import { forgetReloads, reloadOnce } from "./reload-once.ts";

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    length: 0,
    clear: () => values.clear(),
    key: () => null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

test("each cause reloads the page only once, and can do so again after a route has resolved", () => {
  const storage = memoryStorage();
  let reloads = 0;
  const reload = () => void (reloads += 1);
  reloadOnce("loader", () => storage, reload);
  reloadOnce("loader", () => storage, reload);
  expect(reloads).toBe(1);
  reloadOnce("preload", () => storage, reload);
  expect(reloads).toBe(2);
  forgetReloads(() => storage);
  reloadOnce("loader", () => storage, reload);
  expect(reloads).toBe(3);
});

test("when the browser refuses storage, the page does not reload itself", () => {
  const refuseStorage = () => {
    throw new Error("storage is refused");
  };
  let reloads = 0;
  forgetReloads(refuseStorage);
  reloadOnce("loader", refuseStorage, () => void (reloads += 1));
  expect(reloads).toBe(0);
});

import { expect, test } from "vitest";
import { runSavesBeforeLogout, registerSaveBeforeLogout } from "./save-before-logout.ts";

test("a log-out waits for a save, but at most two seconds", async () => {
  let resolve = () => {};
  const saved = new Promise<void>((done) => (resolve = done));
  const removeSave = registerSaveBeforeLogout(() => saved);
  const steps: string[] = [];
  const waiting = runSavesBeforeLogout(() => new Promise(() => {})).then(() => steps.push("log out"));
  await Promise.resolve();
  steps.push("saved");
  resolve();
  await waiting;
  expect(steps).toEqual(["saved", "log out"]);
  removeSave();

  const waits: number[] = [];
  const removeHangingSave = registerSaveBeforeLogout(() => new Promise(() => {}));
  await runSavesBeforeLogout(async (milliseconds) => void waits.push(milliseconds));
  expect(waits).toEqual([2_000]);
  removeHangingSave();
});

import { expect, test } from "vitest";
import { createAtom } from "./atom.ts";

test("listeners are called after every change until they unsubscribe", () => {
  const atom = createAtom("first");
  const seenValues: string[] = [];
  const stop = atom.subscribe(() => seenValues.push(atom.get()));
  atom.set("first");
  atom.set("second");
  stop();
  atom.set("third");
  expect(seenValues).toEqual(["second"]);
  expect(atom.get()).toBe("third");
});

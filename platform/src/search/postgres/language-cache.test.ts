import { expect, test } from "vitest";
import { createLanguageCache } from "./language-cache.ts";

const minute = 60_000;

function cacheOf(initialWords: Record<string, number>) {
  let now = 0;
  let reads = 0;
  let words = initialWords;
  const cache = createLanguageCache({ clock: { now: () => now } });
  const readWords = () => {
    reads += 1;
    return Promise.resolve(Object.entries(words).map(([word, entries]) => ({ word, entries })));
  };
  return {
    languages: () => cache.get(7, readWords),
    reads: () => reads,
    write: (newWords: Record<string, number>) => (words = newWords),
    advance: (ms: number) => (now += ms),
  };
}

test("the languages of somebody who has written much are read once in ten minutes", async () => {
  const person = cacheOf({ and: 400, the: 500 });
  expect(await person.languages()).toEqual(["english"]);
  person.write({ and: 400, und: 500, nicht: 400 });
  person.advance(10 * minute - 1);
  expect(await person.languages()).toEqual(["english"]);
  expect(person.reads()).toBe(1);
  person.advance(1);
  expect(await person.languages()).toEqual(["english", "german"]);
});

test("the languages of somebody who begins to write are read for every search", async () => {
  const person = cacheOf({});
  expect(await person.languages()).toEqual(["english"]);
  person.write({ und: 2, nicht: 1 });
  expect(await person.languages()).toEqual(["german"]);
});

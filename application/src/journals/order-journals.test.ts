import { expect, test } from "vitest";
import { orderJournals } from "./order-journals.ts";

const journal = (id: number, plaintextName: string, lastUpdate: string | null) => ({
  id,
  plaintextName,
  createdAt: `2026-11-0${id}T00:00:00.000Z`,
  lastUpdate,
});
const journals = [
  journal(1, "Travels 10", "2026-11-01T12:00:00.000Z"),
  journal(2, "Éclairs", null),
  journal(3, "Travels 9", "2026-11-20T00:00:00.000Z"),
  journal(4, "eclairs", "2026-11-20T00:00:00.000Z"),
];
const ids = (...args: Parameters<typeof orderJournals>) => orderJournals(...args).map(({ id }) => id);

test("by creation time, journals keep the order in which they are given", () => {
  expect(ids(journals, "created", [4])).toEqual([1, 2, 3, 4]);
});

test("journals are sorted by name; numbers compare by value, case and accents are ignored", () => {
  expect(ids(journals, "name", [])).toEqual([2, 4, 3, 1]);
});

test("journals are sorted by their last change, newest first; an unchanged journal counts by its creation time", () => {
  expect(ids(journals, "last_update", [])).toEqual([3, 4, 2, 1]);
});

test("journals are sorted in the custom order; journals without a place there come last, and unknown ids are skipped", () => {
  expect(ids(journals, "custom", [4, 99, 2])).toEqual([4, 2, 1, 3]);
});

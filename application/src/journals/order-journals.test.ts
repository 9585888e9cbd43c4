import { expect, test } from "vitest";
import { orderJournals } from "./order-journals.ts";

const journal = (id: number, clearName: string, lastUpdate: string | null) => ({
  id,
  clearName,
  createdAt: `2026-11-0${id}T00:00:00.000Z`,
  lastUpdate,
});
const journals = [
  journal(1, "Travels 10", "2026-11-09T00:00:00.000Z"),
  journal(2, "éclairs", null),
  journal(3, "Travels 9", "2026-11-20T00:00:00.000Z"),
  journal(4, "Zoo", "2026-11-20T00:00:00.000Z"),
];
const ids = (...of: Parameters<typeof orderJournals>) => orderJournals(...of).map(({ id }) => id);

test("as they were made", () => {
  expect(ids(journals, "created", [4])).toEqual([1, 2, 3, 4]);
});

test("by name, as people read numbers and accents", () => {
  expect(ids(journals, "name", [])).toEqual([2, 3, 1, 4]);
});

test("the latest change first; an untouched journal counts from its making", () => {
  expect(ids(journals, "last_update", [])).toEqual([3, 4, 1, 2]);
});

test("as arranged; what has no place comes last, and places of journals that are gone are passed over", () => {
  expect(ids(journals, "custom", [4, 99, 2])).toEqual([4, 2, 1, 3]);
});

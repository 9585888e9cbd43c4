import { expect, test } from "vitest";
import { dayPath, hasFilters, listPath, readListQuery } from "./list-path.ts";

const read = (query: string) => readListQuery(1, new URLSearchParams(query));

test("a URL is parsed to filters and written back", () => {
  for (const query of [
    "",
    "?view=trashed&page=3",
    "?view=starred&time=week&order=modified&tag=12",
    "?time=custom&timeStart=1660-01-01&timeEnd=1669-05-31",
    "?time=custom&timeStart=1660-01-01",
  ]) {
    expect(listPath(read(query))).toBe(`/journals/1/entries${query}`);
  }
});

test("invalid values are ignored", () => {
  const plainKey = { journalId: 1, view: "active", page: 1 };
  expect(read("page=0&view=all&time=decade&order=name&tag=snow")).toEqual(plainKey);
  expect(read("time=custom")).toEqual(plainKey);
  expect(read("time=custom&timeStart=1661-02-29&timeEnd=0000-01-01")).toEqual(plainKey);
  expect(read("timeStart=1660-01-01")).toEqual(plainKey);
});

test("a range whose start is after its end is put in order", () => {
  const range = { time: "custom", timeStart: "1660-01-01", timeEnd: "1660-02-01" };
  expect(read("time=custom&timeStart=1660-02-01&timeEnd=1660-01-01")).toMatchObject(range);
});

test("dayPath is the URL of a range of one day", () => {
  const range = { time: "custom", timeStart: "1660-01-01", timeEnd: "1660-01-01" };
  expect(read(dayPath(1, "1660-01-01").split("?")[1] ?? "")).toMatchObject(range);
});

test("times and tags are filters; the view, the sort order and the page are not", () => {
  expect(hasFilters(read("time=today"))).toBe(true);
  expect(hasFilters(read("tag=5"))).toBe(true);
  expect(hasFilters(read("view=starred&order=modified&page=2"))).toBe(false);
});

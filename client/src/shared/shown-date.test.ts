import { expect, test } from "vitest";
import { shownDate } from "./shown-date.ts";

const entry = { local_date: "1660-01-01", modified_at: "2026-11-20T12:00:00.000Z" };

test("a journal shows the entry date, the date of the last change, or none", () => {
  const createdDate = { day: "1660-01-01", words: "Thursday, January 1, 1660", isChange: false };
  expect(shownDate("created", entry, "dddd, MMMM D, YYYY")).toEqual(createdDate);
  expect(shownDate("modified", entry, "dddd, MMMM D, YYYY")).toEqual({
    day: "2026-11-20",
    words: "Friday, November 20, 2026",
    isChange: true,
  });
  expect(shownDate("none", entry, "dddd, MMMM D, YYYY")).toBeNull();
});

test("an unknown method or journal means the entry date", () => {
  expect(shownDate("seldom", entry, "ddd. M/D/YYYY")?.words).toBe("Thu. 1/1/1660");
  expect(shownDate(undefined, entry, "ddd. M/D/YYYY")?.day).toBe("1660-01-01");
});

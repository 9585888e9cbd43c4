import { expect, test } from "vitest";
import { displayDate } from "./display-date.ts";

const entry = { local_date: "1660-01-01", modified_at: "2026-11-20T12:00:00.000Z" };

test("a journal shows the entry date, the date of the last change, or none", () => {
  const createdDate = { day: "1660-01-01", text: "Thursday, January 1, 1660", isChange: false };
  expect(displayDate("created", entry, "dddd, MMMM D, YYYY")).toEqual(createdDate);
  expect(displayDate("modified", entry, "dddd, MMMM D, YYYY")).toEqual({
    day: "2026-11-20",
    text: "Friday, November 20, 2026",
    isChange: true,
  });
  expect(displayDate("none", entry, "dddd, MMMM D, YYYY")).toBeNull();
});

test("with an unknown method, or without one, the entry date is shown", () => {
  expect(displayDate("seldom", entry, "ddd. M/D/YYYY")?.text).toBe("Thu. 1/1/1660");
  expect(displayDate(undefined, entry, "ddd. M/D/YYYY")?.day).toBe("1660-01-01");
});

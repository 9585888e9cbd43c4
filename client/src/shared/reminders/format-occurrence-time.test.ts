import { dateFormats } from "@daybook/domain/contract/settings-values";
import { expect, test } from "vitest";
import { formatOccurrenceTime } from "./format-occurrence-time.ts";

const instant = new Date("2026-11-23T12:00:00.000Z");

test("the time of an occurrence is written in the given time zone", () => {
  const inZone = (zone: string) => {
    const { day, time } = formatOccurrenceTime(instant, zone, "M/D/YYYY");
    return `${day} at ${time}`;
  };
  expect(inZone("America/New_York")).toBe("Monday, November 23 at 7:00 am");
  expect(inZone("Asia/Kathmandu")).toBe("Monday, November 23 at 5:45 pm");
  expect(inZone("Pacific/Apia")).toBe("Tuesday, November 24 at 1:00 am");
  expect(inZone("UTC")).toBe("Monday, November 23 at noon");
});

test("midnight belongs to the day that begins", () => {
  expect(formatOccurrenceTime(new Date("2026-11-23T00:00:00.000Z"), "UTC", "M/D/YYYY")).toEqual({
    day: "Monday, November 23",
    time: "12:00 am",
  });
});

test("day and month are in the order of the user's date format", () => {
  const dayFirst = dateFormats.filter(
    (format) => formatOccurrenceTime(instant, "UTC", format).day === "Monday, 23 November",
  );
  expect(dayFirst).toEqual(["ddd. D/M/YYYY", "D/M/YYYY", "dddd, D MMMM YYYY", "D MMMM YYYY"]);
});

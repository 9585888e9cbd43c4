import { expect, test } from "vitest";
import { allTimeZones, readableZone, timeIn, findZone } from "./time-zones.ts";

test("every zone is listed once, also UTC", () => {
  const zones = allTimeZones();
  expect(zones.length).toBeGreaterThan(300);
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones).toContain("UTC");
  expect(zones).toContain("Europe/Amsterdam");
});

test.each([
  ["Europe/Amsterdam", "Europe/Amsterdam"],
  ["  europe/amsterdam ", "Europe/Amsterdam"],
  ["America/New York", "America/New_York"],
  ["america/new_york", "America/New_York"],
  ["new york", "America/New_York"],
  ["Tokyo", "Asia/Tokyo"],
  ["utc", "UTC"],
  ["US/Pacific", "US/Pacific"],
  ["", null],
  ["Atlantis", null],
  ["Europe/Atlantis", null],
  ["Europe", null],
])("findZone(%j) returns %j", (typedText, zone) => {
  expect(findZone(typedText)).toBe(zone);
});

test("a city that is in two zones is not accepted", () => {
  expect(findZone("Berlin", ["Europe/Berlin", "America/Berlin"])).toBeNull();
});

test("zone names have spaces, and times have the UTC offset", () => {
  const now = Date.parse("2026-07-01T08:42:00.000Z");
  expect(readableZone("America/New_York")).toBe("America/New York");
  expect(timeIn("Europe/Amsterdam", now)).toBe("10:42 (GMT+2)");
  expect(timeIn("Asia/Kathmandu", now)).toBe("14:27 (GMT+5:45)");
});

test("an unsupported zone has no time", () => {
  expect(timeIn("Nowhere/At_All", 0)).toBe("");
});

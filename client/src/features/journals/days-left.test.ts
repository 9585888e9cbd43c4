import { expect, test } from "vitest";
import { daysLeft } from "./days-left.ts";

const trashedAt = "2026-11-01T12:00:00.000Z";
const daysLeftAt = (now: string) => daysLeft(trashedAt, Date.parse(now));

test("the days left in the trash fall from thirty to zero, rounded up; without a date, thirty are left", () => {
  expect(daysLeftAt("2026-11-01T12:00:00.000Z")).toBe(30);
  expect(daysLeftAt("2026-11-01T12:00:01.000Z")).toBe(30);
  expect(daysLeftAt("2026-11-02T12:00:00.000Z")).toBe(29);
  expect(daysLeftAt("2026-12-01T11:59:00.000Z")).toBe(1);
  expect(daysLeftAt("2026-12-01T12:00:00.000Z")).toBe(0);
  expect(daysLeftAt("2027-01-01T00:00:00.000Z")).toBe(0);
  expect(daysLeft(null, Date.parse(trashedAt))).toBe(30);
});

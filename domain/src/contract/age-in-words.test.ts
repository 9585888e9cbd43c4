import { expect, it } from "vitest";
import { ageInWords } from "./age-in-words.ts";

it.each([
  ["2025-11-22", "2026-11-22", "a year ago"],
  ["2025-11-23", "2026-11-22", "11 months ago"],
  ["1660-01-11", "2026-11-22", "366 years ago"],
  ["2024-02-29", "2026-02-28", "2 years ago"],
  ["2024-02-29", "2028-02-28", "3 years ago"],
  ["2024-02-29", "2028-02-29", "4 years ago"],
  ["2026-10-22", "2026-11-22", "a month ago"],
  ["2026-10-31", "2026-11-30", "a month ago"],
  ["2026-10-23", "2026-11-22", "30 days ago"],
  ["2026-11-21", "2026-11-22", "a day ago"],
])("%s, seen on %s, is %s", (localDate, today, expected) => {
  expect(ageInWords(localDate, today)).toBe(expected);
});

import { expect, test } from "vitest";
import { isoInstant } from "./read-types.ts";

test.each([
  ["1660-01-11 00:00:00+00", "1660-01-11T00:00:00.000Z"],
  ["0001-01-01 00:00:00+00", "0001-01-01T00:00:00.000Z"],
  ["2026-11-20 10:42:00.5+00", "2026-11-20T10:42:00.500Z"],
  ["2026-11-20 10:42:00.123456+00", "2026-11-20T10:42:00.123Z"],
  ["9999-12-31 23:59:59.999+00", "9999-12-31T23:59:59.999Z"],
])("%s is read as %s", (text, iso) => {
  expect(isoInstant(text)).toBe(iso);
});

test.each(["2026-11-20 10:42:00+01", "0001-01-01 00:00:00+00 BC", "infinity"])("%s is refused", (text) => {
  expect(() => isoInstant(text)).toThrow("UTC");
});

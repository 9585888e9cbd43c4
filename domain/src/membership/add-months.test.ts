import fc from "fast-check";
import { expect, it } from "vitest";
import { addMonths } from "./add-months.ts";

it.each([
  ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
  ["2028-02-29T23:59:59.999Z", 12, "2029-02-28T23:59:59.999Z"],
  ["2028-02-29T00:00:00.000Z", 48, "2032-02-29T00:00:00.000Z"],
  ["2026-12-31T00:00:00.000Z", 2, "2027-02-28T00:00:00.000Z"],
  ["2026-11-22T08:30:00.000Z", 60, "2031-11-22T08:30:00.000Z"],
])("%s plus %i months is %s", (start, months, end) => expect(addMonths(start, months)).toBe(end));

it("each added month gives a later day, at the same time of day", () => {
  const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 60 }), (date, months) => {
      const start = date.toISOString();
      const end = addMonths(start, months);
      expect(end > start && addMonths(start, months + 1) > end).toBe(true);
      expect(end.slice(10)).toBe(start.slice(10));
    }),
  );
});

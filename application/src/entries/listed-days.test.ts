import { describe, expect, it } from "vitest";
import { listedDays } from "./listed-days.ts";

const now = "2026-03-31T23:30:00.000Z";

describe("days of time filters", () => {
  it("the time filter 'all' does not limit the days of a list", () => {
    expect(listedDays({ time: "all" }, now, "UTC")).toBeUndefined();
  });

  it.each([
    ["today", { from: "2026-03-31", to: "2026-03-31" }],
    ["week", { from: "2026-03-25", to: "2026-03-31" }],
    ["month", { from: "2026-02-28", to: "2026-03-31" }],
    ["year", { from: "2025-03-31", to: "2026-03-31" }],
  ] as const)("the days of the time filter '%s' end today", (time, days) => {
    expect(listedDays({ time }, now, "UTC")).toEqual(days);
  });

  it("the time filter 'today' means the day in the reader's time zone", () => {
    expect(listedDays({ time: "today" }, now, "Asia/Tokyo")).toEqual({
      from: "2026-04-01",
      to: "2026-04-01",
    });
  });

  const custom = (timeStart?: string, timeEnd?: string) =>
    listedDays({ time: "custom", timeStart, timeEnd }, now, "Asia/Tokyo");

  it("a custom filter with a start, an end or both gives the requested days", () => {
    expect(custom("1660-01-01", "1660-12-31")).toEqual({ from: "1660-01-01", to: "1660-12-31" });
    expect(custom("1660-01-01")).toEqual({ from: "1660-01-01", to: undefined });
    expect(custom(undefined, now)).toEqual({ from: undefined, to: "2026-04-01" });
  });

  it("a custom filter with neither a start nor an end, or with the end before the start, is refused", () => {
    expect(custom()).toHaveProperty("code", "invalid");
    expect(custom("1661-01-01", "1660-01-01")).toHaveProperty("fields.timeStart");
  });
});

import { describe, expect, it } from "vitest";
import { entryDate, localDateAt } from "./entry-dates.ts";

const now = { createdAt: "2026-11-20T23:30:00.000Z", localDate: "2026-11-20", timezone: "Europe/London" };

describe("the local date of an instant", () => {
  it.each([
    ["Europe/London", "2026-11-20"],
    ["Asia/Tokyo", "2026-11-21"],
    ["America/Los_Angeles", "2026-11-20"],
    ["Pacific/Kiritimati", "2026-11-21"],
  ])("in %s is %s", (timezone, date) => {
    expect(localDateAt(now.createdAt, timezone)).toBe(date);
  });
});

it.each([
  ["0001-01-01T00:00:00.000Z", "America/New_York", "0001-01-01"],
  ["9999-12-31T23:30:00.000Z", "Asia/Tokyo", "9999-12-31"],
])("the local date of %s in %s is in the years 1 to 9999", (instant, timezone, date) => {
  expect(localDateAt(instant, timezone)).toBe(date);
});

describe("an entry's date", () => {
  it("is now by default", () => {
    expect(entryDate({}, now)).toEqual(now);
  });

  it("is the sent local date, whatever the instant is", () => {
    const input = {
      created: "2026-01-01T00:00:00.000Z",
      localDate: "1660-01-11",
      timezone: "Asia/Tokyo",
    };
    expect(entryDate(input, now)).toEqual({
      createdAt: "2026-01-01T00:00:00.000Z",
      localDate: "1660-01-11",
      timezone: "Asia/Tokyo",
    });
  });

  it("is computed from the instant in the writer's time zone when only the instant is sent", () => {
    const sentInstant = "2026-11-20T23:40:00.000Z";
    expect(entryDate({ created: sentInstant, timezone: "Asia/Tokyo" }, now).localDate).toBe("2026-11-21");
  });

  it("is the sent date, whatever the time zone, when only a date is sent", () => {
    expect(entryDate({ created: "1660-01-11", timezone: "America/Los_Angeles" }, now)).toEqual({
      createdAt: "1660-01-11T00:00:00.000Z",
      localDate: "1660-01-11",
      timezone: "America/Los_Angeles",
    });
  });

  it("is computed from an instant at midnight UTC too, which is not taken for a date", () => {
    const sentInstant = "2026-11-21T00:00:00.000Z";
    expect(entryDate({ created: sentInstant, timezone: "America/New_York" }, now).localDate).toBe(
      "2026-11-20",
    );
  });

  it("does not change when the same instant is sent back", () => {
    const currentDate = {
      createdAt: "2026-11-20T23:30:00.000Z",
      localDate: "1660-01-11",
      timezone: "Asia/Tokyo",
    };
    expect(entryDate({ created: currentDate.createdAt }, currentDate)).toEqual(currentDate);
    const travelling = { created: currentDate.createdAt, timezone: "America/New_York" };
    expect(entryDate(travelling, currentDate)).toEqual({ ...currentDate, timezone: "America/New_York" });
  });

  it("does not change when the same instant is sent back in whole seconds", () => {
    const currentDate = { ...now, createdAt: "2026-11-20T23:30:00.417Z", localDate: "2026-11-21" };
    expect(entryDate({ created: "2026-11-20T23:30:00.000Z" }, currentDate)).toEqual(currentDate);
  });

  it.each([
    ["1660-01-11", "1660-01-11T23:30:00.000Z"],
    ["2026-11-20", "2026-11-20T23:30:00.000Z"],
    ["9999-12-31", "9999-12-31T23:30:00.000Z"],
  ])("keeps its time of day when the entry is moved to %s", (localDate, createdAt) => {
    expect(entryDate({ localDate }, now)).toEqual({ ...now, localDate, createdAt });
  });

  it("keeps its time of day when the entry is moved to another day, even if its date differs from the date in UTC", () => {
    const tokyo = { createdAt: "2026-11-20T23:30:00.000Z", localDate: "2026-11-21", timezone: "Asia/Tokyo" };
    expect(entryDate({ localDate: "1660-02-29" }, tokyo).createdAt).toBe("1660-02-28T23:30:00.000Z");
  });

  it("becomes midnight when the instant would be before the year 1 or after the year 9999", () => {
    const tokyo = { createdAt: "2026-11-20T23:30:00.000Z", localDate: "2026-11-21", timezone: "Asia/Tokyo" };
    expect(entryDate({ localDate: "0001-01-01" }, tokyo).createdAt).toBe("0001-01-01T00:00:00.000Z");
    const newYork = {
      createdAt: "2026-11-21T05:30:00.000Z",
      localDate: "2026-11-20",
      timezone: "America/New_York",
    };
    expect(entryDate({ localDate: "9999-12-31" }, newYork).createdAt).toBe("9999-12-31T00:00:00.000Z");
  });

  it("gets an instant on the new day when the entry is moved, even if the old instant was in another year than the old date", () => {
    const farDate = { ...now, localDate: "1660-01-11" };
    expect(entryDate({ localDate: "1660-01-12" }, farDate).createdAt).toBe("1660-01-12T23:30:00.000Z");
  });
});

import { describe, expect, it } from "vitest";
import { entryDate, localDateAt } from "./entry-dates.ts";

const now = { createdAt: "2026-11-20T23:30:00.000Z", localDate: "2026-11-20", timezone: "Europe/London" };

describe("local dates", () => {
  it.each([
    ["Europe/London", "2026-11-20"],
    ["Asia/Tokyo", "2026-11-21"],
    ["America/Los_Angeles", "2026-11-20"],
    ["Pacific/Kiritimati", "2026-11-21"],
  ])("in the time zone %s, the local date of 23:30 UTC on 2026-11-20 is %s", (timezone, date) => {
    expect(localDateAt(now.createdAt, timezone)).toBe(date);
  });
});

it.each([
  ["0001-01-01T00:00:00.000Z", "America/New_York", "0001-01-01"],
  ["9999-12-31T23:30:00.000Z", "Asia/Tokyo", "9999-12-31"],
])("the local date of %s in %s is in the years 1 to 9999", (instant, timezone, date) => {
  expect(localDateAt(instant, timezone)).toBe(date);
});

describe("the date of an entry", () => {
  it("an entry's date is now by default", () => {
    expect(entryDate({}, now)).toEqual(now);
  });

  it("a sent local date becomes the entry's date, whatever the sent instant is", () => {
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

  it("when only an instant is sent, the local date is computed in the writer's time zone", () => {
    const sentInstant = "2026-11-20T23:40:00.000Z";
    expect(entryDate({ created: sentInstant, timezone: "Asia/Tokyo" }, now).localDate).toBe("2026-11-21");
  });

  it("a date that is sent alone becomes the entry's date, whatever the time zone", () => {
    expect(entryDate({ created: "1660-01-11", timezone: "America/Los_Angeles" }, now)).toEqual({
      createdAt: "1660-01-11T00:00:00.000Z",
      localDate: "1660-01-11",
      timezone: "America/Los_Angeles",
    });
  });

  it("a sent instant at midnight UTC is not taken for a date without a time", () => {
    const sentInstant = "2026-11-21T00:00:00.000Z";
    expect(entryDate({ created: sentInstant, timezone: "America/New_York" }, now).localDate).toBe(
      "2026-11-20",
    );
  });

  it("an entry's date does not change when the same instant is sent back", () => {
    const currentDate = {
      createdAt: "2026-11-20T23:30:00.000Z",
      localDate: "1660-01-11",
      timezone: "Asia/Tokyo",
    };
    expect(entryDate({ created: currentDate.createdAt }, currentDate)).toEqual(currentDate);
    const travelling = { created: currentDate.createdAt, timezone: "America/New_York" };
    expect(entryDate(travelling, currentDate)).toEqual({ ...currentDate, timezone: "America/New_York" });
  });

  it("an entry's date does not change when the same instant is sent back in whole seconds", () => {
    const currentDate = { ...now, createdAt: "2026-11-20T23:30:00.417Z", localDate: "2026-11-21" };
    expect(entryDate({ created: "2026-11-20T23:30:00.000Z" }, currentDate)).toEqual(currentDate);
  });

  it.each([
    ["1660-01-11", "1660-01-11T23:30:00.000Z"],
    ["2026-11-20", "2026-11-20T23:30:00.000Z"],
    ["9999-12-31", "9999-12-31T23:30:00.000Z"],
  ])("an entry keeps its time of day when it is moved to %s", (localDate, createdAt) => {
    expect(entryDate({ localDate }, now)).toEqual({ ...now, localDate, createdAt });
  });

  it("a moved entry keeps its time of day, even if its local date differs from the date in UTC", () => {
    const tokyo = { createdAt: "2026-11-20T23:30:00.000Z", localDate: "2026-11-21", timezone: "Asia/Tokyo" };
    expect(entryDate({ localDate: "1660-02-29" }, tokyo).createdAt).toBe("1660-02-28T23:30:00.000Z");
  });

  it("the instant of a moved entry becomes midnight UTC instead of leaving the years 1 to 9999", () => {
    const tokyo = { createdAt: "2026-11-20T23:30:00.000Z", localDate: "2026-11-21", timezone: "Asia/Tokyo" };
    expect(entryDate({ localDate: "0001-01-01" }, tokyo).createdAt).toBe("0001-01-01T00:00:00.000Z");
    const newYork = {
      createdAt: "2026-11-21T05:30:00.000Z",
      localDate: "2026-11-20",
      timezone: "America/New_York",
    };
    expect(entryDate({ localDate: "9999-12-31" }, newYork).createdAt).toBe("9999-12-31T00:00:00.000Z");
  });

  it("a moved entry gets an instant on the new day, even if instant and date were in different years before", () => {
    const farDate = { ...now, localDate: "1660-01-11" };
    expect(entryDate({ localDate: "1660-01-12" }, farDate).createdAt).toBe("1660-01-12T23:30:00.000Z");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DayInput, Email, InstantInput, isLocalDate, isTimeZone, LocalDate, TimeZone } from "./values.ts";

describe("instants", () => {
  it.each([
    ["2026-11-20T10:42:00.000Z", "2026-11-20T10:42:00.000Z"],
    ["2026-11-20T10:42:00+02:00", "2026-11-20T08:42:00.000Z"],
    ["0050-01-01 10:00Z", "0050-01-01T10:00:00.000Z"],
    ["1660-01-11", "1660-01-11T00:00:00.000Z"],
    ["0001-01-01", "0001-01-01T00:00:00.000Z"],
    [0, "1970-01-01T00:00:00.000Z"],
    [-9781084800, "1660-01-19T00:00:00.000Z"],
    ["1700000000", "2023-11-14T22:13:20.000Z"],
  ])("the input %s is read as the instant %s", (input, instant) => {
    expect(InstantInput.parse(input)).toBe(instant);
  });

  it.each(["", "yesterday", "2026-02-30", "2026-13-01T00:00:00Z", "2026-11-20T10:42:00", 1e300, Number.NaN])(
    "the input %s is refused as an instant",
    (input) => {
      expect(InstantInput.safeParse(input).success).toBe(false);
    },
  );
});

describe("days that do not exist", () => {
  it.each([
    ["1660-02-30", "There is no February 30, 1660. That month has 29 days."],
    ["1661-02-29T10:00:00Z", "There is no February 29, 1661. That month has 28 days."],
    ["2026-04-00", "There is no April 0, 2026. That month has 30 days."],
    ["2026-13-01", "There is no month 13. A year has 12."],
    ["0000-01-01", "There is no year 0. Years begin with 1."],
  ])("the day of %s, which does not exist, is refused with a specific message", (text, sentence) => {
    for (const schema of [DayInput, InstantInput, LocalDate]) {
      expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([sentence]);
    }
  });

  it("input that is not a date, or has a time that does not exist, is refused as not a date", () => {
    const messageOf = (value: unknown) => DayInput.safeParse(value).error?.issues[0]?.message;
    expect(["yesterday", "2026-11-20T25:00:00Z", "16600-01-01", true].map(messageOf)).toEqual(
      Array.from({ length: 4 }, () => "This is not a date."),
    );
  });
});

describe("local dates", () => {
  it("a local date that does not exist is refused", () => {
    expect(isLocalDate("1660-02-29")).toBe(true);
    expect(isLocalDate("1661-02-29")).toBe(false);
    expect(isLocalDate("0000-01-01")).toBe(false);
    expect(isLocalDate("26-1-1")).toBe(false);
  });

  it("every day of the years 1 to 9999 is accepted as a local date", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("0001-01-01T00:00:00Z"),
          max: new Date("9999-12-31T00:00:00Z"),
          noInvalidDate: true,
        }),
        (date) => isLocalDate(date.toISOString().slice(0, 10)),
      ),
    );
  });
});

describe("time zones", () => {
  it("only a time zone that the runtime knows is accepted", () => {
    expect(isTimeZone("Europe/London")).toBe(true);
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(TimeZone.safeParse("x".repeat(1000)).success).toBe(false);
  });
});

describe("e-mail addresses", () => {
  it("an e-mail address is trimmed, and refused when it is too long or not an address", () => {
    expect(Email.parse("  sam@example.com ")).toBe("sam@example.com");
    expect(Email.safeParse(`${"a".repeat(250)}@example.com`).success).toBe(false);
    expect(Email.safeParse("sam").success).toBe(false);
  });
});

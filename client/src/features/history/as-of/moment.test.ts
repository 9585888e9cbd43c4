import { describe, expect, test } from "vitest";
import { dayBefore, readMoment } from "./moment.ts";

describe("moments in the URL", () => {
  test("the moment of a day in the URL is the end of that day on this device's calendar", () => {
    const moment = readMoment("2026-11-20");
    expect(moment).toEqual({
      text: "2026-11-20",
      at: new Date(new Date(2026, 10, 21).getTime() - 1).toISOString(),
      day: "2026-11-20",
      isDay: true,
    });
  });

  test("the moment in the URL can be an instant", () => {
    expect(readMoment("2026-11-20T10:42:00.000Z")).toMatchObject({
      at: "2026-11-20T10:42:00.000Z",
      isDay: false,
    });
  });

  test.each([null, "", "yesterday", "2026-02-30", "2026-13-01", "2026-11-20T99:00Z", "2026-02-30T10:00Z"])(
    "the moment %j in the URL is invalid",
    (text) => expect(readMoment(text)).toBeNull(),
  );
});

test("dayBefore counts days and months back, and uses the last day of a shorter month", () => {
  const now = new Date(2026, 4, 31, 12).getTime();
  expect(dayBefore(now, { days: 1 })).toBe("2026-05-30");
  expect(dayBefore(now, { days: 7 })).toBe("2026-05-24");
  expect(dayBefore(now, { months: 1 })).toBe("2026-04-30");
  expect(dayBefore(now, { months: 12 })).toBe("2025-05-31");
});

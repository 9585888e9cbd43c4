import { expect, test } from "vitest";
import { EventTooLarge } from "./event-store.ts";
import { serialiseEvents } from "./serialise-events.ts";
import { testEvent } from "../testing/test-events.ts";

const limit = 1024 * 1024;

/** An event whose data and metadata have exactly this many bytes of JSON. */
function eventOf(bytes: number) {
  const event = testEvent("");
  const overhead = JSON.stringify(event.data).length + JSON.stringify(event.meta).length;
  return { ...event, data: "x".repeat(bytes - overhead) };
}

test("an append of exactly 1 MiB is accepted, and one byte more is refused", () => {
  expect(serialiseEvents([eventOf(limit)]).bytes).toBe(limit);
  expect(() => serialiseEvents([eventOf(limit + 1)])).toThrow(EventTooLarge);
});

test("the limit applies to the total size of all events of an append", () => {
  expect(serialiseEvents([eventOf(limit / 2), eventOf(limit / 2)]).bytes).toBe(limit);
  expect(() => serialiseEvents([eventOf(limit / 2), eventOf(limit / 2 + 1)])).toThrow(EventTooLarge);
});

test("sizes are counted in bytes of UTF-8", () => {
  const { bytes } = serialiseEvents([testEvent("é")]);
  expect(bytes - serialiseEvents([testEvent("e")]).bytes).toBe(1);
});

test("an append without events is a programming error", () => {
  expect(() => serialiseEvents([])).toThrow(RangeError);
});

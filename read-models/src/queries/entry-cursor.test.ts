import { isRejection } from "@daybook/domain/kernel/rejection";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCursor, writeCursor } from "./entry-cursor.ts";

const instants = fc
  .date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());
const cursors = fc.record({
  order: fc.constantFrom("created" as const, "modified" as const),
  at: instants,
  id: fc.maxSafeNat().map((id) => Math.max(1, id)),
});

test("a cursor is decoded to the same values, and is safe in a URL", () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const cursorText = writeCursor(cursor);
      expect(cursorText).toMatch(/^[\w-]+$/);
      expect(readCursor(cursorText, cursor.order)).toEqual(cursor);
    }),
  );
});

test("a cursor of another order is refused", () => {
  const cursorText = writeCursor({ order: "created", at: "1660-01-11T00:00:00.000Z", id: 1 });
  expect(readCursor(cursorText, "modified")).toEqual({
    rejected: true,
    code: "invalid",
    message: "This cursor is not valid for this list. Start again from the first page.",
    fields: { cursor: "This cursor is not valid for this list. Start again from the first page." },
  });
});

const encode = (text: string) => Buffer.from(text).toString("base64url");

test.each([
  "",
  "nonsense",
  "🙂",
  encode("created 1660-01-11T00:00:00.000Z"),
  encode("created 1660-13-11T00:00:00.000Z 1"),
  encode("created 1660-02-30T00:00:00.000Z 1"),
  encode("created 0000-01-01T00:00:00.000Z 1"),
  encode("created 1660-01-11T00:00:00.000Z 0"),
  encode("created 1660-01-11T00:00:00.000Z 9999999999999999"),
  encode("created 1660-01-11T00:00:00.000Z 1 OR true"),
])("the cursor %j is refused", (cursorText) => {
  expect(isRejection(readCursor(cursorText, "created"))).toBe(true);
});

test("any text that is not a cursor is refused without an exception", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isRejection(readCursor(text, "created"))).toBe(true);
    }),
  );
});

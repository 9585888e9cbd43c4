import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIdSource, Id, IdText, makeId, idForAttempt } from "./ids.ts";

describe("ids", () => {
  it("ids are positive, below 2^53, and rise with time", () => {
    const instant = fc.integer({ min: Date.UTC(2020, 0, 2), max: Date.UTC(2089, 0, 1) });
    fc.assert(
      fc.property(instant, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (now, random) => {
        const id = makeId(now, random);
        expect(Id.safeParse(id).success).toBe(true);
        expect(IdText.parse(String(id))).toBe(id);
        expect(makeId(now + 1, 0)).toBeGreaterThan(id);
      }),
    );
  });

  it("ids of different attempts differ and have the same time", () => {
    const firstId = makeId(Date.UTC(2026, 10, 20), 0.999);
    const triedIds = Array.from({ length: 100 }, (_, attempt) => idForAttempt(firstId, attempt));
    expect(new Set(triedIds).size).toBe(100);
    expect(new Set(triedIds.map((id) => Math.floor(id / 4096))).size).toBe(1);
  });

  it("ids of one source never repeat, even when many are made in one millisecond", () => {
    const nextId = createIdSource({ now: () => Date.UTC(2026, 10, 20) }, () => 0.5);
    const ids = Array.from({ length: 3_000 }, nextId);
    expect(new Set(ids).size).toBe(3_000);
  });

  it.each(["", "0", "-1", "1.5", "abc", "9007199254740993", "1e3", " 1"])(
    "the text %j is not read as an id",
    (text) => {
      expect(IdText.safeParse(text).success).toBe(false);
    },
  );
});

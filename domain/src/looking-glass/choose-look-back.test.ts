import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chooseLookBack,
  anniversaryDays,
  type LookBackCandidate,
  minLookBackDays,
  newestLookBackDate,
} from "./choose-look-back.ts";

const dayMs = 86_400_000;
const dateAt = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const lastDay = dayOf("2032-12-31");

const entry = (
  entryId: number,
  localDate: string,
  shownFields: Partial<LookBackCandidate> = {},
): LookBackCandidate => ({ entryId, localDate, shownOn: null, round: 0, ...shownFields });

/** Shows one entry on each of the days, and returns the ids. */
function showOn(days: readonly number[], entries: readonly LookBackCandidate[]): (number | null)[] {
  let candidates = [...entries];
  return days.map((day) => {
    const choice = chooseLookBack(candidates, dateAt(day));
    if (!choice) return null;
    const shownFields = { shownOn: dateAt(day), round: choice.round };
    candidates = candidates.map((candidate) =>
      candidate.entryId === choice.entryId ? { ...candidate, ...shownFields } : candidate,
    );
    return choice.entryId;
  });
}

const someDay = fc.integer({ min: dayOf("2000-01-01"), max: lastDay });
const diary = (oldestDay: number, newestDay: number, maxLength = 40) =>
  fc
    .array(fc.integer({ min: oldestDay, max: newestDay }), { maxLength })
    .map((days) => days.map((day, index) => entry(index + 1, dateAt(day))));

describe("choosing a look-back", () => {
  it("the look-back is an entry of this day in an earlier year, if there is one", () => {
    const entries = [entry(1, "2019-03-01"), entry(2, "2021-11-22"), entry(3, "2026-11-22")];
    expect(chooseLookBack(entries, "2026-11-22")).toEqual({
      entryId: 2,
      reason: "on_this_day",
      round: 1,
    });
  });

  it("without an entry of this day, the look-back is the entry that was shown longest ago", () => {
    const entries = [
      entry(1, "2020-01-01", { shownOn: "2026-11-01", round: 1 }),
      entry(2, "2022-01-01", { shownOn: "2026-10-01", round: 1 }),
      entry(3, "2026-11-01"),
    ];
    expect(chooseLookBack(entries, "2026-11-22")).toEqual({ entryId: 2, reason: "long_ago", round: 2 });
    expect(chooseLookBack(entries.slice(2), "2026-11-22")).toBeNull();
  });

  it("the look-back stays the same for the whole day", () => {
    const entries = [entry(1, "2020-01-01", { shownOn: "2026-11-22", round: 3 }), entry(2, "2021-11-22")];
    expect(chooseLookBack(entries, "2026-11-22")).toEqual({ entryId: 1, reason: "long_ago", round: 3 });
  });

  it("on 28 February, an entry of 29 February is of this day, unless the year has a 29 February", () => {
    const leapDayEntry = entry(1, "2024-02-29");
    const olderEntry = entry(2, "2019-05-05");
    const reasonOn = (today: string) => chooseLookBack([leapDayEntry, olderEntry], today)?.reason;
    expect(reasonOn("2026-02-28")).toBe("on_this_day");
    expect(reasonOn("2028-02-28")).toBe("long_ago");
    expect(reasonOn("2028-02-29")).toBe("on_this_day");
    expect(reasonOn("2026-03-01")).toBe("long_ago");
    expect(anniversaryDays("2100-02-28")).toEqual(["02-28", "02-29"]);
    expect(anniversaryDays("2000-02-28")).toEqual(["02-28"]);
  });

  it("there is no look-back exactly when no entry is at least 30 days old", () => {
    fc.assert(
      fc.property(someDay, diary(dayOf("1999-01-01"), lastDay), (today, entries) => {
        const hasOldEntry = entries.some(({ localDate }) => today - dayOf(localDate) >= minLookBackDays);
        const choice = chooseLookBack(entries, dateAt(today));
        expect(choice !== null).toBe(hasOldEntry);
        const chosenEntry = entries.find(({ entryId }) => entryId === choice?.entryId);
        if (chosenEntry) expect(chosenEntry.localDate <= newestLookBackDate(dateAt(today))).toBe(true);
      }),
    );
  });

  it("the look-back does not depend on the order of the candidates", () => {
    const shuffled = diary(dayOf("1999-01-01"), lastDay).chain((entries) =>
      fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
      ),
    );
    fc.assert(
      fc.property(someDay, shuffled, (today, [entries, shuffledEntries]) => {
        expect(chooseLookBack(shuffledEntries, dateAt(today))).toEqual(
          chooseLookBack(entries, dateAt(today)),
        );
      }),
    );
  });

  it("each entry is the look-back once before any comes again, and none comes twice in a row", () => {
    const startDay = dayOf("2026-01-01");
    fc.assert(
      fc.property(
        diary(dayOf("2015-01-01"), startDay - minLookBackDays, 25),
        fc.integer({ min: 1, max: 9 }),
        (entries, step) => {
          const count = Math.max(1, entries.length);
          const days = Array.from({ length: count * 3 }, (_, index) => startDay + index * step);
          const shownIds = showOn(days, entries);
          for (let round = 0; round < 3; round++) {
            const idsOfRound = shownIds.slice(round * count, (round + 1) * count);
            expect(new Set(idsOfRound).size).toBe(count);
          }
          if (count > 1) {
            for (const [index, id] of shownIds.entries()) expect(id).not.toBe(shownIds[index + 1]);
          }
        },
      ),
    );
  });

  it("the look-back is not the entry that was shown last, when others can be shown again", () => {
    const shownAgainEntry = entry(1, "2020-01-01", { shownOn: "2026-01-01", round: 5 });
    const lastShownEntry = entry(2, "2021-01-01", { shownOn: "2026-11-15", round: 1 });
    expect(chooseLookBack([shownAgainEntry, lastShownEntry], "2026-11-22")?.entryId).toBe(1);
  });

  it("while no entry was shown yet, the look-back is an entry of this day, if there is one", () => {
    fc.assert(
      fc.property(someDay, diary(dayOf("1999-01-01"), lastDay), (today, entries) => {
        const newestDate = newestLookBackDate(dateAt(today));
        const days = anniversaryDays(dateAt(today));
        const isOfThisDay = ({ localDate }: LookBackCandidate) =>
          localDate <= newestDate && days.includes(localDate.slice(5));
        // There is always at least one entry that is old enough.
        const oldEntry = entry(999, "1998-07-07");
        const choice = chooseLookBack([...entries, oldEntry], dateAt(today));
        expect(choice?.reason === "on_this_day").toBe(entries.some(isOfThisDay) || isOfThisDay(oldEntry));
      }),
    );
  });

  it("a new or restored entry is shown in the current round, and only once", () => {
    const shownEntries = [1, 2, 3].map((id) =>
      entry(id, `2020-01-0${id}`, { shownOn: `2026-01-0${id}`, round: 4 }),
    );
    const days = [0, 1, 2, 3].map((week) => dayOf("2026-11-20") + week * 7);
    const newEntry = entry(9, "2026-05-05");
    const restoredEntry = { ...newEntry, shownOn: "2025-01-01", round: 1 };
    for (const addedEntry of [newEntry, restoredEntry]) {
      expect(showOn(days, [...shownEntries, addedEntry])).toEqual([9, 1, 2, 3]);
    }
  });
});

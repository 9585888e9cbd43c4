import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../kernel/decider.ts";
import { isRejection } from "../kernel/rejection.ts";
import { sampleIds } from "../kernel/sample-values.ts";
import { entryDecider } from "./decider.ts";
import type { EntryCommand } from "./entry.ts";
import type { EntryEvent } from "./events.ts";
import { entrySamples } from "./samples.ts";

const {
  EntryCreated,
  EntryErased,
  EntryMoved,
  EntryRestored,
  EntryRevised,
  EntryStarred,
  EntryThemed,
  EntryTrashed,
} = entrySamples;

describe("for any sequence of saves, stars, themes, moves, restores and deletions", () => {
  const anyContentTag = fc.constantFrom("a", "b", "c");
  const content = fc
    .tuple(anyContentTag, fc.integer({ min: 1, max: 1_000_000 }))
    .map(([contentTag, versionId]) => ({ ...EntryRevised.data, contentTag, versionId }));
  const command: fc.Arbitrary<EntryCommand> = fc.oneof(
    content.map((data) => ({ type: "CreateEntry", data: { ...EntryCreated.data, ...data } }) as const),
    fc
      .tuple(content, fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }))
      .map(([data, base]) => ({ type: "ReviseEntry", data, base }) as const),
    fc.boolean().map((starred) => ({ type: "StarEntry", data: EntryStarred.data, starred }) as const),
    fc.constant({ type: "TrashEntry", data: EntryTrashed.data } as const),
    fc.constant({
      type: "RestoreEntry",
      data: EntryRestored.data,
      expectedJournalId: sampleIds.journal,
    } as const),
    fc.constant({ type: "MoveEntry", data: EntryMoved.data } as const),
    fc.constant({ type: "ThemeEntry", data: EntryThemed.data } as const),
    fc.constant({ type: "EraseEntry", data: EntryErased.data } as const),
  );

  it("the revision is the number of saved texts, and a repeated command appends nothing", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        const log: EntryEvent[] = [];
        for (const nextCommand of commands) {
          const decision = entryDecider.decide(nextCommand, fold(entryDecider, log));
          if (isRejection(decision)) continue;
          log.push(...decision);
          const repeatDecision = entryDecider.decide(nextCommand, fold(entryDecider, log));
          expect(isRejection(repeatDecision) ? [] : repeatDecision).toEqual([]);
        }
        const savedTexts = log.filter(({ type }) => type === "EntryCreated" || type === "EntryRevised");
        expect(fold(entryDecider, log).revision).toBe(savedTexts.length);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../kernel/decider.ts";
import { specify } from "../kernel/given-when-then.ts";
import { isRejection } from "../kernel/rejection.ts";
import { sampleIds, sampleTime } from "../kernel/sample-values.ts";
import { type EntryCommand, entryDecider } from "./decider.ts";
import type { EntryEvent } from "./events.ts";
import { entrySamples as samples } from "./samples.ts";

const given = specify(entryDecider);
const {
  EntryCreated,
  EntryRevised,
  EntryVersionRestored,
  EntryRedated,
  EntryStarred,
  EntryUnstarred,
  EntryTrashed,
  EntryRestored,
  EntryErased,
} = samples;

describe("an entry", () => {
  it("is created once; an id that is taken is refused", () => {
    given().when({ type: "CreateEntry", data: EntryCreated.data }).then(EntryCreated);
    given(EntryCreated).when({ type: "CreateEntry", data: EntryCreated.data }).thenRejected("id_taken");
  });

  it("is revised on the revision its writer read, named by number or by time", () => {
    const revise = { type: "ReviseEntry", data: EntryRevised.data } as const;
    given(EntryCreated)
      .when({ ...revise, base: 1 })
      .then(EntryRevised);
    given(EntryCreated)
      .when({ ...revise, base: EntryCreated.data.at })
      .then(EntryRevised);
    given(EntryCreated)
      .when({ ...revise, base: undefined })
      .then(EntryRevised);
  });

  it("refuses an edit of an older text", () => {
    const later = { ...EntryRevised.data, contentTag: "another", at: sampleTime(30) };
    given(EntryCreated, EntryRevised)
      .when({ type: "ReviseEntry", data: later, base: 1 })
      .thenRejected("revision_conflict");
    given(EntryCreated, EntryRevised)
      .when({ type: "ReviseEntry", data: later, base: EntryCreated.data.at })
      .thenRejected("revision_conflict");
  });

  it("never calls equal content a conflict", () => {
    given(EntryCreated, EntryRevised)
      .when({ type: "ReviseEntry", data: EntryRevised.data, base: 1 })
      .thenNothing();
  });

  it("counts saves only: a star or a new date leaves the revision alone", () => {
    const revise = { type: "ReviseEntry", data: EntryRevised.data, base: 1 } as const;
    given(EntryCreated, EntryStarred, EntryRedated, EntryUnstarred).when(revise).then(EntryRevised);
  });

  it("is starred and unstarred once each", () => {
    const star = { type: "StarEntry", data: EntryStarred.data, starred: true } as const;
    given(EntryCreated).when(star).then(EntryStarred);
    given(EntryCreated, EntryStarred).when(star).thenNothing();
    given(EntryCreated, EntryStarred)
      .when({ type: "StarEntry", data: EntryUnstarred.data, starred: false })
      .then(EntryUnstarred);
  });

  it("is dated anew, and keeps quiet about the date it has", () => {
    const redate = { type: "RedateEntry", data: EntryRedated.data } as const;
    given(EntryCreated).when(redate).then(EntryRedated);
    given(EntryCreated, EntryRedated).when(redate).thenNothing();
  });

  it("takes no change in the trash, and does again when restored", () => {
    const revise = { type: "ReviseEntry", data: EntryRevised.data, base: 1 } as const;
    given(EntryCreated).when({ type: "TrashEntry", data: EntryTrashed.data }).then(EntryTrashed);
    given(EntryCreated, EntryTrashed).when({ type: "TrashEntry", data: EntryTrashed.data }).thenNothing();
    given(EntryCreated, EntryTrashed).when(revise).thenRejected("entry_trashed");
    given(EntryCreated, EntryTrashed)
      .when({ type: "RestoreEntry", data: EntryRestored.data })
      .then(EntryRestored);
    given(EntryCreated).when({ type: "RestoreEntry", data: EntryRestored.data }).thenNothing();
    given(EntryCreated, EntryTrashed, EntryRestored).when(revise).then(EntryRevised);
  });

  it("restores one of its own versions as the newest", () => {
    const restore = { type: "RestoreVersion", data: EntryVersionRestored.data } as const;
    given(EntryCreated, EntryRevised).when(restore).then(EntryVersionRestored);
    given(EntryCreated).when(restore).thenNothing();
    given(EntryCreated, EntryRevised)
      .when({ ...restore, data: { ...restore.data, restoredVersionId: sampleIds.version + 99 } })
      .thenRejected("not_found");
  });

  it("is erased once, from wherever it is, and is gone after that", () => {
    const erase = { type: "EraseEntry", data: EntryErased.data } as const;
    given(EntryCreated).when(erase).then(EntryErased);
    given(EntryCreated, EntryTrashed).when(erase).then(EntryErased);
    given(EntryCreated, EntryErased).when(erase).thenNothing();
    given(EntryCreated, EntryErased)
      .when({ type: "ReviseEntry", data: EntryRevised.data, base: undefined })
      .thenRejected("not_found");
    given(EntryCreated, EntryErased)
      .when({ type: "RestoreEntry", data: EntryRestored.data })
      .thenRejected("not_found");
  });

  it("that never was cannot be touched", () => {
    given().when({ type: "TrashEntry", data: EntryTrashed.data }).thenRejected("not_found");
    given().when({ type: "EraseEntry", data: EntryErased.data }).thenRejected("not_found");
  });
});

describe("for any sequence of commands", () => {
  const tag = fc.constantFrom("a", "b", "c");
  const content = fc
    .tuple(tag, fc.integer({ min: 1, max: 1_000_000 }))
    .map(([contentTag, versionId]) => ({ ...EntryRevised.data, contentTag, versionId }));
  const command: fc.Arbitrary<EntryCommand> = fc.oneof(
    content.map((data) => ({ type: "CreateEntry", data: { ...EntryCreated.data, ...data } }) as const),
    fc
      .tuple(content, fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }))
      .map(([data, base]) => ({ type: "ReviseEntry", data, base }) as const),
    fc.boolean().map((starred) => ({ type: "StarEntry", data: EntryStarred.data, starred }) as const),
    fc.constant({ type: "TrashEntry", data: EntryTrashed.data } as const),
    fc.constant({ type: "RestoreEntry", data: EntryRestored.data } as const),
    fc.constant({ type: "EraseEntry", data: EntryErased.data } as const),
  );

  it("the revision is the number of saved texts, and a repeated command appends nothing", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        const log: EntryEvent[] = [];
        for (const next of commands) {
          const outcome = entryDecider.decide(next, fold(entryDecider, log));
          if (isRejection(outcome)) continue;
          log.push(...outcome);
          const again = entryDecider.decide(next, fold(entryDecider, log));
          expect(isRejection(again) ? [] : again).toEqual([]);
        }
        const saved = log.filter(({ type }) => type === "EntryCreated" || type === "EntryRevised");
        expect(fold(entryDecider, log).revision).toBe(saved.length);
      }),
    );
  });
});

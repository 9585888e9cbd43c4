import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryEvent } from "@daybook/domain/entry/events";
import { fold } from "@daybook/domain/kernel/decider";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { entriesAsOf, entriesTrashedSince } from "@daybook/read-models/queries/as-of";
import { sampleIds } from "@daybook/domain/kernel/sample-values";
import { transaction } from "@daybook/platform/postgres/pool";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entryVersions } from "../entry-versions/projection.ts";
import { applyEvents } from "../live/apply-batch.ts";
import { timeAtMinute } from "../testing/diary-events.ts";
import { logOf } from "../testing/memory-tables.ts";
import { createProjectionDatabase, type ProjectionDatabase } from "../testing/projection-database.ts";
import { diaryActions, writeDiary } from "../testing/random-diary.ts";
import { entryPage } from "./projection.ts";
import { isFullMatrix } from "@daybook/platform/testing/matrix";

let database: ProjectionDatabase;

beforeAll(async () => {
  database = await createProjectionDatabase();
});
afterAll(() => database.close());

/** A journal's active entries at a moment, from a replay of the log, in list order. Leaves out entries that were erased later. */
function replayEntries(log: readonly EntryEvent[], journalId: number, at: string) {
  const ids = [...new Set(log.map(({ data }) => data.entryId))];
  const isErased = (id: number) =>
    log.some((event) => event.type === "EntryErased" && event.data.entryId === id);
  return ids
    .filter((id) => !isErased(id))
    .map((id) => {
      const eventsUntil = log.filter(({ data }) => data.entryId === id && data.at <= at);
      return { id, ...fold(entryDecider, eventsUntil) };
    })
    .filter((entry) => entry.status === "active" && entry.journalId === journalId)
    .map(({ id, journalId: journal, starred, createdAt, localDate, wordCount, revision, modifiedAt }) => ({
      id,
      journalId: journal,
      starred,
      createdAt,
      localDate,
      wordCount,
      revision,
      modifiedAt,
    }))
    .toSorted((a, b) => (a.createdAt === b.createdAt ? b.id - a.id : a.createdAt < b.createdAt ? 1 : -1));
}

test("a journal's entries at a past moment equal a replay of the log until then, and those trashed since are found", async () => {
  let firstId = 1;
  await fc.assert(
    fc.asyncProperty(
      diaryActions,
      fc.nat({ max: 100 }),
      fc.integer({ min: 1, max: 3 }),
      async (actions, instantIndex, limit) => {
        firstId += 10;
        const { log, endMinute } = writeDiary(actions, firstId);
        await transaction(database.pool, async (client) => {
          await applyEvents(client, entryPage, logOf(...log));
          await applyEvents(client, entryVersions, logOf(...log));
        });
        const at = timeAtMinute(instantIndex % (endMinute + 2));
        for (const journalId of [firstId, firstId + 1, firstId + 2]) {
          const expectedEntries = replayEntries(log, journalId, at);
          const actualEntries: typeof expectedEntries = [];
          let cursor: string | undefined;
          do {
            const page = await entriesAsOf(database.pool, { journalId, at, dir: "desc", limit, cursor });
            if (isRejection(page)) throw new Error(page.message);
            for (const { id, journalId: journal, starred, createdAt, localDate, ...rest } of page.entries) {
              const { wordCount, revision, modifiedAt } = rest;
              actualEntries.push({
                id,
                journalId: journal,
                starred,
                createdAt,
                localDate,
                wordCount,
                revision,
                modifiedAt,
              });
            }
            cursor = page.nextCursor ?? undefined;
          } while (cursor !== undefined);
          expect(actualEntries).toEqual(expectedEntries);

          const trashedIds = new Set(
            expectedEntries
              .map(({ id }) => id)
              .filter((id) => {
                const currentEntry = fold(
                  entryDecider,
                  log.filter(({ data }) => data.entryId === id),
                );
                return currentEntry.status === "trashed";
              }),
          );
          const trashedEntries = await entriesTrashedSince(database.pool, sampleIds.account, journalId, at);
          expect(new Set(trashedEntries.map(({ id }) => id))).toEqual(trashedIds);
        }
      },
    ),
    { numRuns: isFullMatrix ? 150 : 50 },
  );
});

import type { BodyOf, QueryOf, Reply } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { expect } from "vitest";
import { ok } from "../answers.ts";
import type { RunningDaybook } from "./shared-daybook.ts";

/** Creates a person with PRO and two journals, and returns functions for their entries. */
export async function newDiarist(daybook: RunningDaybook) {
  const person: RemoteDaybook = await daybook.newPerson();
  await daybook.grant(person, { level: "pro", years: 1 });
  const firstJournalId = ok(await person.call("listJournals")).journals[0]?.journal.id ?? 0;
  const secondJournalId = ok(await person.call("createJournal", { body: { name: "Second" } })).journal.id;
  const inJournal = (journalId: number) => ({ params: { journalId: String(journalId) } });
  const inEntry = (journalId: number, entryId: number) => ({
    params: { journalId: String(journalId), entryId: String(entryId) },
  });

  return {
    person,
    firstJournalId,
    secondJournalId,
    inJournal,
    inEntry,
    write: async (body: BodyOf<"createEntry"> = {}, journalId = firstJournalId) =>
      ok(await person.call("createEntry", { ...inJournal(journalId), body })).entry,
    /** Writes several entries concurrently. Returns their ids in the order of their dates. */
    async writeMany(count: number, journalId = firstJournalId): Promise<number[]> {
      const ids: number[] = [];
      let next = 0;
      const writer = async () => {
        for (let index = next++; index < count; index = next++) {
          const created_at = new Date(Date.UTC(1660, 0, 1) + index * 60_000).toISOString();
          const body = { title: `entry ${index}`, richtext_body: `<p>${index}</p>`, created_at };
          ids[index] = ok(await person.call("createEntry", { ...inJournal(journalId), body })).entry.id;
        }
      };
      await Promise.all(Array.from({ length: 16 }, writer));
      return ids;
    },
    list: async (journalId = firstJournalId, query: QueryOf<"listEntries"> = {}) =>
      ok(await person.call("listEntries", { ...inJournal(journalId), query })).entries.map(
        ({ entry }) => entry.id,
      ),
    asOf: async (journalId: number, moment: string, query: Partial<QueryOf<"listEntriesAsOf">> = {}) =>
      ok(
        await person.call("listEntriesAsOf", { ...inJournal(journalId), query: { at: moment, ...query } }),
      ).entries.map(({ entry }) => entry),
    read: async (journalId: number, entryId: number) =>
      ok(await person.call("getEntry", inEntry(journalId, entryId))).entry,
    trash: async (ids: readonly number[], journalId = firstJournalId) =>
      ok(await person.call("deleteEntries", { ...inJournal(journalId), body: { entry_ids: [...ids] } })),
    /** The ids of the parent keys of these entries' keys. */
    async parentKeyIdsOf(ids: readonly number[]): Promise<Set<string>> {
      const { rows } = await daybook.platform.pools.durable.query<{ parent: string }>(
        "SELECT parent_id AS parent FROM vault.keys WHERE id = ANY ($1::text[])",
        [ids.map((id) => `entry-${id}`)],
      );
      expect(rows).toHaveLength(ids.length);
      return new Set(rows.map(({ parent }) => parent));
    },
    /** Waits until an operation has ended, and returns it. */
    async waitForOperation(id: number): Promise<Reply<"getOperation">["operation"]> {
      const readOperation = async () =>
        ok(await person.call("getOperation", { params: { operationId: String(id) } })).operation;
      await expect
        .poll(async () => (await readOperation()).status, { timeout: 60_000, interval: 50 })
        .not.toBe("running");
      return readOperation();
    },
  };
}

/** See {@link newDiarist}. */
export type Diarist = Awaited<ReturnType<typeof newDiarist>>;

import type { BodyOf, QueryOf, Reply } from "@daybook/domain/contract/contract";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteAnswer, RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { expect } from "vitest";
import type { RunningDaybook } from "./shared-daybook.ts";

/** The body of a successful answer. Throws for a refusal. */
export function ok<N extends CallName>(answer: RemoteAnswer<N>): Exclude<Reply<N>, null> {
  if (!answer.ok) throw new Error(`${answer.status} ${answer.body.code}: ${answer.body.error}`);
  return answer.body;
}

/** A person with two journals, and shortcuts for their entries. */
export async function newDiarist(daybook: RunningDaybook) {
  const person: RemoteDaybook = await daybook.newPerson();
  await daybook.grant(person, { level: "pro", years: 1 });
  const first = ok(await person.call("listJournals")).journals[0]?.journal.id ?? 0;
  const second = ok(await person.call("createJournal", { body: { name: "Second" } })).journal.id;
  const at = (journalId: number) => ({ params: { journalId: String(journalId) } });
  const entryAt = (journalId: number, entryId: number) => ({
    params: { journalId: String(journalId), entryId: String(entryId) },
  });

  return {
    person,
    first,
    second,
    at,
    entryAt,
    write: async (body: BodyOf<"createEntry"> = {}, journalId = first) =>
      ok(await person.call("createEntry", { ...at(journalId), body })).entry,
    /** Writes several entries concurrently. Returns their ids in the order of their dates. */
    async writeMany(count: number, journalId = first): Promise<number[]> {
      const ids: number[] = [];
      let next = 0;
      const writer = async () => {
        for (let n = next++; n < count; n = next++) {
          const created_at = new Date(Date.UTC(1660, 0, 1) + n * 60_000).toISOString();
          const body = { title: `entry ${n}`, richtext_body: `<p>${n}</p>`, created_at };
          ids[n] = ok(await person.call("createEntry", { ...at(journalId), body })).entry.id;
        }
      };
      await Promise.all(Array.from({ length: 16 }, writer));
      return ids;
    },
    list: async (journalId = first, query: QueryOf<"listEntries"> = {}) =>
      ok(await person.call("listEntries", { ...at(journalId), query })).entries.map(({ entry }) => entry.id),
    asOf: async (journalId: number, moment: string, query: Partial<QueryOf<"listEntriesAsOf">> = {}) =>
      ok(
        await person.call("listEntriesAsOf", { ...at(journalId), query: { at: moment, ...query } }),
      ).entries.map(({ entry }) => entry),
    read: async (journalId: number, entryId: number) =>
      ok(await person.call("getEntry", entryAt(journalId, entryId))).entry,
    trash: async (ids: readonly number[], journalId = first) =>
      ok(await person.call("deleteEntries", { ...at(journalId), body: { entry_ids: [...ids] } })),
    /** The parent keys of these entries' keys. */
    async parentsOf(ids: readonly number[]): Promise<Set<string>> {
      const { rows } = await daybook.platform.pools.durable.query<{ parent: string }>(
        "SELECT parent_id AS parent FROM vault.keys WHERE id = ANY ($1::text[])",
        [ids.map((id) => `entry-${id}`)],
      );
      expect(rows).toHaveLength(ids.length);
      return new Set(rows.map(({ parent }) => parent));
    },
    /** Waits until an operation has ended, and returns it. */
    async ended(id: number): Promise<Reply<"getOperation">["operation"]> {
      const find = async () =>
        ok(await person.call("getOperation", { params: { operationId: String(id) } })).operation;
      await expect
        .poll(async () => (await find()).status, { timeout: 60_000, interval: 50 })
        .not.toBe("running");
      return find();
    },
  };
}

/** See {@link newDiarist}. */
export type Diarist = Awaited<ReturnType<typeof newDiarist>>;

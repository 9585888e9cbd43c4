import type { QueryOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { expect, vi } from "vitest";
import { ok } from "../answers.ts";

type Query = QueryOf<"search">;

/** The answer to a search, with plain lists of entries and tags. */
export async function search(person: RemoteDaybook, query: Query) {
  const reply = ok(await person.call("search", { query }));
  return {
    ...reply,
    entries: reply.entries.map(({ entry }) => entry),
    tags: reply.tags.map(({ tag }) => tag),
  };
}
/** The ids of the entries on the first page. */
export const searchIds = async (person: RemoteDaybook, query: Query): Promise<number[]> =>
  (await search(person, query)).entries.map(({ id }) => id);

/** Waits until a search finds exactly these entries. This takes under a second, but longer on a busy machine. */
export async function expectFound(
  person: RemoteDaybook,
  query: Query,
  expected: readonly number[],
): Promise<void> {
  const expectedIds = expected.toSorted((a, b) => a - b);
  const expectResults = async (): Promise<void> => {
    expect((await searchIds(person, query)).toSorted((a, b) => a - b)).toEqual(expectedIds);
  };
  await vi.waitFor(expectResults, { timeout: 60_000, interval: 25 });
}

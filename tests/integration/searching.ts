import type { QueryOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { expect, vi } from "vitest";
import { ok } from "./diarist.ts";

type Query = QueryOf<"search">;

/** What a search answers, with its lists unwrapped. */
export async function search(person: RemoteDaybook, query: Query) {
  const found = ok(await person.call("search", { query }));
  return {
    ...found,
    entries: found.entries.map(({ entry }) => entry),
    tags: found.tags.map(({ tag }) => tag),
  };
}
/** The entries of its first page. */
export const ids = async (person: RemoteDaybook, query: Query): Promise<number[]> =>
  (await search(person, query)).entries.map(({ id }) => id);

/** Waits until a search finds just these, as it must within a second; a busy machine gets more. */
export async function finds(person: RemoteDaybook, query: Query, expected: readonly number[]): Promise<void> {
  const sorted = expected.toSorted((a, b) => a - b);
  const look = async (): Promise<void> => {
    expect((await ids(person, query)).toSorted((a, b) => a - b)).toEqual(sorted);
  };
  await vi.waitFor(look, { timeout: 20_000, interval: 25 });
}

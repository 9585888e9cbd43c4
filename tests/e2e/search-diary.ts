import type { QueryOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { expect } from "../fixtures.ts";
import type { Diary } from "./diary.ts";

/** Searches through the API. */
export const searchAs = async ({ remote }: { remote: RemoteDaybook }, query: QueryOf<"search">) =>
  ok(await remote.call("search", { query }));

/** Waits until a search finds this many entries. */
export async function waitUntilFound(
  user: { remote: RemoteDaybook },
  query: QueryOf<"search">,
  total = 1,
): Promise<void> {
  await expect.poll(async () => (await searchAs(user, query)).total_entries).toBe(total);
}

/**
 * Writes twelve entries about the great fire, and one more without a title. Tags the first three, and the one without a
 * title. Returns when a search finds them all.
 *
 * @returns the ids of the twelve entries
 */
export async function writeFireEntries(diary: Diary): Promise<number[]> {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const day = String(index + 2).padStart(2, "0");
      const words = `The fire went on, and we carried the plate to Bethnal Green on day ${index + 1}.`;
      return (await diary.writeOn(`1666-09-${day}`, `Fire, day ${index + 1}`, words)).id;
    }),
  );
  const untitled = await diary.write("", {
    richtext_body: "<p>Café &lt;b&gt;noir&lt;/b&gt; &amp; fire by the river.</p>",
    local_date: "2026-11-20",
    created_at: "2026-11-20T10:42:00.000Z",
  });
  await diary.tag("fire of London", ids.slice(0, 3));
  await diary.tag("at sea", [untitled.id]);
  await Promise.all([
    waitUntilFound(diary, { query: "fire" }, 13),
    waitUntilFound(diary, { tag: "fire of London" }, 3),
    waitUntilFound(diary, { tag: "at sea" }),
  ]);
  return ids;
}

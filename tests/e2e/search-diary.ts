import type { QueryOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import type { Diary } from "./diary.ts";
import { must } from "./test-users.ts";

/** What a search finds for somebody, through the API. */
export const searchOf = async ({ remote }: { remote: RemoteDaybook }, query: QueryOf<"search">) =>
  must(await remote.call("search", { query }));

/** Waits until a search finds this many entries. */
export async function untilFound(
  somebody: { remote: RemoteDaybook },
  query: QueryOf<"search">,
  total = 1,
): Promise<void> {
  await expect.poll(async () => (await searchOf(somebody, query)).total_entries).toBe(total);
}

/**
 * Writes twelve days of the great fire, the first three of which are tagged, and an entry without a title. Returns once a
 * search finds them.
 *
 * @returns the ids of the twelve days
 */
export async function writeFire(diary: Diary): Promise<number[]> {
  const days = await Promise.all(
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
  await diary.tag("fire of London", days.slice(0, 3));
  await diary.tag("at sea", [untitled.id]);
  await Promise.all([
    untilFound(diary, { query: "fire" }, 13),
    untilFound(diary, { tag: "fire of London" }, 3),
    untilFound(diary, { tag: "at sea" }),
  ]);
  return days;
}

/** Records the searches of a page. It can also hold them back, or answer them with a 503. */
export async function watchSearches(page: Page) {
  const searchRequests: URLSearchParams[] = [];
  let isDown = false;
  let wait: Promise<void> = Promise.resolve();
  await page.route("**/api/search?**", async (route) => {
    searchRequests.push(new URL(route.request().url()).searchParams);
    await wait;
    if (!isDown) return route.continue().catch(() => {});
    const json = {
      error: "Daybook cannot do this right now. Nothing is lost; please try again.",
      code: "unavailable",
    };
    return route.fulfill({ status: 503, headers: { "Retry-After": "2" }, json });
  });
  return {
    /** the queries that the page sent, in order */
    queries: () => searchRequests.map((query) => query.get("query")),
    last: () => searchRequests.at(-1) ?? new URLSearchParams(),
    failSearches: () => void (isDown = true),
    restoreSearches: () => void (isDown = false),
    /** Holds back all searches until the returned function is called. */
    hold(): () => void {
      let release = (): void => {};
      wait = new Promise<void>((resolve) => (release = resolve));
      return release;
    },
  };
}

import type { Application } from "@daybook/application/application";
import { searchDiary } from "@daybook/application/search/search-diary";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Mount } from "../http/mount.ts";
import { presentSearch } from "../presenters/search.ts";

/** The search in the actor's own entries and tags. */
export function mountSearch(mount: Mount, app: Application): void {
  mount("search", async ({ query, ...context }) => {
    const { query: text, journal: journalId, tag: tagName, field, order, page } = query;
    const result = await searchDiary(app, context, { text, journalId, tagName, field, order, page });
    return isRejection(result) ? result : { status: 200, body: presentSearch(result) };
  });
}

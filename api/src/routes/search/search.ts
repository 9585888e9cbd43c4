import { tierAt } from "@daybook/domain/account/tier";
import { paging } from "@daybook/domain/contract/bounds";
import type { FoundEntry } from "@daybook/domain/contract/search";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { correctedText } from "@daybook/platform/search/correct-query";
import { parseQuery, type SearchTerm } from "@daybook/platform/search/parse-query";
import type { SearchResult } from "@daybook/platform/search/search-index";
import type { Actor, Call } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { type SearchScope, searchScope } from "../../policies/search-scope.ts";
import { loadAccount } from "../account/change-account.ts";
import { presentFound } from "./found-entries.ts";
import { countTags, mostTags, readTagNames, tagNamed, tagsLike } from "./found-tags.ts";

/** How often a page is looked for anew, because something on it was gone or locked since it was indexed. */
const attempts = 4;

type Asked = {
  readonly terms: readonly SearchTerm[];
  readonly tagId: number | null;
  readonly query: Call<"search">["query"];
};

/** What was found of entries; `terms` as they were put right for it. */
type Found = Pick<SearchResult, "total" | "terms" | "corrections"> & { readonly entries: FoundEntry[] };

const nothing: Found = { total: 0, terms: [], corrections: [], entries: [] };

/**
 * A page of entries, none of which is gone or hidden by now. What the index has wrong is left out and looked past, so that
 * the page is full and the total tells nothing of it.
 */
async function findEntries(
  deps: ApiDeps,
  actor: Actor,
  scope: SearchScope,
  { terms, tagId, query }: Asked,
): Promise<Found> {
  const limit = paging.searchPerPage;
  const withoutIds: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const found = await deps.search.find({
      userId: actor.userId,
      terms,
      tagId,
      journalIds: [...scope.journals.keys()],
      closedJournalIds: scope.closedJournalIds,
      closedEntryIds: scope.closedEntryIds,
      withoutIds,
      order: query.order,
      limit,
      offset: (query.page - 1) * limit,
    });
    const shown = await presentFound(deps, actor, scope, found.ids, { terms: found.terms, tagId });
    const missing = found.ids.filter((id) => !shown.has(id));
    if (missing.length === 0 || attempt === attempts) {
      const entries = found.ids.flatMap((id) => shown.get(id) ?? []);
      const total = found.total - missing.length;
      return { total, entries, terms: found.terms, corrections: total > 0 ? found.corrections : [] };
    }
    withoutIds.push(...missing);
  }
}

/** The search over one's own entries and tags. What is looked for is logged nowhere. */
export function mountSearch(mount: Mount, deps: ApiDeps): void {
  mount("search", async ({ actor, act, query: given }) => {
    const { membership } = await loadAccount(deps, actor.userId);
    const isPaid = tierAt(membership, act.at) !== "free";
    const query = isPaid ? given : { ...given, journal: undefined, field: "everything" as const };
    const scope = await searchScope(deps, actor, query.journal);
    if (isRejection(scope)) return scope;
    const terms = parseQuery(query.query);
    const names = await readTagNames(deps, actor.userId);
    const tag = query.tag === undefined ? null : tagNamed(names, query.tag);
    const isAsked = (terms.length > 0 || tag !== null) && (query.tag === undefined || tag !== null);
    const wantsEntries = isAsked && query.field !== "tags" && scope.journals.size > 0;
    const found = wantsEntries
      ? await findEntries(deps, actor, scope, { terms, tagId: tag?.id ?? null, query })
      : nothing;
    // What a word was put right to is told, so its tags are too.
    const meant = found.corrections.length > 0 ? [terms, found.terms] : [terms];
    const like = query.field === "entries" ? [] : meant.flatMap((each) => tagsLike(names, each));
    const tags = await countTags(deps, actor, [...new Set(like)].slice(0, mostTags));
    return {
      status: 200,
      // What is found now may be locked when it would be repeated.
      unkept: true,
      body: {
        total_entries: found.total,
        page: query.page,
        entries: found.entries.map((entry) => ({ entry })),
        tags: tags.map((one) => ({ tag: one })),
        corrected_query: correctedText(query.query, found.corrections),
      },
    };
  });
}

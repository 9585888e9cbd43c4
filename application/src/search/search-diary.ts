import { tierAt } from "@daybook/domain/account/tier";
import type { SearchField, SearchOrder } from "@daybook/domain/contract/search";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { correctedText } from "@daybook/platform/search/text/correct-query";
import { parseQuery } from "@daybook/platform/search/text/parse-query";
import { findSearchScope } from "../access/search-scope.ts";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import type { TagView } from "../tags/tag-view.ts";
import { type EntryHit, findEntries, noEntries } from "./find-entries.ts";
import { countEntriesOfTags, findTagByName, loadTagNames, matchTags, maxTagHits } from "./find-tags.ts";

/** What to search, as the person typed and chose it. */
export type DiaryQuery = {
  readonly text: string;
  /** Ignored for a free account, like `field`. */
  readonly journalId: number | undefined;
  readonly field: SearchField;
  readonly order: SearchOrder;
  /** The name of a tag; only entries with it are found. */
  readonly tagName: string | undefined;
  /** From 1. */
  readonly page: number;
};

/** A page of entries, and the tags that match the text. */
export type SearchView = {
  /** Entries on all pages. */
  readonly totalEntries: number;
  readonly page: number;
  readonly entries: readonly EntryHit[];
  readonly tags: readonly TagView[];
  /** The text with the spelling corrections that found entries; `null` without any. */
  readonly correctedText: string | null;
  /** False when the entries have only some of the words of the text, because none has all. */
  readonly hasAllWords: boolean;
};

/** Searches the actor's own entries and tags. The text of a query is never logged. */
export async function searchDiary(
  app: Application,
  { actor, command }: Pick<Context, "actor" | "command">,
  query: DiaryQuery,
): Promise<SearchView | Refusal> {
  const { membership } = await loadAccount(app, actor.userId);
  const isPaid = tierAt(membership, command.at) !== "free";
  const field = isPaid ? query.field : "everything";
  const scope = await findSearchScope(app, actor, isPaid ? query.journalId : undefined);
  if (isRejection(scope)) return scope;
  const terms = parseQuery(query.text);
  const tagNames = await loadTagNames(app, actor.userId);
  const tag = query.tagName === undefined ? null : findTagByName(tagNames, query.tagName);
  const isTagUnknown = query.tagName !== undefined && tag === null;
  const hasCriteria = (terms.length > 0 || tag !== null) && !isTagUnknown;
  const canFindEntries = hasCriteria && field !== "tags" && scope.journals.size > 0;
  const { order, page } = query;
  const entryPage = canFindEntries
    ? await findEntries(app, actor, scope, { terms, tagId: tag?.id ?? null, order, page })
    : noEntries;
  // The reply shows the corrected words, so tags that match those are listed too.
  const spellings = entryPage.corrections.length > 0 ? [terms, entryPage.terms] : [terms];
  const matchingTags =
    field === "entries" ? [] : spellings.flatMap((spelling) => matchTags(tagNames, spelling));
  return {
    totalEntries: entryPage.total,
    page,
    entries: entryPage.entries,
    tags: await countEntriesOfTags(app, actor, [...new Set(matchingTags)].slice(0, maxTagHits)),
    correctedText: correctedText(query.text, entryPage.corrections),
    hasAllWords: entryPage.total === 0 || entryPage.hasAllWords,
  };
}

import { Tag } from "lucide-react";
import { Link } from "react-router";
import { Pager } from "../../shared/ui/pager.tsx";
import { highlightQueryOf } from "./highlight-query.ts";
import { SearchResult } from "./search-result.tsx";
import styles from "./results.module.css";
import { searchText } from "./search-text.ts";
import { pageCountOf, type SearchKey, searchPath, type SearchState } from "./search-path.ts";
import type { SearchReply } from "./search.store.ts";

/** The found tags, each with a link to its entries. */
function Tags({ tags, state }: { tags: SearchReply["tags"]; state: SearchState }) {
  return (
    <section aria-labelledby="tags-found">
      <h2 className={styles.heading} id="tags-found">
        {searchText.tagsFound}
      </h2>
      <ul className={styles.tags}>
        {tags.map(({ tag }) => (
          <li key={tag.id}>
            <Link
              className={styles.tag}
              to={searchPath({ tag: tag.name })}
              state={state}
              data-result
              aria-label={searchText.tagOf(tag.name, tag.total_entries)}
            >
              <Tag size={14} aria-hidden />
              <span className={styles.name}>{tag.name}</span>
              <span className={styles.count}>{tag.total_entries.toLocaleString("en")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Shown instead of the results when there are none: a link to the same query without the tag and the filters. Renders nothing when the
 * search has no tag and no filter.
 */
function NoResults({ searchKey, state }: { searchKey: SearchKey; state: SearchState }) {
  const { query, tag, journal, field } = searchKey;
  if (tag === null && journal === null && field === "everything") return null;
  return (
    <p className={styles.nextStep}>
      <Link to={searchPath({ query })} state={state} data-result>
        {query === "" ? searchText.searchEverything : searchText.searchAllJournals}
      </Link>
    </p>
  );
}

/**
 * The results of a search: tags, then entries, in pages.
 *
 * @param onOpen called when an entry is about to be opened
 */
export function Results({
  searchKey,
  requestedKey,
  reply,
  state,
  onOpen,
}: {
  /** the search that the reply answers */
  searchKey: SearchKey;
  /** the search in the URL; its results may not have arrived yet */
  requestedKey: SearchKey;
  reply: SearchReply;
  state: SearchState;
  onOpen: () => void;
}) {
  const { entries, total_entries: total, corrected_query: correctedQuery } = reply;
  const tags = searchKey.page === 1 ? reply.tags : [];
  const pageCount = pageCountOf(total);
  if (entries.length === 0 && tags.length === 0) return <NoResults searchKey={searchKey} state={state} />;
  return (
    <div className={styles.results}>
      {correctedQuery !== null && (
        <p className={styles.corrected}>
          {searchText.corrected} <strong>{correctedQuery}</strong>
        </p>
      )}
      {tags.length > 0 && <Tags tags={tags} state={state} />}
      {entries.length > 0 && (
        <section aria-labelledby="entries-found">
          <h2 className={styles.heading} id="entries-found">
            {searchText.entriesFound}
          </h2>
          <ol className={styles.entries}>
            {entries.map(({ entry }) => (
              <SearchResult
                key={entry.id}
                entry={entry}
                match={highlightQueryOf(entry, correctedQuery ?? searchKey.query)}
                onOpen={onOpen}
              />
            ))}
          </ol>
          <Pager
            page={searchKey.page}
            pageCount={pageCount}
            hasNext={searchKey.page < pageCount}
            path={(page) => searchPath({ ...requestedKey, page })}
            state={state}
            labels={searchText.pages}
          />
        </section>
      )}
    </div>
  );
}

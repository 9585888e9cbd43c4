import { Tag } from "lucide-react";
import { Link } from "react-router";
import { Pager } from "../../shared/ui/pager.tsx";
import { FoundEntry } from "./found-entry.tsx";
import styles from "./results.module.css";
import { searchCopy } from "./search-copy.ts";
import { pagesOf, type SearchKey, searchPath, type SearchState } from "./search-path.ts";
import type { Found } from "./search.store.ts";

/** The tags that were found, each with the way to its entries. */
function Tags({ tags, state }: { tags: Found["tags"]; state: SearchState }) {
  return (
    <section aria-labelledby="tags-found">
      <h2 className={styles.heading} id="tags-found">
        {searchCopy.tagsFound}
      </h2>
      <ul className={styles.tags}>
        {tags.map(({ tag }) => (
          <li key={tag.id}>
            <Link
              className={styles.tag}
              to={searchPath({ tag: tag.name })}
              state={state}
              data-result
              aria-label={searchCopy.tagOf(tag.name, tag.total_entries)}
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

/** Nothing was found: the one thing to do next. */
function Wider({ asked: { query }, state }: { asked: SearchKey; state: SearchState }) {
  return (
    <p className={styles.wider}>
      <Link to={searchPath({ query })} state={state} data-result>
        {query === "" ? searchCopy.leaveTag : searchCopy.allOfJournals}
      </Link>
    </p>
  );
}

/**
 * What a search found: tags, then entries, page by page.
 *
 * @param onOpen an entry is about to be opened
 */
export function Results({
  asked,
  found,
  state,
  onOpen,
}: {
  asked: SearchKey;
  found: Found;
  state: SearchState;
  onOpen: () => void;
}) {
  const { entries, total_entries: total, corrected_query: corrected } = found;
  const tags = asked.page === 1 ? found.tags : [];
  const pages = pagesOf(total);
  if (entries.length === 0 && tags.length === 0) return <Wider asked={asked} state={state} />;
  return (
    <div className={styles.found}>
      {corrected !== null && (
        <p className={styles.corrected}>
          {searchCopy.corrected} <strong>{corrected}</strong>
        </p>
      )}
      {tags.length > 0 && <Tags tags={tags} state={state} />}
      {entries.length > 0 && (
        <section aria-labelledby="entries-found">
          <h2 className={styles.heading} id="entries-found">
            {searchCopy.entriesFound}
          </h2>
          <ol className={styles.entries}>
            {entries.map(({ entry }) => (
              <FoundEntry key={entry.id} entry={entry} sought={corrected ?? asked.query} onOpen={onOpen} />
            ))}
          </ol>
          <Pager
            page={asked.page}
            pages={pages}
            hasNext={asked.page < pages}
            path={(page) => searchPath({ ...asked, page })}
            state={state}
            words={searchCopy.pages}
          />
        </section>
      )}
    </div>
  );
}

import { useSelector } from "@xstate/react";
import { ArrowLeft } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import {
  Link,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from "react-router";
import { rememberScroll, takeScroll } from "../../shared/last-list.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { recentSearchesOf } from "./recent-searches.ts";
import { Results } from "./results.tsx";
import { SearchBox } from "./search-box.tsx";
import { searchText } from "./search-text.ts";
import { SearchFilters } from "./search-filters.tsx";
import styles from "./search-page.module.css";
import {
  hasSearchTerms,
  originOf,
  pageCountOf,
  readSearchQuery,
  type SearchKey,
  searchPath,
  type SearchState,
} from "./search-path.ts";
import { type SearchReply, SearchStore } from "./search.store.ts";
import { useSearchBoxKeys, useResultKeys } from "./use-result-keys.ts";

/** The search in the URL; free accounts have no filters. */
function useSearchKey() {
  const { sessionActor } = useServices();
  const canFilter = useSelector(sessionActor, ({ context }) => context.session?.user.is_pro ?? false);
  const [params] = useSearchParams();
  const searchKey = readSearchQuery(params, canFilter);
  return { searchKey, canFilter, path: searchPath(searchKey) };
}

/** Runs the search of the URL. Navigating to the same URL searches again, because `visitKey` differs. */
function useSearchStore(path: string): SearchStore {
  const services = useServices();
  const [store] = useState(() => new SearchStore(services.api));
  const navigate = useNavigate();
  const { key: visitKey, state } = useLocation();

  useEffect(() => {
    // `path` has only the filters that this account may use.
    const searchKey = readSearchQuery(new URL(path, location.origin).searchParams, true);
    if (!hasSearchTerms(searchKey)) return store.clear();
    if (searchKey.query !== "") recentSearchesOf(services)?.add(searchKey.query);
    void store.search(searchKey);
  }, [store, services, path, visitKey]);
  useEffect(() => () => store.clear(), [store]);

  const { answer } = store;
  useEffect(() => {
    if (!answer || answer.key.page === 1 || answer.reply.entries.length > 0) return;
    // Redirects from a page past the end to the last one.
    const lastPage = pageCountOf(answer.reply.total_entries);
    const page = Math.max(1, Math.min(lastPage, answer.key.page - 1));
    void navigate(searchPath({ ...answer.key, page }), { replace: true, state: state as SearchState });
  }, [answer, navigate, state]);
  return store;
}

const isEmptyReply = ({ entries, tags }: SearchReply): boolean => entries.length + tags.length === 0;

function announcementOf({ query }: SearchKey, reply: SearchReply): string {
  if (isEmptyReply(reply)) return query === "" ? searchText.noneInTag : searchText.none;
  const count = searchText.resultCount(reply.total_entries, reply.tags.length);
  return reply.has_all_words ? count : `${count}. ${searchText.someWords}`;
}

/** Restores the scroll position after Back from an entry. Any other navigation to this search forgets the position. */
function useScrollRestore(store: SearchStore, path: string): void {
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const answerPath = store.answer ? searchPath(store.answer.key) : null;
  useEffect(() => {
    if (answerPath !== path) return;
    const y = takeScroll(path);
    if (y !== null && isBackNavigation) window.scrollTo(0, y);
  }, [answerPath, path, isBackNavigation]);
}

const ResultArea = observer(function ResultArea({
  store,
  searchKey,
  path,
  onRetry,
}: {
  store: SearchStore;
  searchKey: SearchKey;
  path: string;
  onRetry: () => void;
}) {
  const { answer, failure, isLoading } = store;
  const state = useLocation().state as SearchState;
  if (failure && !isLoading) {
    const isNotFound = failure.status === 404;
    return (
      <EmptyState title={searchText.failedTitle} detail={failure.message}>
        {isNotFound ? (
          <Link to={searchPath({ ...searchKey, journal: null, page: 1 })} state={state}>
            {searchText.searchAllJournals}
          </Link>
        ) : (
          <Button variant="primary" onClick={onRetry}>
            {searchText.tryAgain}
          </Button>
        )}
      </EmptyState>
    );
  }
  if (!answer) {
    return (
      <div className={styles.loading}>
        <Skeleton lines={6} />
      </div>
    );
  }
  return (
    <div className={styles.results} aria-busy={isLoading || undefined}>
      <Results
        searchKey={answer.key}
        requestedKey={searchKey}
        reply={answer.reply}
        state={state}
        onOpen={() => rememberScroll(path, window.scrollY)}
      />
    </div>
  );
});

/** Announces the number of results. */
const ResultAnnouncement = observer(function ResultAnnouncement({ store }: { store: SearchStore }) {
  const { answer, isLoading } = store;
  const hasNoResults = answer !== null && isEmptyReply(answer.reply);
  const announcement = answer ? announcementOf(answer.key, answer.reply) : "";
  return (
    <p className={styles.announcement} role="status" data-none={(hasNoResults && !isLoading) || undefined}>
      {!isLoading && announcement}
    </p>
  );
});

function KeysHint() {
  const { arrows, open, box } = searchText.keys;
  return (
    <p className={styles.keys}>
      <kbd>↓</kbd> <kbd>↑</kbd> {arrows} <kbd>Enter</kbd> {open} <kbd>/</kbd> {box}
    </p>
  );
}

/** `/search?query&journal&field&order&tag&page`: searches entries and tags. */
export const SearchPage = observer(function SearchPage() {
  const { searchKey, canFilter, path } = useSearchKey();
  const store = useSearchStore(path);
  const navigate = useNavigate();
  const state = useLocation().state as SearchState;
  const page = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const origin = originOf(state);
  const hasSearch = hasSearchTerms(searchKey);
  const title = searchKey.tag === null ? searchText.title : searchText.tagView(searchKey.tag);
  usePageTitle(searchText.title);
  useScrollRestore(store, path);
  useSearchBoxKeys(box);
  useResultKeys(page, box);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);

  const retry = (): void => {
    store.repeat();
    // The pressed button disappears with its error message, so the focus moves to the field.
    box.current?.focus({ preventScroll: true });
  };
  const changeSearch = (change: Partial<SearchKey>): void =>
    void navigate(searchPath({ ...searchKey, page: 1, ...change }), { state });
  const hasEntries = (store.answer?.reply.entries.length ?? 0) > 0;

  return (
    <div className={styles.page} ref={page}>
      {origin !== null && (
        <Link className={styles.back} to={origin}>
          <ArrowLeft size={16} aria-hidden />
          {searchText.back}
        </Link>
      )}
      <h1>{title}</h1>
      <SearchBox
        query={searchKey.query}
        tag={searchKey.tag}
        ref={box}
        onSearch={(query) => changeSearch({ query })}
      />
      {searchKey.tag !== null && (
        <Link className={styles.leaveTag} to={searchPath({ ...searchKey, tag: null, page: 1 })} state={state}>
          {searchText.searchEverything}
        </Link>
      )}
      <SearchFilters
        searchKey={searchKey}
        canFilter={canFilter}
        canSort={hasSearch && hasEntries}
        onChange={changeSearch}
      />
      <div className={styles.line}>
        <ResultAnnouncement store={store} />
        {hasSearch && hasEntries && <KeysHint />}
      </div>
      {hasSearch ? (
        <ResultArea store={store} searchKey={searchKey} path={path} onRetry={retry} />
      ) : (
        <p className={styles.hint}>{searchText.beforeSearch}</p>
      )}
    </div>
  );
});

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
import { rememberSpot, takeSpot } from "../../shared/last-list.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { recentSearchesOf } from "./recent-searches.ts";
import { Results } from "./results.tsx";
import { SearchBox } from "./search-box.tsx";
import { searchCopy } from "./search-copy.ts";
import { SearchFilters } from "./search-filters.tsx";
import styles from "./search-page.module.css";
import {
  asksAnything,
  originOf,
  pagesOf,
  readSearchQuery,
  type SearchKey,
  searchPath,
  type SearchState,
} from "./search-path.ts";
import { type Found, SearchStore } from "./search.store.ts";
import { useKeysToBox, useResultKeys } from "./use-result-keys.ts";

/** What the address asks for; a free account's search is never narrowed. */
function useAsked() {
  const { sessionActor } = useServices();
  const mayNarrow = useSelector(sessionActor, ({ context }) => context.session?.user.is_pro ?? false);
  const [params] = useSearchParams();
  const asked = readSearchQuery(params, mayNarrow);
  return { asked, mayNarrow, path: searchPath(asked) };
}

/** What an address of this page asks for is found. The same address again looks again. */
function useFound(path: string): SearchStore {
  const services = useServices();
  const [store] = useState(() => new SearchStore(services.api));
  const navigate = useNavigate();
  const { key: visit, state } = useLocation();

  useEffect(() => {
    const asked = readSearchQuery(new URL(path, location.origin).searchParams, true);
    if (!asksAnything(asked)) return store.clear();
    if (asked.query !== "") recentSearchesOf(services)?.add(asked.query);
    void store.ask(asked);
  }, [store, services, path, visit]);
  useEffect(() => () => store.clear(), [store]);

  const { answer } = store;
  useEffect(() => {
    if (!answer || answer.key.page === 1 || answer.found.entries.length > 0) return;
    // Past the end, after entries went for instance, its last page is shown.
    const last = pagesOf(answer.found.total_entries);
    const page = Math.max(1, Math.min(last, answer.key.page - 1));
    void navigate(searchPath({ ...answer.key, page }), { replace: true, state: state as SearchState });
  }, [answer, navigate, state]);
  return store;
}

const foundNothing = ({ entries, tags }: Found): boolean => entries.length + tags.length === 0;

function wordsOf({ query }: SearchKey, found: Found): string {
  if (foundNothing(found)) return query === "" ? searchCopy.noneInTag : searchCopy.none;
  return searchCopy.found(found.total_entries, found.tags.length);
}

/** Whoever comes back from an entry finds the results where they were left; who looks for the same anew begins at their top. */
function useLastSpot(store: SearchStore, path: string): void {
  const isReturn = useNavigationType() === NavigationType.Pop;
  const shown = store.answer ? searchPath(store.answer.key) : null;
  useEffect(() => {
    if (shown !== path) return;
    const y = takeSpot(path);
    if (y !== null && isReturn) window.scrollTo(0, y);
  }, [shown, path, isReturn]);
}

const Outcome = observer(function Outcome({
  store,
  asked,
  path,
  onAgain,
}: {
  store: SearchStore;
  asked: SearchKey;
  path: string;
  onAgain: () => void;
}) {
  const { answer, failure, isLoading } = store;
  const state = useLocation().state as SearchState;
  if (failure && !isLoading) {
    const isGone = failure.status === 404;
    return (
      <EmptyState title={searchCopy.failedTitle} detail={failure.message}>
        {isGone ? (
          <Link to={searchPath({ query: asked.query })} state={state}>
            {searchCopy.allOfJournals}
          </Link>
        ) : (
          <Button variant="primary" onClick={onAgain}>
            {searchCopy.again}
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
    <div className={styles.outcome} aria-busy={isLoading || undefined}>
      <Results
        asked={answer.key}
        found={answer.found}
        state={state}
        onOpen={() => rememberSpot(path, window.scrollY)}
      />
    </div>
  );
});

/** How much was found, or that nothing was: read out as soon as it is known. */
const Said = observer(function Said({ store }: { store: SearchStore }) {
  const { answer, isLoading } = store;
  const isNothing = answer !== null && foundNothing(answer.found);
  const words = answer ? wordsOf(answer.key, answer.found) : "";
  return (
    <p className={styles.said} role="status" data-none={(isNothing && !isLoading) || undefined}>
      {!isLoading && words}
    </p>
  );
});

function KeysHint() {
  const { arrows, open, box } = searchCopy.keys;
  return (
    <p className={styles.keys}>
      <kbd>↓</kbd> <kbd>↑</kbd> {arrows} <kbd>Enter</kbd> {open} <kbd>/</kbd> {box}
    </p>
  );
}

/** `/search?query&journal&field&order&tag&page`: what was written, and the tags it bears. */
export const SearchPage = observer(function SearchPage() {
  const { asked, mayNarrow, path } = useAsked();
  const store = useFound(path);
  const navigate = useNavigate();
  const state = useLocation().state as SearchState;
  const page = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const origin = originOf(state);
  const isAsked = asksAnything(asked);
  const title = asked.tag === null ? searchCopy.title : searchCopy.tagView(asked.tag);
  usePageTitle(searchCopy.title);
  useLastSpot(store, path);
  useKeysToBox(box);
  useResultKeys(page, box);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);

  const again = (): void => {
    store.again();
    // What was pressed goes with the failure that it stood under.
    box.current?.focus({ preventScroll: true });
  };
  const go = (change: Partial<SearchKey>): void =>
    void navigate(searchPath({ ...asked, page: 1, ...change }), { state });
  const hasEntries = (store.answer?.found.entries.length ?? 0) > 0;

  return (
    <div className={styles.page} ref={page}>
      {origin !== null && (
        <Link className={styles.back} to={origin}>
          <ArrowLeft size={16} aria-hidden />
          {searchCopy.back}
        </Link>
      )}
      <h1>{title}</h1>
      <SearchBox query={asked.query} tag={asked.tag} ref={box} onSearch={(query) => go({ query })} />
      {asked.tag !== null && (
        <Link className={styles.leave} to={searchPath({ ...asked, tag: null, page: 1 })} state={state}>
          {searchCopy.leaveTag}
        </Link>
      )}
      <SearchFilters asked={asked} mayNarrow={mayNarrow} mayOrder={isAsked && hasEntries} onChange={go} />
      <div className={styles.line}>
        <Said store={store} />
        {isAsked && hasEntries && <KeysHint />}
      </div>
      {isAsked ? (
        <Outcome store={store} asked={asked} path={path} onAgain={again} />
      ) : (
        <p className={styles.before}>{searchCopy.before}</p>
      )}
    </div>
  );
});

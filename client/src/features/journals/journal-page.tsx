import type { Journal } from "@daybook/domain/contract/journals";
import { ArrowLeft, CalendarDays, History, PenLine } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Link, useLoaderData } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { rememberList, rememberScroll, takeScroll } from "../../shared/last-list.ts";
import { OperationProgress } from "../../shared/operations/operation-progress.tsx";
import { usePageTitle } from "../../shared/page-title.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Pager } from "../../shared/ui/pager.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import type { EntriesPage, EntriesPageKey, EntriesView } from "../../stores/entries.store.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { bulkText } from "./bulk/bulk-text.ts";
import { MoveQuestion } from "./bulk/move-question.tsx";
import { SelectionStore } from "./bulk/selection.store.ts";
import { useListActions } from "./bulk/use-list-actions.ts";
import { EntryList } from "./entry-list.tsx";
import { LayoutChoice } from "./filters/layout-choice.tsx";
import { ListFilters } from "./filters/list-filters.tsx";
import subpageStyles from "../../shared/ui/subpage.module.css";
import styles from "./journal-page.module.css";
import { JournalTools } from "./journal-tools.tsx";
import type { LockSlot } from "./lock-slot.ts";
import { listText } from "./list-text.ts";
import { useListLayout } from "./list-layout.ts";
import { hasFilters, listIdOf, listPath } from "./list-path.ts";
import { NoEntries } from "./no-entries.tsx";
import type { ResolvedEntries } from "./resolve-entries.ts";
import { useStores } from "../../stores/use-stores.ts";

const tabs: readonly EntriesView[] = ["active", "starred", "trashed"];

/** The selection of a list. It survives paging and resets for another list. */
function useSelection(listId: string): SelectionStore {
  const [state, setState] = useState(() => ({ listId, selection: new SelectionStore() }));
  if (state.listId === listId) return state.selection;
  const newState = { listId, selection: new SelectionStore() };
  setState(newState);
  return newState.selection;
}

/** Remembers this list page, so that Back in an entry returns to it. After Back, restores the scroll position of this page. */
function useListPosition(path: string, journalId: number): void {
  useEffect(() => {
    rememberList(journalId, path);
    const y = takeScroll(path);
    if (y !== null) window.scrollTo(0, y);
  }, [path, journalId]);
}

/** The count under the journal's name. It depends on the tab and the filters. */
function countText(pageKey: EntriesPageKey, journal: Journal, page: EntriesPage | undefined): string {
  const totalEntries = journal.entries.total_entries;
  if (page && pageKey.view === "trashed") {
    return hasFilters(pageKey)
      ? listText.trashCountOf(page.total, journal.total_trashed_entries)
      : listText.trashCount(page.total);
  }
  const isUnfiltered = pageKey.view === "active" && !hasFilters(pageKey);
  return page && !isUnfiltered ? listText.countOf(page.total, totalEntries) : listText.count(totalEntries);
}

/** The entries of a page, with filters and bulk actions above. */
const EntriesPageView = observer(function EntriesPageView({
  pageKey,
  page,
}: {
  pageKey: EntriesPageKey;
  page: EntriesPage;
}) {
  const [layout, setLayout] = useListLayout();
  const selection = useSelection(listIdOf(pageKey));
  const actions = useListActions(pageKey, selection);
  useListPosition(listPath(pageKey), pageKey.journalId);
  return (
    <>
      <div className={styles.tools}>
        <ListFilters pageKey={pageKey} />
        <LayoutChoice layout={layout} onChoose={setLayout} />
      </div>
      {page.entryIds.length === 0 && <NoEntries pageKey={pageKey} pageCount={page.journal.total_pages} />}
      {page.entryIds.length > 0 && (
        <>
          {pageKey.view === "trashed" && <p className={styles.note}>{listText.trashNote}</p>}
          <BulkBar pageKey={pageKey} page={page} selection={selection} actions={actions} />
          <EntryList
            entryIds={page.entryIds}
            pageKey={pageKey}
            layout={layout}
            selection={selection}
            actions={actions}
            journal={page.journal}
            onOpen={() => rememberScroll(listPath(pageKey), window.scrollY)}
          />
          <Pager
            page={pageKey.page}
            pageCount={page.journal.total_pages}
            hasNext={page.hasNext}
            path={(number) => listPath({ ...pageKey, page: number })}
          />
        </>
      )}
      <MoveQuestion
        open={actions.orphanedEntries !== null}
        title={bulkText.restoreTitle}
        lead={bulkText.restoreLead}
        submitLabel={bulkText.restore}
        currentJournalId={pageKey.journalId}
        from={page.journal}
        onClose={actions.dismissOrphaned}
        onMove={actions.restoreOrphaned}
      />
    </>
  );
});

function Tabs({ pageKey }: { pageKey: EntriesPageKey }) {
  return (
    <div className={styles.bar}>
      <nav className={styles.tabs} aria-label={listText.tabsLabel}>
        {tabs.map((view) => (
          <Link
            key={view}
            to={listPath({ journalId: pageKey.journalId, view, page: 1 })}
            aria-current={view === pageKey.view ? "page" : undefined}
          >
            {listText.tabs[view]}
          </Link>
        ))}
      </nav>
      <nav className={styles.views} aria-label={listText.viewsLabel}>
        <Link to={`/journals/${pageKey.journalId}/calendar`}>
          <CalendarDays size={16} aria-hidden />
          {listText.calendar}
        </Link>
        <Link to={`/journals/${pageKey.journalId}/as-of`}>
          <History size={16} aria-hidden />
          {listText.asOf}
        </Link>
      </nav>
    </div>
  );
}

/** `/journals/:id` and `/journals/:id/entries`: ten entries per page, grouped by month. */
export const JournalPage = observer(function JournalPage({ lockSlot }: { lockSlot: LockSlot }) {
  const { pageKey, failure } = useLoaderData<ResolvedEntries>();
  const { journals, entries } = useStores();
  const isOnPage = useIsOnPage(pageKey.journalId);
  const page = entries.page(pageKey);
  const journal = journals.find(pageKey.journalId) ?? page?.journal;
  usePageTitle(journal?.name ?? commonText.journals.title);
  const isUnfiltered = pageKey.view === "active" && !hasFilters(pageKey);
  const isEmptyJournal = isUnfiltered && pageKey.page === 1 && page?.entryIds.length === 0;

  return (
    <div className={subpageStyles.page}>
      <Link className={subpageStyles.back} to="/journals">
        <ArrowLeft size={16} aria-hidden />
        {listText.allJournals}
      </Link>
      <header className={styles.head}>
        <div>
          <h1>{journal?.name ?? commonText.journals.title}</h1>
          {journal && <p className={styles.count}>{countText(pageKey, journal, page)}</p>}
        </div>
        <div className={styles.actions}>
          {journal && (
            <JournalTools key={journal.id} journal={journal} isOnPage={isOnPage} lockSlot={lockSlot} />
          )}
          {!isEmptyJournal && (
            <ButtonLink
              to={`/journals/${pageKey.journalId}/new`}
              variant="primary"
              icon={<PenLine size={18} aria-hidden />}
            >
              {commonText.journals.newEntry}
            </ButtonLink>
          )}
        </div>
      </header>
      <Tabs pageKey={pageKey} />
      <OperationProgress />
      {failure && <ScreenFailure failure={failure} stale={page !== undefined} />}
      {!page && !failure && <Skeleton lines={9} />}
      {page &&
        (isEmptyJournal ? (
          <NoEntries pageKey={pageKey} pageCount={page.journal.total_pages} />
        ) : (
          <EntriesPageView key={pageKey.journalId} pageKey={pageKey} page={page} />
        ))}
    </div>
  );
});

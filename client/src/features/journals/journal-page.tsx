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
import type { EntriesPage, EntriesPageKey, EntriesView } from "../../stores/entries.store.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { bulkText } from "./bulk/bulk-text.ts";
import { MoveQuestion } from "./bulk/move-question.tsx";
import { SelectionStore } from "./bulk/selection.store.ts";
import { useListActions } from "./bulk/use-list-actions.ts";
import { EntryList } from "./entry-list.tsx";
import { LayoutChoice } from "./filters/layout-choice.tsx";
import { ListFilters } from "./filters/list-filters.tsx";
import below from "../../shared/ui/page-below.module.css";
import styles from "./journal-page.module.css";
import { JournalTools } from "./journal-tools.tsx";
import type { LockSlot } from "./lock-slot.ts";
import { listText } from "./list-text.ts";
import { useListLayout } from "./list-layout.ts";
import { hasFilters, listOf, listPath } from "./list-path.ts";
import { NoEntries } from "./no-entries.tsx";
import type { ResolvedEntries } from "./resolve-entries.ts";
import { useStores } from "../../stores/use-stores.ts";

const tabs: readonly EntriesView[] = ["active", "starred", "trashed"];

/** The selection of a list. It survives paging and resets for another list. */
function useSelection(list: string): SelectionStore {
  const [current, setCurrent] = useState(() => ({ list, selection: new SelectionStore() }));
  if (current.list === list) return current.selection;
  const next = { list, selection: new SelectionStore() };
  setCurrent(next);
  return next.selection;
}

/** Restores the scroll position after Back from an entry. */
function useScrollRestore(address: string, journalId: number): void {
  useEffect(() => {
    rememberList(journalId, address);
    const y = takeScroll(address);
    if (y !== null) window.scrollTo(0, y);
  }, [address, journalId]);
}

/** How many entries the list has: of the journal, or of the filters and the tab. */
function countText(key: EntriesPageKey, journal: Journal, page: EntriesPage | undefined): string {
  const totalEntries = journal.entries.total_entries;
  if (page && key.view === "trashed") return listText.trashCount(page.total);
  const isWhole = key.view === "active" && !hasFilters(key);
  return page && !isWhole ? listText.countOf(page.total, totalEntries) : listText.count(totalEntries);
}

/** The entries of a page, with filters and bulk actions above. */
const Rows = observer(function Rows({ at, page }: { at: EntriesPageKey; page: EntriesPage }) {
  const [layout, setLayout] = useListLayout();
  const selection = useSelection(listOf(at));
  const actions = useListActions(at, selection);
  useScrollRestore(listPath(at), at.journalId);
  return (
    <>
      <div className={styles.tools}>
        <ListFilters key={at.journalId} at={at} />
        <LayoutChoice layout={layout} onChoose={setLayout} />
      </div>
      {page.entryIds.length === 0 && <NoEntries at={at} pages={page.journal.total_pages} />}
      {page.entryIds.length > 0 && (
        <>
          {at.view === "trashed" && <p className={styles.note}>{listText.trashNote}</p>}
          <BulkBar at={at} page={page} selection={selection} actions={actions} />
          <EntryList
            entryIds={page.entryIds}
            at={at}
            layout={layout}
            selection={selection}
            actions={actions}
            journal={page.journal}
            onOpen={() => rememberScroll(listPath(at), window.scrollY)}
          />
          <Pager
            page={at.page}
            pages={page.journal.total_pages}
            hasNext={page.hasNext}
            path={(number) => listPath({ ...at, page: number })}
          />
        </>
      )}
      <MoveQuestion
        open={actions.orphaned !== null}
        title={bulkText.restoreTitle}
        lead={bulkText.restoreLead}
        submitLabel={bulkText.restore}
        except={at.journalId}
        from={page.journal}
        onClose={actions.dismissOrphaned}
        onMove={actions.restoreOrphaned}
      />
    </>
  );
});

function Tabs({ at }: { at: EntriesPageKey }) {
  return (
    <div className={styles.bar}>
      <nav className={styles.tabs} aria-label={listText.tabsLabel}>
        {tabs.map((view) => (
          <Link
            key={view}
            to={listPath({ journalId: at.journalId, view, page: 1 })}
            aria-current={view === at.view ? "page" : undefined}
          >
            {listText.tabs[view]}
          </Link>
        ))}
      </nav>
      <nav className={styles.ways} aria-label={listText.viewsLabel}>
        <Link to={`/journals/${at.journalId}/calendar`}>
          <CalendarDays size={16} aria-hidden />
          {listText.calendar}
        </Link>
        <Link to={`/journals/${at.journalId}/as-of`}>
          <History size={16} aria-hidden />
          {listText.asOf}
        </Link>
      </nav>
    </div>
  );
}

/** `/journals/:id` and its list: ten entries per page, grouped by month. */
export const JournalPage = observer(function JournalPage({ lockSlot }: { lockSlot: LockSlot }) {
  const { key, failure } = useLoaderData<ResolvedEntries>();
  const { journals, entries } = useStores();
  const page = entries.page(key);
  const journal = journals.find(key.journalId) ?? page?.journal;
  usePageTitle(journal?.name ?? commonText.journals.title);
  const isBlank = page?.entryIds.length === 0 && key.view === "active" && !hasFilters(key);

  return (
    <div className={below.page}>
      <Link className={below.back} to="/journals">
        <ArrowLeft size={16} aria-hidden />
        {listText.allJournals}
      </Link>
      <header className={styles.head}>
        <div>
          <h1>{journal?.name ?? commonText.journals.title}</h1>
          {journal && <p className={styles.count}>{countText(key, journal, page)}</p>}
        </div>
        <div className={styles.actions}>
          {journal && <JournalTools journal={journal} lockSlot={lockSlot} />}
          {!isBlank && (
            <ButtonLink
              to={`/journals/${key.journalId}/new`}
              variant="primary"
              icon={<PenLine size={18} aria-hidden />}
            >
              {commonText.journals.newEntry}
            </ButtonLink>
          )}
        </div>
      </header>
      <Tabs at={key} />
      <OperationProgress />
      {failure && <ScreenFailure failure={failure} stale={page !== undefined} />}
      {!page && !failure && <Skeleton lines={9} />}
      {page &&
        (isBlank ? <NoEntries at={key} pages={page.journal.total_pages} /> : <Rows at={key} page={page} />)}
    </div>
  );
});

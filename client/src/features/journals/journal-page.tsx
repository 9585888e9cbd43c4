import { ArrowLeft, PenLine } from "lucide-react";
import { observer } from "mobx-react-lite";
import { Link, useLoaderData } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { copy } from "../../shared/copy.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { EntriesPageKey, EntriesView } from "../../stores/entries.store.ts";
import { EntryList } from "./entry-list.tsx";
import styles from "./journal-page.module.css";
import { listPath } from "./list-path.ts";
import { Pager } from "./pager.tsx";

const tabs: readonly EntriesView[] = ["active", "starred", "trashed"];

function None({ at }: { at: EntriesPageKey }) {
  if (at.page > 1) {
    return (
      <EmptyState title={copy.entries.beyondTitle} detail={copy.entries.beyond}>
        <ButtonLink to={listPath({ ...at, page: 1 })} variant="primary">
          {copy.entries.firstPage}
        </ButtonLink>
      </EmptyState>
    );
  }
  const { title, detail } = copy.entries.none[at.view];
  return (
    <EmptyState title={title} detail={detail}>
      {at.view === "active" && (
        <ButtonLink to={`/journals/${at.journalId}/new`} variant="primary">
          {copy.journals.write}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

/** `/journals/:id` and its list: ten entries a page, under their months. */
export const JournalPage = observer(function JournalPage() {
  const { key, failure } = useLoaderData<{ key: EntriesPageKey; failure: ApiFailure | null }>();
  const { journals, entries } = useServices();
  const page = entries.page(key);
  const journal = journals.find(key.journalId) ?? page?.journal;
  usePageTitle(journal?.name ?? copy.journals.title);
  const isEmpty = page?.entryIds.length === 0;

  return (
    <div className={styles.page}>
      <Link className={styles.back} to="/journals">
        <ArrowLeft size={16} aria-hidden />
        {copy.entries.allJournals}
      </Link>
      <header className={styles.head}>
        <div>
          <h1>{journal?.name ?? copy.journals.title}</h1>
          {journal && <p className={styles.count}>{copy.journals.entries(journal.entries.total_entries)}</p>}
        </div>
        {!(isEmpty && key.view === "active") && (
          <ButtonLink
            to={`/journals/${key.journalId}/new`}
            variant="primary"
            icon={<PenLine size={18} aria-hidden />}
          >
            {copy.journals.newEntry}
          </ButtonLink>
        )}
      </header>
      <nav className={styles.tabs} aria-label={copy.entries.tabsLabel}>
        {tabs.map((view) => (
          <Link
            key={view}
            to={listPath({ journalId: key.journalId, view, page: 1 })}
            aria-current={view === key.view ? "page" : undefined}
          >
            {copy.entries.tabs[view]}
          </Link>
        ))}
      </nav>
      {failure && <ScreenFailure failure={failure} stale={page !== undefined} />}
      {!page && !failure && <Skeleton lines={9} />}
      {isEmpty && <None at={key} />}
      {page && !isEmpty && (
        <>
          {key.view === "trashed" && <p className={styles.note}>{copy.entries.trashNote}</p>}
          <EntryList entryIds={page.entryIds} view={key.view} />
          <Pager at={key} page={page} />
        </>
      )}
    </div>
  );
});

import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { ArrowLeft, RotateCcw } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useState } from "react";
import { Link, useLoaderData, useNavigate } from "react-router";
import { dayOfInstant } from "../../../shared/dates.ts";
import { whenReachable } from "../../../shared/connection.ts";
import { restoreMissing, trashEntries } from "../../../shared/entry-actions/entry-actions.ts";
import { OperationProgress } from "../../../shared/operations/operation-progress.tsx";
import { useBulkResult } from "../../../shared/operations/use-bulk-result.ts";
import { lastListPath } from "../../../shared/last-list.ts";
import { usePageTitle } from "../../../shared/page-title.ts";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { Pager } from "../../../shared/ui/pager.tsx";
import { ScreenFailure } from "../../../shared/ui/screen-failure.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import { timeOf } from "../group-versions.ts";
import { asOfText } from "./as-of-text.ts";
import { classNames } from "../../../shared/ui/class-names.ts";
import subpageStyles from "../../../shared/ui/subpage.module.css";
import styles from "./as-of-page.module.css";
import { DayForm } from "./day-form.tsx";
import type { RequestedMoment } from "./moment.ts";
import { PastEntries } from "./past-entries.tsx";
import type { AsOf, ResolvedAsOf } from "./resolve-as-of.ts";
import { useStores } from "../../../stores/use-stores.ts";

const PastEntrySheet = lazy(
  whenReachable(async () => ({
    default: (await import("./past-entry-sheet.tsx")).PastEntrySheet,
  })),
);

function momentText({ day, at, isDay }: RequestedMoment, format: DateFormat): string {
  const dayText = formatLocalDate(day, format);
  return isDay ? asOfText.endOf(dayText) : asOfText.onDay(dayText, timeOf(at));
}

/** Restores the entries that the journal had at a moment and that are in the trash now. */
function useRestoreMissing(journalId: number, at: string) {
  const { api } = useServices();
  const toasts = useToasts();
  const reportResult = useBulkResult();
  const [isBusy, setIsBusy] = useState(false);
  const restoreAll = async (): Promise<void> => {
    setIsBusy(true);
    const result = await restoreMissing(api, journalId, at);
    setIsBusy(false);
    if (!result.ok) return toasts.show(result.message);
    reportResult(result.data, {
      running: asOfText.restoring,
      done: asOfText.restored,
      undo: (ids) =>
        ids && {
          send: () => trashEntries(api, journalId, { ids }),
          text: { running: asOfText.trashing, done: asOfText.trashed },
        },
    });
  };
  return { isBusy, restoreAll };
}

function PastJournal({
  asOf,
  moment,
  path,
}: {
  asOf: AsOf;
  moment: RequestedMoment;
  path: (page: number) => string;
}) {
  const { journal, entries, page, hasNext } = asOf;
  const dateFormat = useDateFormat();
  const { isBusy, restoreAll } = useRestoreMissing(journal.id, moment.at);
  const [openedId, setOpenedId] = useState<number | null>(null);
  // An entry that was locked in the meantime is no longer listed, so its sheet closes.
  const openedEntry = entries.find(({ id }) => id === openedId);
  if (openedId !== null && !openedEntry) setOpenedId(null);
  return (
    <>
      <div className={styles.result}>
        <p className={styles.when}>{asOfText.heading(journal.name, momentText(moment, dateFormat))}</p>
        <Button
          busy={isBusy}
          icon={<RotateCcw size={16} aria-hidden />}
          aria-describedby="missing"
          onClick={() => void restoreAll()}
        >
          {asOfText.restoreMissing}
        </Button>
        <p className={styles.note} id="missing">
          {asOfText.restoreMissingHint}
        </p>
      </div>
      <OperationProgress />
      {entries.length === 0 && <EmptyState title={asOfText.noneTitle} detail={asOfText.none} />}
      <PastEntries entries={entries} onOpen={({ id }) => setOpenedId(id)} />
      <Pager page={page} pageCount={journal.total_pages} hasNext={hasNext} path={path} />
      {openedEntry && (
        <Suspense>
          <PastEntrySheet
            journalId={journal.id}
            entry={openedEntry}
            at={moment.at}
            onClose={() => setOpenedId(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** `/journals/:id/as-of?at&page`: the journal as it was at the end of a day, or at a moment. */
export const AsOfPage = observer(function AsOfPage() {
  const { journalId, asOf, failure } = useLoaderData<ResolvedAsOf>();
  const { journals } = useStores();
  const navigate = useNavigate();
  const name = asOf?.journal.name ?? journals.find(journalId)?.name;
  usePageTitle(name ? asOfText.titleOf(name) : asOfText.title);
  const pathAt = (at: string, page = 1): string => {
    const query = new URLSearchParams({ at, ...(page > 1 && { page: String(page) }) });
    return `/journals/${journalId}/as-of?${query}`;
  };
  const moment = asOf?.moment;

  return (
    <div className={classNames(subpageStyles.page, styles.page)}>
      <Link className={subpageStyles.back} to={lastListPath(journalId)}>
        <ArrowLeft size={16} aria-hidden />
        {name ?? asOfText.back}
      </Link>
      <h1>{asOfText.title}</h1>
      <p className={styles.note}>{asOfText.lead}</p>
      {failure && <ScreenFailure failure={failure} />}
      {asOf && (
        <DayForm
          day={moment?.day}
          firstDay={dayOfInstant(asOf.journal.created_at)}
          path={pathAt}
          onShow={(at) => void navigate(pathAt(at))}
        />
      )}
      {asOf && moment && (
        <PastJournal
          key={`${asOf.journal.id} ${moment.at}`}
          asOf={asOf}
          moment={moment}
          path={(page) => pathAt(moment.text, page)}
        />
      )}
    </div>
  );
});

import { useEffect } from "react";
import { useLoaderData, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { notFoundPath, unlockPath } from "../../shared/own-path.ts";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { PadLoad } from "../../shared/entry-ahead.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { EntryPad } from "./entry-pad.tsx";
import styles from "./entry-pad-page.module.css";
import type { Opening } from "./open-pad.ts";
import { padCopy } from "./pad-copy.ts";
import type { PadHistory } from "./pad-history.ts";
import type { PadLock } from "./pad-lock.ts";
import { padSessionsOf } from "./pad-sessions.ts";
import { useOpenPad } from "./use-open-pad.ts";

const { failed } = padCopy;

/** Where a closed journal or entry is opened. */
function lockOf({ body }: ApiFailure, journalId: number, entryId: number | null): string {
  const what = (body as { locked?: string } | null)?.locked;
  if (what === "entry" && entryId !== null) return `/journals/${journalId}/${entryId}/unlock`;
  return unlockPath(journalId, location.pathname, entryId ?? undefined);
}

/**
 * Why the page did not open, and the one thing to do next. What is not there, not allowed, or locked has its own page; a
 * kept draft waits behind the lock.
 */
function Failed({
  journalId,
  entryId,
  opening: { failure, draftIsKept },
  onAgain,
}: {
  journalId: number;
  entryId: number | null;
  opening: Extract<Opening, { type: "failed" }>;
  onAgain: () => void;
}) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const elsewhere =
    failure.status === 404 || failure.status === 400
      ? notFoundPath("entry", failure.message)
      : failure.status === 403
        ? "/error/403?type=entry"
        : null;
  const lock = failure.status === 423 ? lockOf(failure, journalId, entryId) : null;
  const target = lock ?? (draftIsKept ? null : elsewhere);
  useEffect(() => {
    // What one came with goes along, to be there behind the lock.
    if (target !== null) void navigate(target, { replace: true, state: state as unknown });
  }, [target, navigate, state]);
  if (target !== null) return null;
  const detail = [failure.message, draftIsKept && failed.draft].filter(Boolean).join(" ");
  return (
    <EmptyState title={failed.title} detail={detail}>
      <Button variant="primary" onClick={onAgain}>
        {failed.again}
      </Button>
    </EmptyState>
  );
}

/** The name of the journal stands in the bar above the page; fetched when nothing else did it yet. */
function useJournal(journalId: number, isNew: boolean): void {
  const { journals } = useServices();
  const navigate = useNavigate();
  useEffect(() => {
    if (journals.find(journalId)) return;
    const controller = new AbortController();
    void journals.load(controller.signal).then((result) => {
      if (!result.ok || controller.signal.aborted || !isNew || journals.find(journalId)) return;
      void navigate(notFoundPath("journal"), { replace: true });
    });
    return () => controller.abort();
  }, [journals, journalId, isNew, navigate]);
}

/**
 * `/journals/:journalId/new` and `/journals/:journalId/:entryId`.
 *
 * @param history the sheet with the versions of an entry; without it there is no button for it
 * @param lock the dialog for the lock of an entry, likewise
 */
export function EntryPadPage({ history, lock }: { history?: PadHistory; lock?: PadLock }) {
  const services = useServices();
  const params = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const journalId = Number(params.journalId);
  const entryId = params.entryId === undefined ? null : Number(params.entryId);
  const { opening, again } = useOpenPad(
    { journalId, entryId, localId: query.get("draft") },
    useLoaderData<PadLoad>().ahead,
  );
  useJournal(journalId, entryId === null);
  usePageTitle(entryId === null ? padCopy.newEntry : padCopy.untitled);
  const sessions = padSessionsOf(services);

  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{entryId === null ? padCopy.newEntry : padCopy.bodyLabel}</h1>
      {!opening && (
        <div className={styles.opening}>
          <Skeleton lines={8} />
        </div>
      )}
      {opening?.type === "failed" && (
        <Failed journalId={journalId} entryId={entryId} opening={opening} onAgain={again} />
      )}
      {opening?.type === "open" && sessions && (
        <EntryPad
          key={opening.session.localId}
          opening={opening}
          sessions={sessions}
          history={history}
          lock={lock}
          onContinue={(localId) => void navigate(`/journals/${journalId}/new?draft=${localId}`)}
        />
      )}
    </div>
  );
}

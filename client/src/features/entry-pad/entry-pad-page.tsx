import { useEffect } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { notFoundPath } from "../../shared/own-path.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { EntryPad } from "./entry-pad.tsx";
import styles from "./entry-pad-page.module.css";
import type { Opening } from "./open-pad.ts";
import { padCopy } from "./pad-copy.ts";
import type { PadHistory } from "./pad-history.ts";
import { padSessionsOf } from "./pad-sessions.ts";
import { useOpenPad } from "./use-open-pad.ts";

const { failed } = padCopy;

/** Why the page did not open, and the one thing to do next. What is not there, or not allowed, has its own page. */
function Failed({
  journalId,
  opening: { failure, draftIsKept },
  onAgain,
}: {
  journalId: number;
  opening: Extract<Opening, { type: "failed" }>;
  onAgain: () => void;
}) {
  const navigate = useNavigate();
  const elsewhere =
    failure.status === 404 || failure.status === 400
      ? notFoundPath("entry", failure.message)
      : failure.status === 403
        ? "/error/403?type=entry"
        : null;
  useEffect(() => {
    if (elsewhere !== null && !draftIsKept) void navigate(elsewhere, { replace: true });
  }, [elsewhere, draftIsKept, navigate]);
  if (elsewhere !== null && !draftIsKept) return null;
  const detail = [failure.message, draftIsKept && failed.draft].filter(Boolean).join(" ");
  return (
    <EmptyState title={failed.title} detail={detail}>
      {failure.status === 423 ? (
        <ButtonLink to={`/journals/${journalId}/entries`} variant="primary">
          {padCopy.backPlain}
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={onAgain}>
          {failed.again}
        </Button>
      )}
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
 */
export function EntryPadPage({ history }: { history?: PadHistory }) {
  const services = useServices();
  const params = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const journalId = Number(params.journalId);
  const entryId = params.entryId === undefined ? null : Number(params.entryId);
  const { opening, again } = useOpenPad({ journalId, entryId, localId: query.get("draft") });
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
      {opening?.type === "failed" && <Failed journalId={journalId} opening={opening} onAgain={again} />}
      {opening?.type === "open" && sessions && (
        <EntryPad
          key={opening.session.localId}
          opening={opening}
          sessions={sessions}
          history={history}
          onContinue={(localId) => void navigate(`/journals/${journalId}/new?draft=${localId}`)}
        />
      )}
    </div>
  );
}

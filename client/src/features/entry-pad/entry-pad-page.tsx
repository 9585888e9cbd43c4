import { useEffect } from "react";
import { useLoaderData, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { notFoundPath, unlockPath } from "../../shared/site-paths.ts";
import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import type { PadLoaderData } from "../../shared/entry-prefetch.ts";
import { isDay } from "../../shared/dates.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useWhenReachable } from "../../shared/ui/use-when-reachable.ts";
import { EntryPad } from "./entry-pad.tsx";
import styles from "./entry-pad-page.module.css";
import type { OpenPadResult } from "./session/open-pad.ts";
import { padText } from "./pad-text.ts";
import type { PadHistory } from "./page/pad-history.ts";
import type { PadLock } from "./page/pad-lock.ts";
import { padSessionsOf } from "./session/pad-sessions.ts";
import { useOpenPad } from "./session/use-open-pad.ts";
import { useStores } from "../../stores/use-stores.ts";

const { failed: labels } = padText;

/** The unlock page of a locked journal or entry. */
function unlockPathOf({ body }: ApiFailure, journalId: number, entryId: number | null): string {
  const lockedPart = (body as { locked?: string } | null)?.locked;
  if (lockedPart === "entry" && entryId !== null) return `/journals/${journalId}/${entryId}/unlock`;
  return unlockPath(journalId, location.pathname, entryId ?? undefined);
}

/**
 * Shown when the entry could not be opened: says why, with a button to try again. A locked entry redirects to its unlock page, and its
 * drafts are only shown after unlocking. A missing or forbidden entry redirects to its error page, unless this device has a draft of it.
 */
function OpenFailure({
  journalId,
  entryId,
  openedPad: { failure, hasDraft },
  onRetry,
}: {
  journalId: number;
  entryId: number | null;
  openedPad: Extract<OpenPadResult, { type: "failed" }>;
  onRetry: () => void;
}) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const errorPath =
    failure.status === 404 || failure.status === 400
      ? notFoundPath("entry", failure.message)
      : failure.status === 403
        ? "/error/403?type=entry"
        : null;
  const lockedPath = failure.status === 423 ? unlockPathOf(failure, journalId, entryId) : null;
  const target = lockedPath ?? (hasDraft ? null : errorPath);
  useEffect(() => {
    // Passes the navigation state along, so that it is available after unlocking.
    if (target !== null) void navigate(target, { replace: true, state: state as unknown });
  }, [target, navigate, state]);
  const isUnreachable = failure.status === 0;
  useWhenReachable(isUnreachable, onRetry);
  if (target !== null) return null;
  const { opensByItself } = commonText.errors;
  const detail = [failure.message, isUnreachable && opensByItself, hasDraft && labels.draft]
    .filter(Boolean)
    .join(" ");
  return (
    <EmptyState title={labels.title} detail={detail}>
      <Button variant="primary" onClick={onRetry}>
        {labels.again}
      </Button>
    </EmptyState>
  );
}

/**
 * Loads the journals, unless this journal is loaded already. Redirects to the error page when a new entry is for a journal that does
 * not exist.
 */
function useLoadJournals(journalId: number, isNew: boolean): void {
  const { journals } = useStores();
  const navigate = useNavigate();
  useEffect(() => {
    if (journals.find(journalId)) return;
    const controller = new AbortController();
    void journals.load({ signal: controller.signal }).then((result) => {
      if (!result.ok || controller.signal.aborted || !isNew || journals.find(journalId)) return;
      void navigate(notFoundPath("journal"), { replace: true });
    });
    return () => controller.abort();
  }, [journals, journalId, isNew, navigate]);
}

/** Shown until the pad is opened, with a title for the tab. An open pad sets its own title. */
function LoadingPad({ isNew }: { isNew: boolean }) {
  usePageTitle(isNew ? padText.newEntry : padText.untitled);
  return (
    <div className={styles.loading}>
      <Skeleton lines={8} />
    </div>
  );
}

/** Shown when a new entry cannot open. */
function NewPadFailure({ failure }: { failure: ApiFailure }) {
  usePageTitle(padText.newEntry);
  return <ScreenFailure failure={failure} />;
}

type PadPageProps = {
  /** the history sheet; without it there is no button for it */
  history?: PadHistory;
  /** the lock dialog; without it there is no lock action */
  lock?: PadLock;
};

/** `/journals/:journalId/new` and `/journals/:journalId/:entryId`. */
export function EntryPadPage(props: PadPageProps) {
  const { prefetch, failure } = useLoaderData<PadLoaderData>();
  return failure ? <NewPadFailure failure={failure} /> : <RequestedPad prefetch={prefetch} {...props} />;
}

function RequestedPad({ prefetch, history, lock }: PadPageProps & Pick<PadLoaderData, "prefetch">) {
  const services = useServices();
  const params = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const journalId = Number(params.journalId);
  const entryId = params.entryId === undefined ? null : Number(params.entryId);
  const date = query.get("date");
  const { openedPad, retry } = useOpenPad(
    { journalId, entryId, localId: query.get("draft"), day: isDay(date) ? date : null },
    prefetch,
  );
  useLoadJournals(journalId, entryId === null);
  const sessions = padSessionsOf(services);

  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{entryId === null ? padText.newEntry : padText.bodyLabel}</h1>
      {!openedPad && <LoadingPad isNew={entryId === null} />}
      {openedPad?.type === "failed" && (
        <OpenFailure journalId={journalId} entryId={entryId} openedPad={openedPad} onRetry={retry} />
      )}
      {openedPad?.type === "open" && sessions && (
        <EntryPad
          key={openedPad.session.localId}
          openedPad={openedPad}
          sessions={sessions}
          history={history}
          lock={lock}
          onContinue={(localId) => void navigate(`/journals/${journalId}/new?draft=${localId}`)}
        />
      )}
    </div>
  );
}

import type { Entry, Neighbour } from "@daybook/domain/contract/entries";
import type { Api, ApiFailure } from "../../../shared/api-client.ts";
import { fetchWithNeighbours, type EntryPrefetch } from "../../../shared/entry-prefetch.ts";
import { type EntryDetails, entryDetailsOf } from "../entry-details.store.ts";
import type { Draft } from "../autosave/autosave-state.ts";
import { normaliseBody } from "../editor/body.ts";
import type { PadSession } from "./pad-session.ts";
import type { PadSessions } from "./pad-sessions.ts";
import { createBlankWriting, moveToDay } from "../date/writing-date.ts";
import { startFromDraft } from "../autosave/start-from-draft.ts";
import { savedEntryOf } from "../autosave/writing.ts";

/** The next older and newer entry, if there are any. */
export type Neighbours = { readonly older: Neighbour | null; readonly newer: Neighbour | null };

/** The state of an entry, without its writing. */
export type EntryState = {
  readonly isTrashed: boolean;
  readonly isReadOnly: boolean;
  /** null when they were not loaded */
  readonly details: EntryDetails | null;
};

/** The result of opening a pad. */
export type OpenPadResult =
  | {
      readonly type: "open";
      readonly session: PadSession;
      readonly entryState: EntryState;
      /** null when they were not loaded */
      readonly neighbours: Neighbours | null;
      /** other drafts of this entry, or of new entries of the journal, which the pad offers to continue */
      readonly otherDrafts: readonly Draft[];
    }
  | { readonly type: "failed"; readonly failure: ApiFailure; readonly hasDraft: boolean }
  /** the user has navigated away */
  | { readonly type: "aborted" };

/** Which entry the pad opens. */
export type PadRequest = {
  readonly journalId: number;
  readonly entryId: number | null;
  /** for a new entry: the draft to continue */
  readonly localId: string | null;
  /** for a new entry: its day, `YYYY-MM-DD`; null for today */
  readonly day: string | null;
  /** the prefetched entry */
  readonly prefetched: ReturnType<EntryPrefetch>;
};

const defaultEntryState: EntryState = { isTrashed: false, isReadOnly: false, details: null };

const entryStateOf = (entry: Entry): EntryState => ({
  isTrashed: entry.status_id === 2,
  isReadOnly: entry.is_read_only,
  details: entryDetailsOf(entry),
});

/**
 * Fetches an entry with its nearest neighbours.
 *
 * @param prefetched the entry, if it is already loading
 */
export async function fetchEntry(
  api: Api,
  journalId: number,
  entryId: number,
  signal?: AbortSignal,
  prefetched: ReturnType<EntryPrefetch> = null,
) {
  const result = await (prefetched ?? fetchWithNeighbours(api, journalId, entryId, signal));
  if (!result.ok) return result;
  const { entry, previous, next } = result.data;
  const neighbours: Neighbours = { older: previous[0]?.entry ?? null, newer: next[0]?.entry ?? null };
  return { ok: true as const, entry, entryState: entryStateOf(entry), neighbours };
}

/** Returns the drafts. Returns none when the drafts cannot be read, because the entry must open nevertheless. */
async function draftsOrNone(drafts: Promise<Draft[]>): Promise<Draft[]> {
  try {
    return await drafts;
  } catch {
    return [];
  }
}

const abortedResult: OpenPadResult = { type: "aborted" };

const openResult = (
  session: PadSession,
  otherDrafts: readonly Draft[] = [],
  entryState: EntryState = defaultEntryState,
  neighbours: Neighbours | null = null,
): OpenPadResult => ({ type: "open", session, entryState, neighbours, otherDrafts });

/** True for a draft with unsaved text that no pad in this tab is about to save. */
function isAbandoned(sessions: PadSessions, draft: Draft): boolean {
  const snapshot = sessions.find(draft.localId)?.actor.getSnapshot();
  const isNotSaving = !snapshot || snapshot.matches("refused") || snapshot.matches("conflict");
  return isNotSaving && startFromDraft(draft, null) !== null;
}

async function openNew(
  sessions: PadSessions,
  { journalId, localId, day }: PadRequest,
  signal: AbortSignal,
): Promise<OpenPadResult> {
  const runningSession = localId === null ? undefined : sessions.find(localId);
  if (runningSession) return openResult(runningSession);
  const drafts = await draftsOrNone(sessions.drafts.ofNewEntries(journalId));
  if (signal.aborted) return abortedResult;
  const requestedDraft = drafts.find((draft) => draft.localId === localId);
  const start = requestedDraft && startFromDraft(requestedDraft, null);
  if (start) return openResult(sessions.start(journalId, start, requestedDraft.localId));
  const blankWriting = createBlankWriting(Date.now());
  const writing = day === null ? blankWriting : moveToDay(blankWriting, day);
  const blankStart = { saved: null, writing, attempt: null, theirs: null, isUndated: day === null };
  return openResult(
    sessions.start(journalId, blankStart),
    drafts.filter((draft) => isAbandoned(sessions, draft)),
  );
}

/**
 * True when a draft may open in place of an entry that could not be loaded: the server is unreachable or busy, or the entry does not
 * exist. False when the user may not read the entry.
 */
const canDraftReplace = ({ status }: ApiFailure): boolean =>
  status === 0 || status === 404 || status === 429 || status >= 500;

async function openEntry(
  api: Api,
  sessions: PadSessions,
  { journalId, entryId, prefetched }: Pick<PadRequest, "journalId" | "prefetched"> & { entryId: number },
  signal: AbortSignal,
): Promise<OpenPadResult> {
  const [result, drafts] = await Promise.all([
    fetchEntry(api, journalId, entryId, signal, prefetched),
    draftsOrNone(sessions.drafts.ofEntry(entryId)),
  ]);
  if (signal.aborted) return abortedResult;
  const current = result.ok ? sessions.newest(savedEntryOf(result.entry, normaliseBody)) : null;
  const resultWith = (session: PadSession, otherDrafts: readonly Draft[]): OpenPadResult =>
    result.ok
      ? openResult(session, otherDrafts, result.entryState, result.neighbours)
      : openResult(session, otherDrafts);

  // An entry that was locked in the meantime is not shown, even if its pad session is in memory. Unsaved changes stay in that pad session.
  const runningSession = !result.ok && result.status === 423 ? undefined : sessions.findEntry(entryId);
  if (runningSession) {
    if (current) {
      const { saved } = runningSession.actor.getSnapshot().context;
      // A reply that is older than the last save is ignored: it would replace the newer text.
      if (saved && current.revision >= saved.revision)
        runningSession.actor.send({ type: "entry.replaced", saved: current });
      // Retries a save that was refused because the entry was locked.
      runningSession.actor.send({ type: "save.now" });
    }
    return resultWith(runningSession, []);
  }
  if (!result.ok && !canDraftReplace(result)) {
    return { type: "failed", failure: result, hasDraft: drafts.length > 0 };
  }
  const usableDrafts = drafts.flatMap((draft) => {
    const start = startFromDraft(draft, current);
    if (start) return [{ draft, start }];
    if (current) void sessions.drafts.remove(draft.localId);
    return [];
  });
  const [newest, ...others] = usableDrafts;
  if (newest) {
    const session = sessions.start(journalId, newest.start, newest.draft.localId);
    const otherDrafts = others.map(({ draft }) => draft);
    return resultWith(session, otherDrafts);
  }
  if (!result.ok || !current)
    return { type: "failed", failure: result as ApiFailure, hasDraft: drafts.length > 0 };
  return resultWith(
    sessions.start(journalId, { saved: current, writing: current.writing, attempt: null, theirs: null }),
    [],
  );
}

/** Opens a pad: a running session, or a new one from a draft, the entry of the server or a blank entry. */
export function openPad(
  api: Api,
  sessions: PadSessions,
  request: PadRequest,
  signal: AbortSignal,
): Promise<OpenPadResult> {
  const { entryId } = request;
  if (entryId === null) return openNew(sessions, request, signal);
  return openEntry(api, sessions, { ...request, entryId }, signal);
}

import type { Entry, Neighbour } from "@daybook/domain/contract/entries";
import type { Api, ApiFailure } from "../../shared/api-client.ts";
import { askEntry, type EntryAhead } from "../../shared/entry-ahead.ts";
import { type Extras, extrasOf } from "./acts/beside.store.ts";
import type { Draft } from "./autosave.ts";
import { normaliseBody } from "./body.ts";
import type { PadSession } from "./pad-session.ts";
import type { PadSessions } from "./pad-sessions.ts";
import { blankPage } from "./page-date.ts";
import { startFromDraft } from "./put-back.ts";
import { copyOf } from "./writing.ts";

/** The entries just before and after, where there are any. */
export type Neighbours = { readonly older: Neighbour | null; readonly newer: Neighbour | null };

/** What the pad knows of its entry beside the writing. */
export type EntryFacts = {
  readonly isTrashed: boolean;
  readonly isReadOnly: boolean;
  /** null when they are not known */
  readonly extras: Extras | null;
};

/** A page that was opened, or why it was not. */
export type Opening =
  | {
      readonly type: "open";
      readonly session: PadSession;
      readonly facts: EntryFacts;
      /** null until they are known */
      readonly neighbours: Neighbours | null;
      /** other unsaved texts of this place, to be offered */
      readonly leftovers: readonly Draft[];
    }
  | { readonly type: "failed"; readonly failure: ApiFailure; readonly draftIsKept: boolean }
  /** nobody waits for it any more */
  | { readonly type: "aborted" };

/** Which page is wanted. */
export type Wanted = {
  readonly journalId: number;
  readonly entryId: number | null;
  /** of a new entry: the draft it goes on with */
  readonly localId: string | null;
  /** of an entry that is on its way */
  readonly ahead: ReturnType<EntryAhead>;
};

const fresh: EntryFacts = { isTrashed: false, isReadOnly: false, extras: null };

const factsOf = (entry: Entry): EntryFacts => ({
  isTrashed: entry.status_id === 2,
  isReadOnly: entry.is_read_only,
  extras: extrasOf(entry),
});

/**
 * An entry with its nearest neighbours.
 *
 * @param ahead on its way already
 */
export async function fetchEntry(
  api: Api,
  journalId: number,
  entryId: number,
  signal?: AbortSignal,
  ahead: ReturnType<EntryAhead> = null,
) {
  const result = await (ahead ?? askEntry(api, journalId, entryId, signal));
  if (!result.ok) return result;
  const { entry, previous, next } = result.data;
  const neighbours: Neighbours = { older: previous[0]?.entry ?? null, newer: next[0]?.entry ?? null };
  return { ok: true as const, entry, facts: factsOf(entry), neighbours };
}

/** Drafts, or none where the device keeps none: that never stands between a person and an entry. */
async function found(drafts: Promise<Draft[]>): Promise<Draft[]> {
  try {
    return await drafts;
  } catch {
    return [];
  }
}

const aborted: Opening = { type: "aborted" };

const opened = (
  session: PadSession,
  leftovers: readonly Draft[] = [],
  facts: EntryFacts = fresh,
  neighbours: Neighbours | null = null,
): Opening => ({ type: "open", session, facts, neighbours, leftovers });

/** True for an unsaved text that nothing in this tab is about to save. */
function isAbandoned(sessions: PadSessions, draft: Draft): boolean {
  const running = sessions.find(draft.localId)?.actor.getSnapshot();
  const stuck = !running || running.matches("refused") || running.matches("conflict");
  return stuck && startFromDraft(draft, null) !== null;
}

async function openNew(
  sessions: PadSessions,
  { journalId, localId }: Wanted,
  signal: AbortSignal,
): Promise<Opening> {
  const running = localId === null ? undefined : sessions.find(localId);
  if (running) return opened(running);
  const drafts = await found(sessions.drafts.ofNewEntries(journalId));
  if (signal.aborted) return aborted;
  const mine = drafts.find((draft) => draft.localId === localId);
  const start = mine && startFromDraft(mine, null);
  if (start) return opened(sessions.start(journalId, start, mine.localId));
  const blank = { saved: null, writing: blankPage(Date.now()), act: null, theirs: null };
  return opened(
    sessions.start(journalId, blank),
    drafts.filter((draft) => isAbandoned(sessions, draft)),
  );
}

/** A draft stands in for an entry that is out of reach or gone, never for one that may not be read. */
const mayStandIn = ({ status }: ApiFailure): boolean =>
  status === 0 || status === 404 || status === 429 || status >= 500;

async function openEntry(
  api: Api,
  sessions: PadSessions,
  { journalId, entryId, ahead }: Pick<Wanted, "journalId" | "ahead"> & { entryId: number },
  signal: AbortSignal,
): Promise<Opening> {
  const [result, drafts] = await Promise.all([
    fetchEntry(api, journalId, entryId, signal, ahead),
    found(sessions.drafts.ofEntry(entryId)),
  ]);
  if (signal.aborted) return aborted;
  const current = result.ok ? copyOf(result.entry, normaliseBody) : null;
  const open = (session: PadSession, leftovers: readonly Draft[]): Opening =>
    result.ok ? opened(session, leftovers, result.facts, result.neighbours) : opened(session, leftovers);

  // What was locked meanwhile is not shown from memory either; its unsaved words wait there.
  const running = !result.ok && result.status === 423 ? undefined : sessions.findEntry(entryId);
  if (running) {
    if (current) {
      running.actor.send({ type: "entry.replaced", copy: current });
      // What a lock refused is taken now.
      running.actor.send({ type: "save.now" });
    }
    return open(running, []);
  }
  if (!result.ok && !mayStandIn(result)) {
    return { type: "failed", failure: result, draftIsKept: drafts.length > 0 };
  }
  const useful = drafts.flatMap((draft) => {
    const start = startFromDraft(draft, current);
    if (start) return [{ draft, start }];
    if (current) void sessions.drafts.remove(draft.localId);
    return [];
  });
  const [newest, ...others] = useful;
  if (newest) {
    const session = sessions.start(journalId, newest.start, newest.draft.localId);
    const leftovers = others.map(({ draft }) => draft);
    return open(session, leftovers);
  }
  if (!result.ok || !current)
    return { type: "failed", failure: result as ApiFailure, draftIsKept: drafts.length > 0 };
  return open(
    sessions.start(journalId, { saved: current, writing: current.writing, act: null, theirs: null }),
    [],
  );
}

/** Opens a page: the one still being written, a draft of it, or the entry as the server has it. */
export function openPad(
  api: Api,
  sessions: PadSessions,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Opening> {
  const { entryId } = wanted;
  if (entryId === null) return openNew(sessions, wanted, signal);
  return openEntry(api, sessions, { ...wanted, entryId }, signal);
}

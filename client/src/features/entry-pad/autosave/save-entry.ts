import type { Entry } from "@daybook/domain/contract/entries";
import type { Api, ApiFailure, CallOptions } from "../../../shared/api-client.ts";
import type { SaveResult, SaveInput, ConflictResolution, ResolveInput, SaveError } from "./autosave-state.ts";
import {
  updateRequest,
  type SavedEntry,
  savedEntryOf,
  creationRequest,
  type Normalise,
  sameText,
} from "./writing.ts";

/** What saving depends on. */
export type SaveContext = {
  readonly api: Api;
  /** false after a logout, or when another user has logged in; then nothing is sent */
  readonly isLoggedIn: () => boolean;
  readonly normalise: Normalise;
  /** resolves when the draft is stored on the device, storing it has failed, or it takes too long */
  readonly waitForDraft: () => Promise<void>;
  /** called when the server created a new entry */
  readonly onCreated?: () => void;
};

type FailedSave = Extract<SaveResult, { type: "delayed" | "refused" }>;

const loggedOutResult: FailedSave = { type: "refused", error: { reason: "logged_out", message: "" } };

const refusals: Readonly<Record<number, SaveError["reason"]>> = {
  401: "logged_out",
  403: "forbidden",
  404: "deleted",
  413: "too_long",
  423: "locked",
};

/** The save result for a failed call: delayed when a retry may succeed, refused when the user has to do something. */
export function failureOf({ status, code, message, fields, retryAfter }: ApiFailure): FailedSave {
  const delayed = (reason: SaveError["reason"]): FailedSave => ({
    type: "delayed",
    error: { reason, message },
    retryAfter,
  });
  if (status === 0) return delayed("unreachable");
  if (status === 429) return delayed("limited");
  if (status >= 500 || code === "clock_skew" || code === "nonce_used") return delayed("unavailable");
  const isTrashed = code === "entry_trashed" || code === "journal_trashed";
  const reason = isTrashed ? "trashed" : (refusals[status] ?? "invalid");
  const detail = Object.values(fields ?? {})[0] ?? message;
  return { type: "refused", error: { reason, message: detail } };
}

/** The body of a 409. */
type ConflictBody = {
  readonly entry?: Entry;
  readonly saved_by?: { readonly user_agent: string | null; readonly current: boolean } | null;
};

/** The newest entry from the body of a 409; `null` for another failure, or when the body has an unexpected shape. */
function entryInConflict({ status, body }: ApiFailure, normalise: Normalise): SavedEntry | null {
  const conflict = status === 409 ? (body as ConflictBody | null) : null;
  if (!conflict?.entry) return null;
  const device = conflict.saved_by;
  return {
    ...savedEntryOf(conflict.entry, normalise),
    ...(device && { savedBy: { userAgent: device.user_agent, isThisBrowser: device.current } }),
  };
}

const callOptions = (idempotencyKey: string): CallOptions => ({
  idempotencyKey,
  retries: 0,
  keepalive: true,
  quiet401: true,
});

/**
 * The revision of a text after its save: at most one more than that of its base. The reply to a repeat has the current entry, which another
 * device may have changed in the meantime. With that entry's revision, the next save would overwrite the other text without a conflict.
 */
const revisionAfterSave = (baseRevision: number, repliedRevision: number): number =>
  Math.min(repliedRevision, baseRevision + 1);

async function create(
  { api, onCreated }: SaveContext,
  { attempt, journalId }: SaveInput,
): Promise<SaveResult> {
  const body = creationRequest(attempt.writing);
  const result = await api.call(
    "createEntry",
    { params: { journalId: String(journalId) }, body },
    callOptions(attempt.key),
  );
  if (!result.ok) return result.code === "key_reused" ? { type: "rebase", saved: null } : failureOf(result);
  onCreated?.();
  const { id, revision, modified_at: modifiedAt } = result.data.entry;
  // The request has no star. If the user has set one, the next save sends it.
  const writing = { ...attempt.writing, starred: false };
  const createdEntry = { id, revision: revisionAfterSave(0, revision), modifiedAt, writing };
  return { type: "acknowledged", saved: createdEntry };
}

/** Returns a conflict, with a function that tries to merge both texts. The function is left out when its code cannot be loaded. */
async function conflictWith(theirs: SavedEntry, base: SavedEntry): Promise<SaveResult> {
  try {
    const { mergeTexts } = await import("./merge-texts.ts");
    return { type: "conflict", theirs, merge: (mine) => mergeTexts(base.writing, mine, theirs.writing) };
  } catch {
    return { type: "conflict", theirs };
  }
}

async function update(context: SaveContext, input: SaveInput, base: SavedEntry): Promise<SaveResult> {
  const { writing, key } = input.attempt;
  const params = { journalId: String(input.journalId), entryId: String(base.id) };
  const result = await context.api.call(
    "updateEntry",
    { params, body: updateRequest(writing, base) },
    callOptions(key),
  );
  if (result.ok) {
    // When only the star or the date was sent, the reply may name the revision of a text that this page has not loaded.
    const isTextSent = !sameText(writing, base.writing);
    const repliedRevision = (isTextSent && result.data?.entry.revision) || base.revision;
    const revision = revisionAfterSave(base.revision, repliedRevision);
    const modifiedAt = result.data?.entry.modified_at ?? base.modifiedAt;
    return { type: "acknowledged", saved: { id: base.id, revision, modifiedAt, writing } };
  }
  if (result.code === "key_reused") return { type: "rebase", saved: base };
  const theirs = entryInConflict(result, context.normalise);
  if (!theirs) return failureOf(result);
  const hasSameText = sameText(theirs.writing, writing) || sameText(theirs.writing, base.writing);
  return hasSameText ? { type: "rebase", saved: theirs } : conflictWith(theirs, base);
}

/** Sends one save attempt, after the wait for the draft. */
export function saveEntry(context: SaveContext): (input: SaveInput) => Promise<SaveResult> {
  return async (input) => {
    await context.waitForDraft();
    if (!context.isLoggedIn()) return loggedOutResult;
    return input.base ? update(context, input, input.base) : create(context, input);
  };
}

async function keepTheirs(context: SaveContext, input: ResolveInput): Promise<ConflictResolution> {
  const { theirs, mine, keys } = input;
  const params = { journalId: String(input.journalId), entryId: String(theirs.id) };
  let { revision } = theirs;
  for (const [index, { title, body }] of [mine, theirs.writing].entries()) {
    const change = { title, richtext_body: body, modified: revision };
    // oxlint-disable-next-line no-await-in-loop -- mine must be in the history before theirs is saved on top
    const result = await context.api.call(
      "updateEntry",
      { params, body: change },
      callOptions(keys[index] ?? keys[0]),
    );
    if (!result.ok) {
      const newerEntry = entryInConflict(result, context.normalise);
      return newerEntry
        ? { type: "conflict", theirs: newerEntry }
        : { type: "failed", error: failureOf(result).error };
    }
    revision = revisionAfterSave(revision, result.data?.entry.revision ?? revision);
  }
  return { type: "resolved", saved: { ...theirs, revision }, newEntryId: null };
}

async function saveMineAsNew(
  { api, onCreated }: SaveContext,
  input: ResolveInput,
): Promise<ConflictResolution> {
  const params = { journalId: String(input.journalId) };
  const result = await api.call(
    "createEntry",
    { params, body: creationRequest(input.mine) },
    callOptions(input.keys[0]),
  );
  if (!result.ok) return { type: "failed", error: failureOf(result).error };
  onCreated?.();
  return { type: "resolved", saved: input.theirs, newEntryId: result.data.entry.id };
}

/**
 * Resolves a conflict so that both texts are kept. The choice "theirs" saves mine first, so that mine is in the history, and then saves
 * theirs again. The choice "both" saves mine as a new entry.
 */
export function resolveConflict(context: SaveContext): (input: ResolveInput) => Promise<ConflictResolution> {
  return async (input) => {
    await context.waitForDraft();
    if (!context.isLoggedIn()) return { type: "failed", error: loggedOutResult.error };
    return input.choice === "theirs" ? keepTheirs(context, input) : saveMineAsNew(context, input);
  };
}

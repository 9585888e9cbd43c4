import type {
  AutosaveContext,
  AutosaveInput,
  ConflictChoice,
  ConflictResolution,
  Draft,
  ResolveInput,
  SaveInput,
  SaveResult,
} from "./autosave-state.ts";
import { createBlankWriting } from "../date/writing-date.ts";
import {
  dateAndStarOf,
  isBlank,
  rebaseWriting,
  type SavedEntry,
  sameWriting,
  type Writing,
} from "./writing.ts";

/** How long to wait after the last keystroke, and the longest that typing can delay a save. Milliseconds. */
export const delays = { quiet: 1_000, longest: 10_000 } as const;

const retryDelays = [2_000, 4_000, 6_000, 10_000, 20_000, 40_000, 60_000] as const;

/** How long to wait before the next retry, in milliseconds. */
export function backoff({
  failureCount,
  retryAfter,
}: Pick<AutosaveContext, "failureCount" | "retryAfter">): number {
  const delay = retryDelays[Math.min(Math.max(failureCount, 1), retryDelays.length) - 1] ?? 60_000;
  return Math.max(delay, retryAfter);
}

/** The context when the pad opens. */
export function initialContext(input: AutosaveInput): AutosaveContext {
  return {
    ...input,
    replacementCount: 0,
    changedAt: new Date(input.tools.now()).toISOString(),
    savedAt: null,
    lastResult: null,
    failureCount: 0,
    retryAfter: 0,
    error: null,
    resolving: null,
    newEntryId: null,
    canStoreDrafts: true,
  };
}

/** True when the pad has changes that the server has not acknowledged. A new blank entry has none. */
export function isUnsaved({ writing, saved }: Pick<AutosaveContext, "writing" | "saved">): boolean {
  return saved ? !sameWriting(writing, saved.writing) : !isBlank(writing);
}

/** The draft to store on this device now; null when everything is acknowledged. */
export function draftOf(context: AutosaveContext): Draft | null {
  const { localId, journalId, saved, writing, attempt, changedAt } = context;
  if (!isUnsaved(context) && !attempt) return null;
  const [entryId, baseRevision] = [saved?.id ?? null, saved?.revision ?? null];
  const draft = { localId, journalId, entryId, baseRevision, writing, attempt, changedAt };
  return saved ? { ...draft, baseDateAndStar: dateAndStarOf(saved.writing) } : draft;
}

/** The input of the next save. */
export function saveInputOf({ journalId, attempt, saved, writing, tools }: AutosaveContext): SaveInput {
  return { journalId, attempt: attempt ?? { key: tools.newKey(), writing }, base: saved };
}

/** The input of resolving the conflict. Throws when there is no conflict: that is a programming error. */
export function resolveInputOf({ journalId, resolving, theirs, writing }: AutosaveContext): ResolveInput {
  if (!resolving || !theirs) throw new Error("there is no conflict to resolve");
  return { journalId, ...resolving, mine: writing, theirs };
}

/** Gives an undated writing the current date and time. */
export function withCurrentDate({ isUndated, writing, tools }: AutosaveContext): Partial<AutosaveContext> {
  if (!isUndated) return {};
  const { localDate, timezone, createdAt } = createBlankWriting(tools.now());
  return { isUndated: false, writing: { ...writing, localDate, timezone, createdAt } };
}

/** The context after the user changed the writing. */
export function withChange(context: AutosaveContext, change: Partial<Writing>): Partial<AutosaveContext> {
  const changedAt = new Date(context.tools.now()).toISOString();
  const isDateChosen = change.localDate !== undefined;
  const isBegun = !isDateChosen && !isBlank({ ...context.writing, ...change });
  const dated: Partial<AutosaveContext> = isDateChosen
    ? { isUndated: false }
    : isBegun
      ? withCurrentDate(context)
      : {};
  const writing = { ...context.writing, ...dated.writing, ...change };
  return { ...dated, writing, changedAt, resolving: null, lastResult: null };
}

/** The context after an acknowledgement: the writing that was sent is saved, later changes are not. */
export function withAcknowledgedSave(
  { tools }: AutosaveContext,
  savedEntry: SavedEntry,
): Partial<AutosaveContext> {
  const savedAt = new Date(tools.now()).toISOString();
  return {
    saved: savedEntry,
    attempt: null,
    lastResult: null,
    failureCount: 0,
    retryAfter: 0,
    error: null,
    savedAt,
  };
}

/** Replaces the writing on the pad with the server's entry. */
export function withReplacedWriting(
  context: AutosaveContext,
  savedEntry: SavedEntry,
): Partial<AutosaveContext> {
  return {
    ...withAcknowledgedSave(context, savedEntry),
    // The writing of the server has no prompt: a new entry keeps the one that was chosen here.
    writing: { ...context.writing, ...savedEntry.writing },
    theirs: null,
    resolving: null,
    replacementCount: context.replacementCount + 1,
  };
}

/** Rebases my writing on `newest`, the server's version, which stays in the history. Without `newest`, only drops the attempt. */
export function rebase(
  { writing, saved }: AutosaveContext,
  newest: SavedEntry | null,
): Partial<AutosaveContext> {
  if (!newest) return { attempt: null };
  const mine = rebaseWriting(writing, newest.writing, saved?.writing ?? null);
  return {
    writing: mine,
    saved: newest,
    attempt: null,
    theirs: null,
    lastResult: null,
    resolving: null,
    error: null,
  };
}

/**
 * The context after a save ended. A delayed attempt is kept, because it may have reached the server. A refused attempt is kept when the
 * same request can succeed later, for example after the user has logged in.
 */
export function afterSave(context: AutosaveContext, result: SaveResult): Partial<AutosaveContext> {
  const lastResult = result.type;
  const failureCount = context.failureCount + 1;
  switch (result.type) {
    case "acknowledged":
      return withAcknowledgedSave(context, result.saved);
    case "rebase":
      return { ...rebase(context, result.saved), lastResult, failureCount, retryAfter: 0 };
    case "conflict": {
      const mergedWriting = result.merge?.(context.writing);
      if (mergedWriting) {
        const rebased = rebase(context, result.theirs);
        const writing = { ...(rebased.writing ?? context.writing), ...mergedWriting };
        return { ...rebased, writing, failureCount: 0, replacementCount: context.replacementCount + 1 };
      }
      return { lastResult, theirs: result.theirs, attempt: null, failureCount: 0, error: null };
    }
    case "delayed":
      return { lastResult, failureCount, error: result.error, retryAfter: result.retryAfter ?? 0 };
    case "refused": {
      const { reason } = result.error;
      const needsNewAttempt = reason === "too_long" || reason === "invalid" || reason === "trashed";
      return { lastResult, error: result.error, attempt: needsNewAttempt ? null : context.attempt };
    }
  }
}

/**
 * The context after an attempt to resolve a conflict. If the user typed in the meantime, the new text conflicts with the
 * entry that was saved.
 */
export function afterResolve(
  context: AutosaveContext,
  resolution: ConflictResolution,
): Partial<AutosaveContext> {
  if (resolution.type === "failed") return { error: resolution.error };
  if (resolution.type === "conflict") return { theirs: resolution.theirs, resolving: null, error: null };
  const { newEntryId } = resolution;
  if (!context.resolving) return { theirs: resolution.saved, error: null, newEntryId };
  return { ...withReplacedWriting(context, resolution.saved), newEntryId };
}

/** The context after the user chose how to resolve a conflict. Repeating the same choice reuses its keys. */
export function withChoice(
  { resolving, tools }: AutosaveContext,
  choice: ConflictChoice,
): Partial<AutosaveContext> {
  if (resolving?.choice === choice) return { error: null };
  return { error: null, resolving: { choice, keys: [tools.newKey(), tools.newKey()] } };
}

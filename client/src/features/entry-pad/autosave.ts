import { type Copy, isBlank, onTopOf, sameWriting, type Writing } from "./writing.ts";

/** One act of saving: what was sent, under the one key of all its retries. */
export type Act = { readonly key: string; readonly writing: Writing };

/** Why a save did not succeed, as the pad puts it in words. */
export type Trouble = {
  readonly reason:
    | "unreachable"
    | "unavailable"
    | "limited"
    | "signed_out"
    | "forbidden"
    | "gone"
    | "too_long"
    | "invalid"
    | "trashed"
    | "locked";
  /** a sentence of the server; empty when it sent none */
  readonly message: string;
};

/** How a save ended. Nothing is thrown for what a server may answer. */
export type Outcome =
  | { readonly type: "acknowledged"; readonly copy: Copy }
  /** no conflict, but the base was not the newest: save once more on top of `copy` */
  | { readonly type: "again"; readonly copy: Copy | null }
  | { readonly type: "conflict"; readonly theirs: Copy }
  /** comes right by itself; `retryAfter` in milliseconds */
  | { readonly type: "delayed"; readonly trouble: Trouble; readonly retryAfter: number | null }
  | { readonly type: "refused"; readonly trouble: Trouble };

/** What a save needs. `base` is null for an entry that is not created yet. */
export type SaveInput = { readonly journalId: number; readonly act: Act; readonly base: Copy | null };

/** How two texts are settled: theirs on top of mine, or mine as an entry of its own. Either way both are kept. */
export type Choice = "theirs" | "both";

/** What settling a conflict needs; the keys stay the same when it is tried again. */
export type SettleInput = {
  readonly journalId: number;
  readonly choice: Choice;
  readonly keys: readonly [string, string];
  readonly mine: Writing;
  readonly theirs: Copy;
};

/** How settling ended. */
export type Settled =
  | { readonly type: "settled"; readonly copy: Copy; readonly madeEntryId: number | null }
  | { readonly type: "conflict"; readonly theirs: Copy }
  | { readonly type: "failed"; readonly trouble: Trouble };

/** What is kept on the device until its very text is acknowledged. */
export type Draft = {
  /** names the pad that wrote it */
  readonly localId: string;
  readonly journalId: number;
  /** null until the entry is created */
  readonly entryId: number | null;
  /** the revision that the writing is based on */
  readonly baseRevision: number | null;
  readonly writing: Writing;
  /** sent, and not answered yet */
  readonly act: Act | null;
  /** ISO-8601 UTC */
  readonly changedAt: string;
};

/** Time and randomness of the machine. */
export type Tools = {
  /** milliseconds since 1970 */
  readonly now: () => number;
  /** a fresh unguessable key */
  readonly newKey: () => string;
};

/** What a pad starts from. */
export type AutosaveInput = {
  readonly localId: string;
  readonly journalId: number;
  readonly saved: Copy | null;
  readonly writing: Writing;
  /** an act whose answer never came */
  readonly act: Act | null;
  /** the server's text, when the writing was not made from it */
  readonly theirs: Copy | null;
  readonly tools: Tools;
};

/** What the autosave machine knows. */
export type Autosave = AutosaveInput & {
  /** counts the times the machine itself replaced what the page shows */
  readonly shown: number;
  readonly changedAt: string;
  /** when the last acknowledgement came */
  readonly savedAt: string | null;
  /** how the last save ended, until something changes that */
  readonly ended: Outcome["type"] | null;
  readonly failures: number;
  readonly retryAfter: number;
  readonly trouble: Trouble | null;
  /** the choice under way between mine and theirs; null once something was typed since */
  readonly settling: { readonly choice: Choice; readonly keys: readonly [string, string] } | null;
  /** the entry that settling a conflict made of my text */
  readonly madeEntryId: number | null;
  /** false when this device cannot keep drafts */
  readonly draftKept: boolean;
};

/** What may happen to a page. */
export type AutosaveEvent =
  | { type: "writing.changed"; change: Partial<Writing> }
  | { type: "save.now" }
  /** something is to be kept with the entry, so it has to be there, even blank */
  | { type: "entry.wanted" }
  | { type: "page.hidden" }
  | { type: "online" }
  | { type: "signed.in" }
  | { type: "entry.replaced"; copy: Copy }
  | { type: "mine.kept" }
  | { type: "choice.made"; choice: Choice }
  | { type: "saved.as.new" }
  | { type: "draft.failed" }
  | { type: "draft.kept" };

/** The pause after the last keystroke, and the longest time that typing may put a save off. Milliseconds. */
export const pauses = { quiet: 1_000, longest: 10_000 } as const;

const waits = [2_000, 4_000, 6_000, 10_000, 20_000, 40_000, 60_000] as const;

/** How long to wait before the next try, in milliseconds. */
export function backoff({ failures, retryAfter }: Pick<Autosave, "failures" | "retryAfter">): number {
  const wait = waits[Math.min(Math.max(failures, 1), waits.length) - 1] ?? 60_000;
  return Math.max(wait, retryAfter);
}

/** The first state of a pad. */
export function openAutosave(input: AutosaveInput): Autosave {
  return {
    ...input,
    shown: 0,
    changedAt: new Date(input.tools.now()).toISOString(),
    savedAt: null,
    ended: null,
    failures: 0,
    retryAfter: 0,
    trouble: null,
    settling: null,
    madeEntryId: null,
    draftKept: true,
  };
}

/** True when the page bears something that no acknowledgement covers. An untouched blank page is nothing to save. */
export function isUnsaved({ writing, saved }: Pick<Autosave, "writing" | "saved">): boolean {
  return saved ? !sameWriting(writing, saved.writing) : !isBlank(writing);
}

/** What has to lie on the device now; null when everything is acknowledged. */
export function draftOf(context: Autosave): Draft | null {
  const { localId, journalId, saved, writing, act, changedAt } = context;
  if (!isUnsaved(context) && !act) return null;
  const [entryId, baseRevision] = [saved?.id ?? null, saved?.revision ?? null];
  return { localId, journalId, entryId, baseRevision, writing, act, changedAt };
}

/** What the save under way is made of. */
export function saveInputOf({ journalId, act, saved, writing, tools }: Autosave): SaveInput {
  return { journalId, act: act ?? { key: tools.newKey(), writing }, base: saved };
}

/** What settling is made of; without their text there is nothing to settle, which is a programming error. */
export function settleInputOf({ journalId, settling, theirs, writing }: Autosave): SettleInput {
  if (!settling || !theirs) throw new Error("there is no conflict to settle");
  return { journalId, ...settling, mine: writing, theirs };
}

/** The writing after a change made on the page. */
export function changed(context: Autosave, change: Partial<Writing>): Partial<Autosave> {
  const changedAt = new Date(context.tools.now()).toISOString();
  return { writing: { ...context.writing, ...change }, changedAt, settling: null, ended: null };
}

/** After an acknowledgement: what was sent is saved; what was typed since is not. */
export function acknowledged({ tools }: Autosave, copy: Copy): Partial<Autosave> {
  const savedAt = new Date(tools.now()).toISOString();
  return { saved: copy, act: null, ended: null, failures: 0, retryAfter: 0, trouble: null, savedAt };
}

/** The server's copy takes the place of what the page shows. */
export function replaced(context: Autosave, copy: Copy): Partial<Autosave> {
  return {
    ...acknowledged(context, copy),
    writing: copy.writing,
    theirs: null,
    settling: null,
    shown: context.shown + 1,
  };
}

/** My text goes on top of `copy`, which stays in the history; without one the act alone is given up. */
export function onTop({ writing, saved }: Autosave, copy: Copy | null): Partial<Autosave> {
  if (!copy) return { act: null };
  const mine = onTopOf(writing, copy.writing, saved?.writing ?? null);
  return { writing: mine, saved: copy, act: null, theirs: null, ended: null, settling: null, trouble: null };
}

/** After a save ended. What was refused for its own sake is not sent again; any other act may have arrived. */
export function concluded(context: Autosave, outcome: Outcome): Partial<Autosave> {
  const ended = outcome.type;
  const failures = context.failures + 1;
  switch (outcome.type) {
    case "acknowledged":
      return acknowledged(context, outcome.copy);
    case "again":
      return { ...onTop(context, outcome.copy), ended, failures, retryAfter: 0 };
    case "conflict":
      return { ended, theirs: outcome.theirs, act: null, failures: 0, trouble: null };
    case "delayed":
      return { ended, failures, trouble: outcome.trouble, retryAfter: outcome.retryAfter ?? 0 };
    case "refused": {
      const { reason } = outcome.trouble;
      const final = reason === "too_long" || reason === "invalid" || reason === "trashed";
      return { ended, trouble: outcome.trouble, act: final ? null : context.act };
    }
  }
}

/** After an attempt to settle a conflict. What was typed meanwhile is compared with theirs once more. */
export function settled(context: Autosave, ending: Settled): Partial<Autosave> {
  if (ending.type === "failed") return { trouble: ending.trouble };
  if (ending.type === "conflict") return { theirs: ending.theirs, settling: null, trouble: null };
  const { madeEntryId } = ending;
  if (!context.settling) return { theirs: ending.copy, trouble: null, madeEntryId };
  return { ...replaced(context, ending.copy), madeEntryId };
}

/** A choice between two texts; chosen again, it is the same act with the same keys. */
export function chosen({ settling, tools }: Autosave, choice: Choice): Partial<Autosave> {
  if (settling?.choice === choice) return { trouble: null };
  return { trouble: null, settling: { choice, keys: [tools.newKey(), tools.newKey()] } };
}

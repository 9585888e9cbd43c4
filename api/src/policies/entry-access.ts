import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey, FoundKey } from "@daybook/platform/privacy/key-vault";
import { open } from "@daybook/platform/privacy/seal";
import { type EntryWithBody, entryById } from "@daybook/read-models/queries/entries";
import { isParked } from "@daybook/read-models/queries/parked";
import type { Actor, Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { refuseLocked, type ShownLock, showLock } from "./lock-gate.ts";

/** The path of an entry. */
export type EntryPath = { readonly journalId: number; readonly entryId: number };

/** The key of an entry that is open for whoever asks. */
export type OpenEntry = {
  readonly key: DataKey;
  /** Its own lock, open, when it has one. */
  readonly lock: ShownLock | null;
  /** True when this or its journal's lock is on the way: then nothing of it may be remembered between requests. */
  readonly behindLock: boolean;
};

const notFound = () => reject("not_found", "We couldn't find that entry in your journal.");
const late = () => reject("unavailable", "This entry is being brought up to date. Please try again.");

/** True for an entry that its owner may still touch, in the journal that the path names. */
function isOwn(entry: Entry, actor: Pick<Actor, "userId">, path: EntryPath): boolean {
  const there = entry.status === "active" || entry.status === "trashed";
  return there && entry.accountId === actor.userId && entry.journalId === path.journalId;
}

type Keys = { readonly entry: FoundKey | undefined; readonly journalKey: DataKey | null };

async function findKeys(deps: ApiDeps, actor: Actor, path: EntryPath): Promise<Keys> {
  const [entry, journal] = [streamOf.entry(path.entryId), streamOf.journal(path.journalId)];
  const found = await deps.vault.findKeys([entry, journal], actor.opening);
  return { entry: found.get(entry), journalKey: found.get(journal)?.key ?? null };
}

/** Its own lock as it looks from outside; a title's key opens the hint. */
const ownLock = (deps: ApiDeps, actor: Actor, { lock, titleKey }: FoundKey): ShownLock | null =>
  lock && titleKey ? showLock(deps, actor, "entry", lock, titleKey) : null;

/** Past the locks before an entry, to be asked only about one's own; a 423 when one of them is closed. */
function pass(deps: ApiDeps, actor: Actor, { entry, journalKey }: Keys): OpenEntry | Refusal {
  if (!entry || !journalKey) return notFound();
  const { closed, lock, key, isLocked } = entry;
  const shown = ownLock(deps, actor, entry);
  if (closed && closed !== lock) {
    return refuseLocked("journal", showLock(deps, actor, "journal", closed, journalKey));
  }
  if (!key) return shown ? refuseLocked("entry", shown) : notFound();
  return { key, lock: shown, behindLock: isLocked };
}

/** The folded entry and its key, for a command. Somebody else's entry, or one under another journal, does not exist. */
export async function ownEntryState(
  deps: ApiDeps,
  actor: Actor,
  path: EntryPath,
): Promise<({ state: Entry } & OpenEntry) | Refusal> {
  const stream = streamOf.entry(path.entryId);
  const [{ state }, keys] = await Promise.all([
    deps.commands.load(entryDecider, stream),
    findKeys(deps, actor, path),
  ]);
  if (!isOwn(state, actor, path)) return notFound();
  const passed = pass(deps, actor, keys);
  return isRejection(passed) ? passed : { state, ...passed };
}

/**
 * The folded entry as it looks from outside: for what may be done to it while its own lock is closed, such as trashing. Its
 * journal has to be open. There is no key with it, only what seals its hint.
 */
export async function entryOutside(
  deps: ApiDeps,
  actor: Actor,
  path: EntryPath,
): Promise<{ state: Entry; lock: ShownLock | null; hintKey: DataKey } | Refusal> {
  const stream = streamOf.entry(path.entryId);
  const [{ state }, keys] = await Promise.all([
    deps.commands.load(entryDecider, stream),
    findKeys(deps, actor, path),
  ]);
  if (!isOwn(state, actor, path) || !keys.entry) return notFound();
  const hintKey = keys.entry.titleKey;
  if (hintKey) return { state, lock: ownLock(deps, actor, keys.entry), hintKey };
  const passed = pass(deps, actor, keys);
  return isRejection(passed) ? passed : notFound();
}

/**
 * The folded entry alone, for putting it somewhere else or into the trash: nothing of it is read. Without a journal in the
 * path it may be in any of the caller's.
 */
export async function ownEntryFacts(
  deps: ApiDeps,
  actor: Pick<Actor, "userId">,
  path: { readonly journalId: number | null; readonly entryId: number },
): Promise<Entry | Refusal> {
  const { state } = await deps.commands.load(entryDecider, streamOf.entry(path.entryId));
  const journalId = path.journalId ?? state.journalId;
  return isOwn(state, actor, { journalId, entryId: path.entryId }) ? state : notFound();
}

/** The entry as the read model has it, and its key. An entry that is stored but not yet there is a 503. */
export async function ownEntryRow(
  deps: ApiDeps,
  actor: Actor,
  path: EntryPath,
): Promise<({ row: EntryWithBody } & OpenEntry) | Refusal> {
  const stream = streamOf.entry(path.entryId);
  const [row, keys, parked] = await Promise.all([
    entryById(deps.pool, path.entryId),
    findKeys(deps, actor, path),
    isParked(deps.pool, stream),
  ]);
  if (!row) {
    const { state } = await deps.commands.load(entryDecider, stream);
    return isOwn(state, actor, path) ? late() : notFound();
  }
  if (row.userId !== actor.userId || row.journalId !== path.journalId) return notFound();
  const passed = pass(deps, actor, keys);
  if (isRejection(passed)) return passed;
  if (parked) return late();
  return { row, ...passed };
}

type ListedRow = {
  readonly id: number;
  readonly title: Sealed<"entry.title">;
  readonly excerpt?: Sealed<"entry.excerpt">;
};

/** What a list may show of an entry. */
export type ListedText = {
  readonly title: string;
  /** Empty while its lock is closed, and where none was asked for. */
  readonly excerpt: string;
  readonly lock: ShownLock | null;
};

/**
 * The titles and excerpts of one's own entries, by id, for lists: of a locked one the title alone, of one in a locked journal
 * nothing. Ids without a key, or behind a journal's lock, are missing.
 */
export async function listedTexts(
  deps: ApiDeps,
  actor: Actor,
  rows: readonly ListedRow[],
): Promise<Map<number, ListedText>> {
  const found = await deps.vault.findKeys(
    rows.map(({ id }) => streamOf.entry(id)),
    actor.opening,
  );
  const texts = new Map<number, ListedText>();
  for (const row of rows) {
    const stream = streamOf.entry(row.id);
    const entry = found.get(stream);
    if (!entry?.titleKey) continue;
    const { key, titleKey } = entry;
    texts.set(row.id, {
      title: open(titleKey, stream, "entry.title", row.title),
      excerpt: key && row.excerpt ? open(key, stream, "entry.excerpt", row.excerpt) : "",
      lock: ownLock(deps, actor, entry),
    });
  }
  return texts;
}

import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey, FoundKey } from "@daybook/platform/vault/key-vault";
import { open } from "@daybook/platform/vault/seal";
import { type EntryWithBody, entryById } from "@daybook/read-models/queries/entries";
import { isParked } from "@daybook/read-models/queries/parked";
import type { Actor, Refusal } from "../context.ts";
import type { Application } from "../application.ts";
import { refuseLocked, type LockView, viewLock } from "./lock-gate.ts";

/** The ids of an entry and of its journal, as the request names them. */
export type EntryPath = { readonly journalId: number; readonly entryId: number };

/** An entry that is open for the actor: its key and lock. */
export type OpenEntry = {
  readonly key: DataKey;
  /** Its own lock, which is open; `null` without a lock. */
  readonly lock: LockView | null;
  /** True when the entry or its journal has a lock. Then nothing of its text may be cached between requests. */
  readonly isLockProtected: boolean;
};

const notFound = () => reject("not_found", "We couldn't find that entry in your journal.");
const beingUpdated = () => reject("unavailable", "This entry is being brought up to date. Please try again.");

/** True for an entry of the actor that is active or in the trash, in the journal of the path. */
function isUsableBy(entry: Entry, actor: Pick<Actor, "userId">, path: EntryPath): boolean {
  const isUsable = entry.status === "active" || entry.status === "trashed";
  return isUsable && entry.accountId === actor.userId && entry.journalId === path.journalId;
}

type Keys = { readonly entryKey: FoundKey | undefined; readonly journalKey: DataKey | null };

async function findKeys(app: Application, actor: Actor, path: EntryPath): Promise<Keys> {
  const [entryStream, journalStream] = [streamOf.entry(path.entryId), streamOf.journal(path.journalId)];
  const foundKeys = await app.vault.findKeys([entryStream, journalStream], actor.lockAccess);
  return { entryKey: foundKeys.get(entryStream), journalKey: foundKeys.get(journalStream)?.key ?? null };
}

/** The entry's own lock; `null` without one. The key of the title also decrypts the hint of the lock. */
const ownLock = (app: Application, actor: Actor, { lock, titleKey }: FoundKey): LockView | null =>
  lock && titleKey ? viewLock(app, actor, "entry", lock, titleKey) : null;

/** Checks the locks of an entry of the actor. `locked` when the lock of its journal or its own lock is closed. */
function openWithLocks(
  app: Application,
  actor: Actor,
  { journalId }: EntryPath,
  { entryKey, journalKey }: Keys,
): OpenEntry | Refusal {
  if (!entryKey || !journalKey) return notFound();
  const { closedLock, lock, key, isLockProtected } = entryKey;
  const lockOfEntry = ownLock(app, actor, entryKey);
  if (closedLock && closedLock !== lock) {
    // This is the lock of another journal: a move changes the parent of the key before its event is stored and projected.
    if (closedLock.stream !== streamOf.journal(journalId)) return beingUpdated();
    return refuseLocked("journal", viewLock(app, actor, "journal", closedLock, journalKey));
  }
  if (!key) return lockOfEntry ? refuseLocked("entry", lockOfEntry) : notFound();
  return { key, lock: lockOfEntry, isLockProtected };
}

/**
 * The folded entry, active or in the trash, and its key, for a command. `not_found` for an erased entry, another person's, or one in
 * another journal; `locked` while its own lock or that of its journal is closed.
 */
export async function openEntryState(
  app: Application,
  actor: Actor,
  path: EntryPath,
): Promise<({ state: Entry } & OpenEntry) | Refusal> {
  const stream = streamOf.entry(path.entryId);
  const [{ state }, keys] = await Promise.all([
    app.commands.load(entryDecider, stream),
    findKeys(app, actor, path),
  ]);
  if (!isUsableBy(state, actor, path)) return notFound();
  const entryAccess = openWithLocks(app, actor, path, keys);
  return isRejection(entryAccess) ? entryAccess : { state, ...entryAccess };
}

/**
 * The folded entry, to show it or change its lock even while its own lock is closed. Its journal must be open. While the
 * lock is closed, use the returned key only for the title and the hint.
 */
export async function findEntryMetadata(
  app: Application,
  actor: Actor,
  path: EntryPath,
): Promise<{ state: Entry; lock: LockView | null; titleKey: DataKey } | Refusal> {
  const stream = streamOf.entry(path.entryId);
  const [{ state }, keys] = await Promise.all([
    app.commands.load(entryDecider, stream),
    findKeys(app, actor, path),
  ]);
  if (!isUsableBy(state, actor, path) || !keys.entryKey) return notFound();
  const { titleKey } = keys.entryKey;
  if (titleKey) return { state, lock: ownLock(app, actor, keys.entryKey), titleKey };
  const entryAccess = openWithLocks(app, actor, path, keys);
  return isRejection(entryAccess) ? entryAccess : notFound();
}

/**
 * The folded entry without any key. Locks are not checked. Without a journal in the path, the entry may be in any of the
 * actor's journals.
 */
export async function findEntryState(
  app: Application,
  actor: Pick<Actor, "userId">,
  path: { readonly journalId: number | null; readonly entryId: number },
): Promise<Entry | Refusal> {
  const { state } = await app.commands.load(entryDecider, streamOf.entry(path.entryId));
  const journalId = path.journalId ?? state.journalId;
  return isUsableBy(state, actor, { journalId, entryId: path.entryId }) ? state : notFound();
}

/**
 * The entry's row in the read model, and its key. `unavailable` when the read model does not have the entry yet, or could not
 * apply one of its events.
 */
export async function openEntryRow(
  app: Application,
  actor: Actor,
  path: EntryPath,
): Promise<({ row: EntryWithBody } & OpenEntry) | Refusal> {
  const stream = streamOf.entry(path.entryId);
  const [row, keys, isStreamParked] = await Promise.all([
    entryById(app.pool, path.entryId),
    findKeys(app, actor, path),
    isParked(app.pool, stream),
  ]);
  if (!row) {
    const { state } = await app.commands.load(entryDecider, stream);
    return isUsableBy(state, actor, path) ? beingUpdated() : notFound();
  }
  if (row.userId !== actor.userId || row.journalId !== path.journalId) return notFound();
  const entryAccess = openWithLocks(app, actor, path, keys);
  if (isRejection(entryAccess)) return entryAccess;
  if (isStreamParked) return beingUpdated();
  return { row, ...entryAccess };
}

type ListedRow = {
  readonly id: number;
  readonly title: Sealed<"entry.title">;
  readonly excerpt?: Sealed<"entry.excerpt">;
};

/** What a list may show of an entry. */
export type ListedText = {
  readonly title: string;
  /** Empty while the entry's own lock is closed, and when the row has no excerpt. */
  readonly excerpt: string;
  readonly lock: LockView | null;
  /** `null` while the entry's own lock is closed. */
  readonly key: DataKey | null;
};

/**
 * The titles and excerpts of the actor's entries for lists, by id. While its own lock is closed, an entry has only its
 * title. Entries that are erased, or whose journal's lock is closed, are missing.
 */
export async function openListedTexts(
  app: Application,
  actor: Actor,
  rows: readonly ListedRow[],
): Promise<Map<number, ListedText>> {
  const foundKeys = await app.vault.findKeys(
    rows.map(({ id }) => streamOf.entry(id)),
    actor.lockAccess,
  );
  const texts = new Map<number, ListedText>();
  for (const row of rows) {
    const stream = streamOf.entry(row.id);
    const foundKey = foundKeys.get(stream);
    if (!foundKey?.titleKey) continue;
    const { key, titleKey } = foundKey;
    texts.set(row.id, {
      title: open(titleKey, stream, "entry.title", row.title),
      excerpt: key && row.excerpt ? open(key, stream, "entry.excerpt", row.excerpt) : "",
      lock: ownLock(app, actor, foundKey),
      key: key ?? null,
    });
  }
  return texts;
}

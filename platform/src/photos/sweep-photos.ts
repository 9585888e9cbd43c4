import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import type pg from "pg";
import type { BlobInfo, Blobs } from "../blobs/blobs.ts";
import type { CommandHandler } from "../commands/handle-command.ts";
import type { PhotoRef, PhotoStore } from "./photo-store.ts";

/** What a sweep found: rows that an act left unsettled, photos of what was erased, blobs that nobody knows. */
export type Swept = { readonly settled: number; readonly removed: number };

/** Long after the act that left it has ended, with all its repeats. */
const leftAfter = 24 * 3_600_000;
const pageSize = 500;
const ownBlob = /^(\d+)-(\d+)\.(?:original|thumbnail)$/;

/** What a sweep works with. */
export type SweepDeps = {
  readonly pool: pg.Pool;
  readonly blobs: Blobs;
  readonly photos: PhotoStore;
  readonly commands: Pick<CommandHandler, "load">;
  /** The clock at the moment of the sweep, in milliseconds. */
  readonly now: number;
  /** Ends the sweep between two photos, by an error. */
  readonly signal?: AbortSignal;
};

const entryOf = async ({ commands }: SweepDeps, entryId: number): Promise<Entry> =>
  (await commands.load(entryDecider, streamOf.entry(entryId))).state;

const photoIn = ({ photos }: Entry, photoId: number) => photos.find(({ id }) => id === photoId);

/** Acts that a crash cut off: the log says whether the photo came, or went. */
async function settleLeftOver(deps: SweepDeps): Promise<Swept> {
  const before = deps.now - leftAfter;
  const { rows } = await deps.pool.query<{ id: number; entry_id: number }>(
    "SELECT id, entry_id FROM blobs.photos WHERE NOT settled AND touched_at < to_timestamp($1::float8 / 1000)",
    [before],
  );
  let [settled, removed] = [0, 0];
  for (const { id, entry_id: entryId } of rows) {
    deps.signal?.throwIfAborted();
    if (photoIn(await entryOf(deps, entryId), id)) {
      await deps.photos.settle([id]);
      settled += 1;
    } else if (await deps.photos.remove({ photoId: id, entryId }, { touchedSince: before })) removed += 1;
  }
  return { settled, removed };
}

async function wasErased({ pool }: SweepDeps, ...ids: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query(
    "SELECT FROM vault.erasures WHERE id = ANY ($1::text[]) AND completed_at IS NOT NULL",
    [ids],
  );
  return rows.length > 0;
}

/**
 * Photos of entries whose key is gone, as the key of an entry, a journal or an account takes all below it along. That
 * the key is missing is not enough: the vault must say that it was erased, or a vault that is not restored yet would
 * cost all photos.
 */
async function removeErased(deps: SweepDeps): Promise<number> {
  const { rows } = await deps.pool.query<{ id: number; entry_id: number; user_id: number }>(
    `SELECT p.id, p.entry_id, p.user_id FROM blobs.photos p
     WHERE NOT EXISTS (SELECT FROM vault.keys k WHERE k.id = 'entry-' || p.entry_id)`,
  );
  let removed = 0;
  for (const { id, entry_id: entryId, user_id: userId } of rows) {
    deps.signal?.throwIfAborted();
    const above = [streamOf.entry(entryId), streamOf.account(userId)];
    const { journalId } = await entryOf(deps, entryId);
    if (!(await wasErased(deps, ...above, streamOf.journal(journalId)))) continue;
    if (await deps.photos.remove({ photoId: id, entryId })) removed += 1;
  }
  return removed;
}

async function withoutRow(deps: SweepDeps, found: readonly (PhotoRef & BlobInfo)[]) {
  const { rows } = await deps.pool.query<{ id: number }>(
    "SELECT id FROM blobs.photos WHERE id = ANY ($1::bigint[])",
    [found.map(({ photoId }) => photoId)],
  );
  const known = new Set(rows.map(({ id }) => id));
  return found.filter(({ photoId }) => !known.has(photoId));
}

/** A photo that the log has gets its row back, as after a restore; what the log does not have is removed. */
async function mendOrRemove(deps: SweepDeps, blob: PhotoRef & BlobInfo): Promise<Swept> {
  const entry = await entryOf(deps, blob.entryId);
  const photo = photoIn(entry, blob.photoId);
  // A row for either, so that whoever claims the same id at this moment is seen.
  await deps.pool.query(
    `INSERT INTO blobs.photos (id, user_id, entry_id, bytes, source_tag, settled, touched_at)
     VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000)) ON CONFLICT (id) DO NOTHING`,
    [
      blob.photoId,
      entry.accountId,
      blob.entryId,
      photo?.size ?? 0,
      photo?.sourceTag ?? "",
      photo !== undefined,
      blob.modifiedAt,
    ],
  );
  if (photo) return { settled: 1, removed: 0 };
  const removed = await deps.photos.remove(blob, { touchedSince: deps.now - leftAfter });
  return { settled: 0, removed: removed ? 1 : 0 };
}

/** Blobs without a row, and what a crash left half written. Blobs of somebody else's making stay. */
async function sweepBlobs(deps: SweepDeps): Promise<Swept> {
  let [settled, removed] = [0, 0];
  let page: (PhotoRef & BlobInfo)[] = [];
  const check = async (): Promise<void> => {
    for (const blob of await withoutRow(deps, page)) {
      const swept = await mendOrRemove(deps, blob);
      settled += swept.settled;
      removed += swept.removed;
    }
    page = [];
  };
  for await (const info of deps.blobs.list()) {
    deps.signal?.throwIfAborted();
    if (info.modifiedAt >= deps.now - leftAfter) continue;
    const own = ownBlob.exec(info.name);
    if (own) page.push({ ...info, entryId: Number(own[1]), photoId: Number(own[2]) });
    else if (info.name.endsWith(".tmp")) {
      await deps.blobs.remove(info.name);
      removed += 1;
    }
    if (page.length >= pageSize) await check();
  }
  await check();
  return { settled, removed };
}

/** Brings photos, blobs and the log together. Several processes may do so at once, and again at any time. */
export async function sweepPhotos(deps: SweepDeps): Promise<Swept> {
  const left = await settleLeftOver(deps);
  const erased = await removeErased(deps);
  const blobs = await sweepBlobs(deps);
  return { settled: left.settled + blobs.settled, removed: left.removed + erased + blobs.removed };
}

import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import type pg from "pg";
import type { BlobInfo, Blobs } from "../blobs/blobs.ts";
import type { CommandHandler } from "../commands/handle-command.ts";
import type { PhotoRef, PhotoStore } from "./photo-store.ts";

/** How many photos and files a sweep confirmed or removed. For a photo without a row, each of its files counts. */
export type SweepResult = { readonly confirmed: number; readonly removed: number };

/** An unconfirmed photo of this age is abandoned: its command and all repeats have ended long before. */
const abandonedAfterMs = 24 * 3_600_000;
const pageSize = 500;
const photoBlobName = /^(\d+)-(\d+)\.(?:original|thumbnail)$/;

/** What a sweep depends on. */
export type SweepDeps = {
  readonly pool: pg.Pool;
  readonly blobs: Blobs;
  readonly photos: PhotoStore;
  readonly commands: Pick<CommandHandler, "load">;
  /** The time of the sweep, in milliseconds since 1970. */
  readonly now: number;
  /** Stops the sweep, which then rejects. */
  readonly signal?: AbortSignal;
};

const loadEntry = async ({ commands }: SweepDeps, entryId: number): Promise<Entry> =>
  (await commands.load(entryDecider, streamOf.entry(entryId))).state;

const findPhoto = ({ photos }: Entry, photoId: number) => photos.find(({ id }) => id === photoId);

/** Handles the unconfirmed photos of crashed commands: confirms those that the log has, and removes the others. */
async function confirmOrRemove(deps: SweepDeps): Promise<SweepResult> {
  const abandonedBefore = deps.now - abandonedAfterMs;
  const { rows } = await deps.pool.query<{ id: number; entry_id: number }>(
    "SELECT id, entry_id FROM blobs.photos WHERE NOT settled AND touched_at < to_timestamp($1::float8 / 1000)",
    [abandonedBefore],
  );
  let [confirmed, removed] = [0, 0];
  for (const { id, entry_id: entryId } of rows) {
    deps.signal?.throwIfAborted();
    if (findPhoto(await loadEntry(deps, entryId), id)) {
      await deps.photos.confirm([id]);
      confirmed += 1;
    } else if (await deps.photos.remove({ photoId: id, entryId }, { onlyIfAbandonedBefore: abandonedBefore }))
      removed += 1;
  }
  return { confirmed, removed };
}

async function wasErased({ pool }: SweepDeps, ...ids: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query(
    "SELECT FROM vault.erasures WHERE id = ANY ($1::text[]) AND completed_at IS NOT NULL",
    [ids],
  );
  return rows.length > 0;
}

/**
 * Removes the photos of erased entries. An entry is erased alone, or with its journal or its account. A missing key of an entry
 * is not enough: the vault must have a record of the erasure. Otherwise this would delete all photos while the vault is not
 * restored from its backup yet.
 */
async function removeErased(deps: SweepDeps): Promise<number> {
  const { rows } = await deps.pool.query<{ id: number; entry_id: number; user_id: number }>(
    `SELECT p.id, p.entry_id, p.user_id FROM blobs.photos p
     WHERE NOT EXISTS (SELECT FROM vault.keys k WHERE k.id = 'entry-' || p.entry_id)`,
  );
  let removedCount = 0;
  for (const { id, entry_id: entryId, user_id: userId } of rows) {
    deps.signal?.throwIfAborted();
    const streams = [streamOf.entry(entryId), streamOf.account(userId)];
    const { journalId } = await loadEntry(deps, entryId);
    if (!(await wasErased(deps, ...streams, streamOf.journal(journalId)))) continue;
    if (await deps.photos.remove({ photoId: id, entryId })) removedCount += 1;
  }
  return removedCount;
}

async function findBlobsWithoutRow(deps: SweepDeps, photoBlobs: readonly (PhotoRef & BlobInfo)[]) {
  const { rows } = await deps.pool.query<{ id: number }>(
    "SELECT id FROM blobs.photos WHERE id = ANY ($1::bigint[])",
    [photoBlobs.map(({ photoId }) => photoId)],
  );
  const storedPhotoIds = new Set(rows.map(({ id }) => id));
  return photoBlobs.filter(({ photoId }) => !storedPhotoIds.has(photoId));
}

/** Restores the row of a photo that the log has. Removes a photo that the log does not have. */
async function restoreOrRemove(deps: SweepDeps, blob: PhotoRef & BlobInfo): Promise<SweepResult> {
  const entry = await loadEntry(deps, blob.entryId);
  const photo = findPhoto(entry, blob.photoId);
  // A photo that is removed below needs a row too. `remove` locks that row, and removes nothing when a concurrent claim of the same id
  // has touched it.
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
  if (photo) return { confirmed: 1, removed: 0 };
  const isRemoved = await deps.photos.remove(blob, { onlyIfAbandonedBefore: deps.now - abandonedAfterMs });
  return { confirmed: 0, removed: isRemoved ? 1 : 0 };
}

/** Handles blobs without a row, and files that a crash left half written. Other files stay. */
async function sweepBlobs(deps: SweepDeps): Promise<SweepResult> {
  let [confirmed, removed] = [0, 0];
  let page: (PhotoRef & BlobInfo)[] = [];
  const processPage = async (): Promise<void> => {
    for (const blob of await findBlobsWithoutRow(deps, page)) {
      deps.signal?.throwIfAborted();
      const result = await restoreOrRemove(deps, blob);
      confirmed += result.confirmed;
      removed += result.removed;
    }
    page = [];
  };
  for await (const info of deps.blobs.list()) {
    deps.signal?.throwIfAborted();
    if (info.modifiedAt >= deps.now - abandonedAfterMs) continue;
    const nameParts = photoBlobName.exec(info.name);
    if (nameParts) page.push({ ...info, entryId: Number(nameParts[1]), photoId: Number(nameParts[2]) });
    else if (info.name.endsWith(".tmp")) {
      await deps.blobs.remove(info.name);
      removed += 1;
    }
    if (page.length >= pageSize) await processPage();
  }
  await processPage();
  return { confirmed, removed };
}

/** Reconciles photos, blobs and the log. Safe to run in several processes and to repeat. */
export async function sweepPhotos(deps: SweepDeps): Promise<SweepResult> {
  const photoResult = await confirmOrRemove(deps);
  const erasedCount = await removeErased(deps);
  const blobResult = await sweepBlobs(deps);
  return {
    confirmed: photoResult.confirmed + blobResult.confirmed,
    removed: photoResult.removed + erasedCount + blobResult.removed,
  };
}

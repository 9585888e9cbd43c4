import type pg from "pg";
import type { Blobs } from "../blobs/blobs.ts";
import type { Clock } from "../clock.ts";
import type { PreparedImage } from "../images/images.ts";
import { transaction } from "../postgres/pool.ts";
import type { DataKey } from "../vault/data-key.ts";
import { openBlob, sealBlob } from "../vault/seal-blob.ts";

/** A photo by its id and its entry, whose key seals the renderings. */
export type PhotoRef = { readonly photoId: number; readonly entryId: number };

/** The two renderings that are stored of a photo. */
export const renderings = ["original", "thumbnail"] as const;
/** See {@link renderings}. */
export type RenderingName = (typeof renderings)[number];

/** The name of a photo's blob. */
export const blobNameOf = ({ photoId, entryId }: PhotoRef, rendering: RenderingName): string =>
  `${entryId}-${photoId}.${rendering}`;

const toRef = (row: { id: number; entry_id: number }): PhotoRef => ({
  photoId: row.id,
  entryId: row.entry_id,
});

/** The space that a photo needs: its size, a tag that identifies a repeat, and the quota of its account. */
export type SpaceRequest = PhotoRef & {
  readonly userId: number;
  readonly bytes: number;
  readonly sourceTag: string;
  readonly quota: number;
};

/** `claimed`, also by an earlier try of the same photo; `taken`: another photo has the id; `full`: over the quota. */
export type ClaimResult = "claimed" | "taken" | "full";

/**
 * Stores the renderings of photos. The order for adding: claim space, write renderings, append the event, confirm. For
 * removing: unconfirm, append the event, remove. After a crash between two steps, the row is not confirmed (its column
 * `settled` is false), and the job `sweep-photos` looks up in the log whether the entry has the photo.
 *
 * @param deps.pool commits must be durable
 */
export function createPhotoStore({ pool, blobs, clock }: { pool: pg.Pool; blobs: Blobs; clock: Clock }) {
  /**
   * Claims an id and the space for a photo. Claims of one account are serialised, so that together they stay within the
   * quota.
   */
  function claim(request: SpaceRequest): Promise<ClaimResult> {
    const { photoId, entryId, userId, bytes, sourceTag, quota } = request;
    return transaction(pool, async (client) => {
      await client.query("SELECT pg_advisory_xact_lock(hashtextextended('daybook photos ' || $1, 0))", [
        String(userId),
      ]);
      const repeatResult = await client.query<{ isSame: boolean }>(
        `UPDATE blobs.photos SET touched_at = to_timestamp($2::float8 / 1000) WHERE id = $1
         RETURNING user_id = $3 AND entry_id = $4 AND source_tag = $5 AS "isSame"`,
        [photoId, clock.now(), userId, entryId, sourceTag],
      );
      const existingRow = repeatResult.rows[0];
      if (existingRow) return existingRow.isSame ? "claimed" : "taken";
      const usedSpace = await client.query<{ bytes: string }>(
        "SELECT coalesce(sum(bytes), 0) AS bytes FROM blobs.photos WHERE user_id = $1",
        [userId],
      );
      if (Number(usedSpace.rows[0]?.bytes ?? 0) + bytes > quota) return "full";
      const insertResult = await client.query(
        `INSERT INTO blobs.photos (id, user_id, entry_id, bytes, source_tag, touched_at)
         VALUES ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000)) ON CONFLICT (id) DO NOTHING`,
        [photoId, userId, entryId, bytes, sourceTag, clock.now()],
      );
      return insertResult.rowCount === 1 ? "claimed" : "taken";
    });
  }

  async function setConfirmed(ids: readonly number[], isConfirmed: boolean): Promise<void> {
    if (ids.length === 0) return;
    await pool.query(
      `UPDATE blobs.photos SET settled = $2, touched_at = to_timestamp($3::float8 / 1000)
       WHERE id = ANY ($1::bigint[])`,
      [ids, isConfirmed, clock.now()],
    );
  }

  /**
   * Locks a photo's row, and deletes the renderings and then the row. A concurrent claim waits, and then finds no row. With
   * `onlyIfAbandonedBefore`, a photo that is confirmed, or was touched since that time, stays. Returns whether the photo was deleted.
   */
  function remove(
    { photoId, entryId }: PhotoRef,
    options?: { onlyIfAbandonedBefore: number },
  ): Promise<boolean> {
    return transaction(pool, async (client) => {
      const lockedRow = await client.query<{ isRemovable: boolean }>(
        `SELECT $2::float8 IS NULL OR (NOT settled AND touched_at < to_timestamp($2::float8 / 1000)) AS "isRemovable"
         FROM blobs.photos WHERE id = $1 AND entry_id = $3 FOR UPDATE`,
        [photoId, options?.onlyIfAbandonedBefore ?? null, entryId],
      );
      if (!lockedRow.rows[0]?.isRemovable) return false;
      for (const rendering of renderings) await blobs.remove(blobNameOf({ photoId, entryId }, rendering));
      await client.query("DELETE FROM blobs.photos WHERE id = $1", [photoId]);
      return true;
    });
  }

  async function findRefs(column: "entry_id" | "user_id", value: number): Promise<PhotoRef[]> {
    const { rows } = await pool.query<{ id: number; entry_id: number }>(
      `SELECT id, entry_id FROM blobs.photos WHERE ${column} = $1`,
      [value],
    );
    return rows.map(toRef);
  }

  async function removeAll(refs: readonly PhotoRef[]): Promise<void> {
    for (const ref of refs) await remove(ref);
  }

  return {
    claim,
    remove,

    /** Seals and writes a photo's renderings; durable when it returns. */
    async write(key: DataKey, ref: PhotoRef, image: PreparedImage): Promise<void> {
      for (const rendering of renderings) {
        const name = blobNameOf(ref, rendering);
        await blobs.put(name, await sealBlob(key, name, image[rendering].bytes));
      }
    },

    /** One of a photo's renderings; `null` when there is none. */
    async read(key: DataKey, ref: PhotoRef, rendering: RenderingName): Promise<Buffer | null> {
      const name = blobNameOf(ref, rendering);
      const sealedBlob = await blobs.get(name);
      return sealedBlob && openBlob(key, name, sealedBlob);
    },

    /** Records that the log has these photos. */
    confirm: (ids: readonly number[]): Promise<void> => setConfirmed(ids, true),
    /** Frees the space of photos that were claimed but not added. The sweep deletes their renderings. */
    async release(ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await pool.query("DELETE FROM blobs.photos WHERE id = ANY ($1::bigint[]) AND NOT settled", [ids]);
    },
    /** Records that the log is about to remove these photos. */
    unconfirm: (ids: readonly number[]): Promise<void> => setConfirmed(ids, false),

    /** Finds which of these photos belong to an account. Returns them with their entries. */
    async refsOf(userId: number, photoIds: readonly number[]): Promise<PhotoRef[]> {
      const { rows } = await pool.query<{ id: number; entry_id: number }>(
        "SELECT id, entry_id FROM blobs.photos WHERE id = ANY ($1::bigint[]) AND user_id = $2",
        [photoIds, userId],
      );
      return rows.map(toRef);
    },

    /** Deletes the photos of an erased entry. */
    removeOfEntry: async (entryId: number): Promise<void> => removeAll(await findRefs("entry_id", entryId)),
    /** Deletes the photos of an erased account. */
    removeOfAccount: async (userId: number): Promise<void> => removeAll(await findRefs("user_id", userId)),
  };
}

/** See {@link createPhotoStore}. */
export type PhotoStore = ReturnType<typeof createPhotoStore>;

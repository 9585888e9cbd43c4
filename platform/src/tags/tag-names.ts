import type { Sealed } from "@daybook/domain/kernel/sealed";
import type pg from "pg";
import { retryOnDeadlock, transaction } from "../postgres/pool.ts";
import { KeyGone } from "../vault/key-vault.ts";

/** A tag in the vault. A tag without a name is being merged into another tag, or erased. */
export type VaultTag = {
  readonly tagId: number;
  readonly userId: number;
  readonly name: Sealed<"tag.name"> | null;
  /** The number of names that it has had. */
  readonly ordinal: number;
  readonly mergeInto: number | null;
  readonly createdAt: string;
};

/** A sealed name with its keyed hash. */
type RequestedName = { readonly nameHash: string; readonly name: Sealed<"tag.name"> };

const columns = `tag_id AS "tagId", user_id AS "userId", name, ordinal, merge_into AS "mergeInto",
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"`;
const [uniqueViolation, foreignKeyViolation] = ["23505", "23503"];
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
/** A name may become free between two statements, so a claim or a rename is tried up to this many times. */
const maxAttempts = 5;

/**
 * The names of tags: one row for each tag, with a unique keyed hash. One statement takes a new name and gives up the
 * old one, so a name belongs to one tag at every moment, in all processes. The log gets the change afterwards. The rows
 * are deleted with the account's credentials.
 */
export function createTagNames({ pool }: { pool: pg.Pool }) {
  async function find(tagId: number): Promise<VaultTag | null> {
    const { rows } = await pool.query<VaultTag>(`SELECT ${columns} FROM vault.tag_names WHERE tag_id = $1`, [
      tagId,
    ]);
    return rows[0] ?? null;
  }

  async function findHolder(nameHash: string): Promise<VaultTag | null> {
    const { rows } = await pool.query<VaultTag>(
      `SELECT ${columns} FROM vault.tag_names WHERE name_hash = $1`,
      [nameHash],
    );
    return rows[0] ?? null;
  }

  /**
   * Claims a name for a new tag. Returns the tag that has the name: the new one or an older one. `null` when the id is
   * another tag's, or every attempt failed. Throws `KeyGone` when the account was erased.
   */
  async function claim(
    tag: RequestedName & { tagId: number; userId: number; createdAt: string },
  ): Promise<VaultTag | null> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      try {
        await retryOnDeadlock(() =>
          pool.query(
            `INSERT INTO vault.tag_names (tag_id, user_id, name_hash, name, created_at)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
            [tag.tagId, tag.userId, tag.nameHash, tag.name, tag.createdAt],
          ),
        );
      } catch (error) {
        throw hasCode(error, foreignKeyViolation) ? new KeyGone(`account-${tag.userId}`) : error;
      }
      const holder = await findHolder(tag.nameHash);
      if (holder) return holder;
      // Either the id is taken, or the name became free between the two statements.
      if (await find(tag.tagId)) return null;
    }
    return null;
  }

  /**
   * Marks a tag for merging into the tag that has the wanted name. Returns `false` when the tag to merge has no name any more, or when
   * no other tag has the wanted name.
   */
  const beginMerge = (tagId: number, nameHash: string): Promise<boolean> =>
    retryOnDeadlock(() =>
      transaction(pool, async (client) => {
        // Locks both rows in the order of their ids. Otherwise two tags that take each other's name could deadlock, or
        // both be merged.
        const { rows } = await client.query<{ id: number; isHolder: boolean }>(
          `SELECT tag_id AS id, coalesce(name_hash = $2, false) AS "isHolder" FROM vault.tag_names
           WHERE tag_id = $1 OR name_hash = $2 ORDER BY tag_id FOR UPDATE`,
          [tagId, nameHash],
        );
        const holder = rows.find(({ id, isHolder }) => isHolder && id !== tagId);
        if (!holder) return false;
        const { rowCount } = await client.query(
          `UPDATE vault.tag_names SET name_hash = NULL, name = NULL, merge_into = $2
           WHERE tag_id = $1 AND name_hash IS NOT NULL`,
          [tagId, holder.id],
        );
        return rowCount === 1;
      }),
    );

  /**
   * Renames a tag, or marks it for merging when another tag has the name. Returns the tag afterwards: unchanged when it had no name
   * any more, or every attempt failed; `null` when it does not exist.
   */
  async function rename(tagId: number, { nameHash, name }: RequestedName): Promise<VaultTag | null> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      try {
        // Two renames to each other's name may deadlock. PostgreSQL ends one, which is then repeated.
        await retryOnDeadlock(() =>
          pool.query(
            `UPDATE vault.tag_names SET name_hash = $2, name = $3, ordinal = ordinal + 1
             WHERE tag_id = $1 AND name_hash IS NOT NULL`,
            [tagId, nameHash, name],
          ),
        );
        return await find(tagId);
      } catch (error) {
        if (!hasCode(error, uniqueViolation)) throw error;
      }
      if (await beginMerge(tagId, nameHash)) return find(tagId);
    }
    return find(tagId);
  }

  return {
    claim,
    rename,
    find,
    /** The tag that has a name, or `null` when the name is free. */
    findByName: findHolder,

    /** Frees the name of a tag that is to be erased. Repeating it changes nothing. */
    async release(tagId: number): Promise<void> {
      await pool.query("UPDATE vault.tag_names SET name_hash = NULL, name = NULL WHERE tag_id = $1", [tagId]);
    },

    /** Tags of one account or of all (`null`) with a name that is not in the log yet, or with an unfinished merge or erasure. */
    async findUnfinished(userId: number | null): Promise<VaultTag[]> {
      const { rows } = await pool.query<VaultTag>(
        `SELECT ${columns} FROM vault.tag_names
         WHERE (logged < ordinal OR name_hash IS NULL) AND ($1::bigint IS NULL OR user_id = $1) ORDER BY tag_id`,
        [userId],
      );
      return rows;
    },

    /** Records that the log has the name with this number. */
    async noteLogged(tagId: number, ordinal: number): Promise<void> {
      await pool.query("UPDATE vault.tag_names SET logged = $2 WHERE tag_id = $1 AND logged < $2", [
        tagId,
        ordinal,
      ]);
    },

    /** Deletes the row of a tag that has a name. A tag without a name keeps its row until its merge or erasure is finished. */
    async removeIfNamed(tagId: number): Promise<void> {
      await pool.query("DELETE FROM vault.tag_names WHERE tag_id = $1 AND name_hash IS NOT NULL", [tagId]);
    },

    /** Deletes the row of a tag that was merged or erased. */
    async remove(tagId: number): Promise<void> {
      await pool.query("DELETE FROM vault.tag_names WHERE tag_id = $1 AND name_hash IS NULL", [tagId]);
    },
  };
}

/** See {@link createTagNames}. */
export type TagNames = ReturnType<typeof createTagNames>;

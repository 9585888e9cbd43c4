import type { Sealed } from "@daybook/domain/kernel/sealed";
import type pg from "pg";
import { overDeadlocks, transaction } from "../postgres/pool.ts";
import { KeyGone } from "./key-vault.ts";

/** A tag as the vault knows it. Without a name it is about to end: merged into another, or erased. */
export type NamedTag = {
  readonly tagId: number;
  readonly userId: number;
  readonly name: Sealed<"tag.name"> | null;
  /** Counts the names that it has had. */
  readonly ordinal: number;
  readonly mergeInto: number | null;
  readonly createdAt: string;
};

/** A name that is asked for: its keyed hash, and itself, sealed. */
type AskedName = { readonly nameHash: string; readonly name: Sealed<"tag.name"> };

const columns = `tag_id AS "tagId", user_id AS "userId", name, ordinal, merge_into AS "mergeInto",
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"`;
const [uniqueViolation, foreignKeyViolation] = ["23505", "23503"];
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
/** Of two who want each other's name, the second finds it free after a few tries at most. */
const attempts = 5;

/**
 * Who has which name: one row for each tag, with a keyed hash that is unique. One statement takes a name and gives up the
 * one before, so at every moment each name belongs to one tag, in all processes; the log is told afterwards, by whoever comes
 * first. Rows go with the account's credentials.
 */
export function createTagNames({ pool }: { pool: pg.Pool }) {
  async function find(tagId: number): Promise<NamedTag | null> {
    const { rows } = await pool.query<NamedTag>(`SELECT ${columns} FROM vault.tag_names WHERE tag_id = $1`, [
      tagId,
    ]);
    return rows[0] ?? null;
  }

  async function holderOf(nameHash: string): Promise<NamedTag | null> {
    const { rows } = await pool.query<NamedTag>(
      `SELECT ${columns} FROM vault.tag_names WHERE name_hash = $1`,
      [nameHash],
    );
    return rows[0] ?? null;
  }

  /**
   * Takes a name for a new tag, and answers with the tag that has it: the new one, or the one that had it before. `null`
   * when the id is another tag's.
   */
  async function claim(
    tag: AskedName & { tagId: number; userId: number; createdAt: string },
  ): Promise<NamedTag | null> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        await overDeadlocks(() =>
          pool.query(
            `INSERT INTO vault.tag_names (tag_id, user_id, name_hash, name, created_at)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
            [tag.tagId, tag.userId, tag.nameHash, tag.name, tag.createdAt],
          ),
        );
      } catch (error) {
        throw hasCode(error, foreignKeyViolation) ? new KeyGone(`account-${tag.userId}`) : error;
      }
      const holder = await holderOf(tag.nameHash);
      if (holder) return holder;
      // Either the id is taken, or the name was given up between the two statements.
      if (await find(tag.tagId)) return null;
    }
    return null;
  }

  /** Gives a tag without a free name to the one that has it; false when that has changed meanwhile. */
  const beginMerge = (tagId: number, nameHash: string): Promise<boolean> =>
    overDeadlocks(() =>
      transaction(pool, async (client) => {
        // Both rows in the order of their ids: two tags that are to become each other would else wait, or both be gone.
        const { rows } = await client.query<{ id: number; holds: boolean }>(
          `SELECT tag_id AS id, coalesce(name_hash = $2, false) AS holds FROM vault.tag_names
           WHERE tag_id = $1 OR name_hash = $2 ORDER BY tag_id FOR UPDATE`,
          [tagId, nameHash],
        );
        const holder = rows.find(({ id, holds }) => holds && id !== tagId);
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
   * Gives a tag another name; when another tag has it, this one is to be merged into that. Answers with the tag as it then
   * stands, or `null` when it has ended.
   */
  async function rename(tagId: number, { nameHash, name }: AskedName): Promise<NamedTag | null> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        // Of two who want each other's name at once, each waits for the other to give it up.
        await overDeadlocks(() =>
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

    /** Frees the name of a tag that is to be erased. Repeating it changes nothing. */
    async release(tagId: number): Promise<void> {
      await pool.query("UPDATE vault.tag_names SET name_hash = NULL, name = NULL WHERE tag_id = $1", [tagId]);
    },

    /** What the log was not told yet, of one person or of all: new names, and tags that are to end. */
    async unfinished(userId: number | null): Promise<NamedTag[]> {
      const { rows } = await pool.query<NamedTag>(
        `SELECT ${columns} FROM vault.tag_names
         WHERE (logged < ordinal OR name_hash IS NULL) AND ($1::bigint IS NULL OR user_id = $1) ORDER BY tag_id`,
        [userId],
      );
      return rows;
    },

    /** Notes that the log knows a name. */
    async noteLogged(tagId: number, ordinal: number): Promise<void> {
      await pool.query("UPDATE vault.tag_names SET logged = $2 WHERE tag_id = $1 AND logged < $2", [
        tagId,
        ordinal,
      ]);
    },

    /** Forgets a tag that has ended. */
    async remove(tagId: number): Promise<void> {
      await pool.query("DELETE FROM vault.tag_names WHERE tag_id = $1 AND name_hash IS NULL", [tagId]);
    },
  };
}

/** See {@link createTagNames}. */
export type TagNames = ReturnType<typeof createTagNames>;

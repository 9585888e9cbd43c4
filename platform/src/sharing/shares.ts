import type { Sealed } from "@daybook/domain/kernel/sealed";
import type pg from "pg";
import { KeyGone } from "../vault/key-vault.ts";

/** An entry that is mailed to others. The entry's key seals `message` and `recipients`, so they are erased and locked with the entry. */
export type Share = {
  readonly id: number;
  readonly userId: number;
  readonly entryId: number;
  readonly message: Sealed<"share.message">;
  /** The addresses, as a JSON array; `null` when each has its mail in the outbox, or when nothing will be sent. */
  readonly recipients: Sealed<"share.recipients"> | null;
  /** Where the request came from, sealed for the account's activity. */
  readonly ip: Sealed<"account.session_ip">;
  readonly userAgent: Sealed<"account.session_user_agent">;
  readonly at: string;
  /** The correlation id of the command that asked for it; null for shares from before version 2.8.6. */
  readonly correlationId: string | null;
};

const columns = `id, user_id AS "userId", correlation_id AS "correlationId", entry_id AS "entryId", message, recipients, ip, user_agent AS "userAgent",
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;
const foreignKeyViolation = "23503";

/**
 * Shares by e-mail. A row exists before anything is sent, and has the addresses until each has its mail in the outbox, so that
 * a crash loses no mail. Rows are deleted after a while, and with the account's credentials.
 */
export function createShares({ pool }: { pool: pg.Pool }) {
  return {
    /**
     * Stores a share durably. Repeating it changes nothing. False when another share has its id. Throws {@link KeyGone} for an erased
     * account.
     */
    async begin(share: Share & { recipients: Sealed<"share.recipients"> }): Promise<boolean> {
      const { id, userId, entryId, message, recipients, ip, userAgent, at, correlationId } = share;
      try {
        const { rowCount } = await pool.query(
          `INSERT INTO vault.shares AS s (id, user_id, entry_id, message, recipients, ip, user_agent, created_at,
             correlation_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           ON CONFLICT (id) DO UPDATE SET id = s.id
             WHERE s.user_id = excluded.user_id AND s.correlation_id = excluded.correlation_id`,
          [id, userId, entryId, message, recipients, ip, userAgent, at, correlationId],
        );
        return rowCount === 1;
      } catch (error) {
        const isErased = error instanceof Error && "code" in error && error.code === foreignKeyViolation;
        throw isErased ? new KeyGone(`account-${userId}`) : error;
      }
    },

    async find(id: number): Promise<Share | null> {
      const { rows } = await pool.query<Share>(`SELECT ${columns} FROM vault.shares WHERE id = $1`, [id]);
      return rows[0] ?? null;
    },

    /** Shares that still have their addresses, oldest first. */
    async findUnfinished(): Promise<Share[]> {
      const { rows } = await pool.query<Share>(
        `SELECT ${columns} FROM vault.shares WHERE recipients IS NOT NULL ORDER BY created_at, id`,
      );
      return rows;
    },

    /** Deletes the addresses, because each has its mail in the outbox or nothing will be sent. */
    async finish(id: number): Promise<void> {
      await pool.query("UPDATE vault.shares SET recipients = NULL WHERE id = $1", [id]);
    },

    /** Deletes shares that began before this time. Their mails have been sent or never will be. */
    async purge(olderThan: Date): Promise<void> {
      await pool.query("DELETE FROM vault.shares WHERE created_at < $1", [olderThan]);
    },
  };
}

/** See {@link createShares}. */
export type Shares = ReturnType<typeof createShares>;

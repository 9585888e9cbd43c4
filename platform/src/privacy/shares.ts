import type { Sealed } from "@daybook/domain/kernel/sealed";
import type pg from "pg";
import { KeyGone } from "./key-vault.ts";

/** An entry that is mailed to others. What is sealed opens with the entry's key, so that it is forgotten and locked with it. */
export type Share = {
  readonly id: number;
  readonly userId: number;
  readonly entryId: number;
  readonly message: Sealed<"share.message">;
  /** The addresses, as a JSON array; `null` once each has its mail in the outbox. */
  readonly recipients: Sealed<"share.recipients"> | null;
  /** Where it was asked for, sealed for the account's activity. */
  readonly ip: Sealed<"account.session_ip">;
  readonly userAgent: Sealed<"account.session_user_agent">;
  readonly at: string;
};

const columns = `id, user_id AS "userId", entry_id AS "entryId", message, recipients, ip, user_agent AS "userAgent",
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;
const foreignKeyViolation = "23503";

/**
 * Shares by e-mail: a row before anything is sent, so that a crash leaves no half of one, and until its mails have left. Rows
 * go with the account's credentials.
 */
export function createShares({ pool }: { pool: pg.Pool }) {
  return {
    /** Notes a share; durable when it answers. Repeating it for the same id changes nothing. */
    async begin(share: Share & { recipients: Sealed<"share.recipients"> }): Promise<void> {
      const { id, userId, entryId, message, recipients, ip, userAgent, at } = share;
      try {
        await pool.query(
          `INSERT INTO vault.shares (id, user_id, entry_id, message, recipients, ip, user_agent, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`,
          [id, userId, entryId, message, recipients, ip, userAgent, at],
        );
      } catch (error) {
        const gone = error instanceof Error && "code" in error && error.code === foreignKeyViolation;
        throw gone ? new KeyGone(`account-${userId}`) : error;
      }
    },

    async find(id: number): Promise<Share | null> {
      const { rows } = await pool.query<Share>(`SELECT ${columns} FROM vault.shares WHERE id = $1`, [id]);
      return rows[0] ?? null;
    },

    /** Shares whose mails are not all in the outbox, oldest first. */
    async unfinished(): Promise<Share[]> {
      const { rows } = await pool.query<Share>(
        `SELECT ${columns} FROM vault.shares WHERE recipients IS NOT NULL ORDER BY created_at, id`,
      );
      return rows;
    },

    /** Forgets the addresses, as each has its mail in the outbox. */
    async finish(id: number): Promise<void> {
      await pool.query("UPDATE vault.shares SET recipients = NULL WHERE id = $1", [id]);
    },

    /** Forgets shares that began before this time; their mails have left or never will. */
    async purge(olderThan: Date): Promise<void> {
      await pool.query("DELETE FROM vault.shares WHERE created_at < $1", [olderThan]);
    },
  };
}

/** See {@link createShares}. */
export type Shares = ReturnType<typeof createShares>;

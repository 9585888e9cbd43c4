import type pg from "pg";
import type { Clock } from "../clock.ts";

/** The stored credential of an account. */
export type Credential = {
  readonly userId: number;
  readonly passwordHash: string;
  /** When the first address was claimed at sign-up, ISO-8601. A later address does not change it. */
  readonly createdAt: string;
};

const uniqueViolation = "23505";

/**
 * The password hash of every account, and a keyed hash of its e-mail address, which is unique. Removing a row frees the address and
 * ends all sessions of the account. The table `vault.verified_emails` has the addresses for which a bot check was passed, also before
 * there is an account. Nobody has confirmed these addresses, whatever the name of the table says.
 */
export function createCredentials({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  async function findCredential(condition: string, value: string | number): Promise<Credential | null> {
    const { rows } = await pool.query<{ user_id: number; password_hash: string; created: number }>({
      name: `vault.credential ${condition}`,
      text: `SELECT user_id, password_hash, (extract(epoch FROM created_at) * 1000)::int8 AS created
             FROM vault.credentials WHERE ${condition}`,
      values: [value],
    });
    const row = rows[0];
    if (!row) return null;
    return {
      userId: row.user_id,
      passwordHash: row.password_hash,
      createdAt: new Date(row.created).toISOString(),
    };
  }

  return {
    /**
     * Claims an address for an account; durable when it returns. False when another account has this address, or this
     * account has a different address. Repeating a claim returns true and keeps the first password.
     */
    async create(credential: { userId: number; emailHash: string; passwordHash: string }): Promise<boolean> {
      const { userId, emailHash, passwordHash } = credential;
      const { rowCount } = await pool.query(
        `INSERT INTO vault.credentials (user_id, email_hash, password_hash, created_at)
         VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000)) ON CONFLICT DO NOTHING`,
        [userId, emailHash, passwordHash, clock.now()],
      );
      if (rowCount === 1) return true;
      const { rows } = await pool.query(
        "SELECT FROM vault.credentials WHERE user_id = $1 AND email_hash = $2",
        [userId, emailHash],
      );
      return rows.length === 1;
    },

    async findByEmailHash(emailHash: string): Promise<Credential | null> {
      return findCredential("email_hash = $1", emailHash);
    },

    async findByUserId(userId: number): Promise<Credential | null> {
      return findCredential("user_id = $1", userId);
    },

    /** The ids of accounts that still have credentials although their key was erased. */
    async findErasedUserIds(): Promise<number[]> {
      const { rows } = await pool.query<{ user_id: number }>(
        `SELECT c.user_id FROM vault.credentials c JOIN vault.erasures e ON e.id = 'account-' || c.user_id
         WHERE e.completed_at IS NOT NULL`,
      );
      return rows.map((row) => row.user_id);
    },

    /** Replaces the password of an account. */
    async setPassword(userId: number, passwordHash: string): Promise<void> {
      await pool.query("UPDATE vault.credentials SET password_hash = $2 WHERE user_id = $1", [
        userId,
        passwordHash,
      ]);
    },

    /** Replaces a hash by another of the same password; false when the password was changed meanwhile. */
    async replaceHash(userId: number, oldHash: string, passwordHash: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        "UPDATE vault.credentials SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2",
        [userId, oldHash, passwordHash],
      );
      return rowCount === 1;
    },

    /** Changes the address of an account; false when another account has it, or the account does not exist. */
    async setEmail(userId: number, emailHash: string): Promise<boolean> {
      try {
        const { rowCount } = await pool.query(
          "UPDATE vault.credentials SET email_hash = $2 WHERE user_id = $1",
          [userId, emailHash],
        );
        return rowCount === 1;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === uniqueViolation) return false;
        throw error;
      }
    },

    /** Replaces an account's address if it is the given old one and nobody has the new one. */
    async replaceEmail(userId: number, oldEmailHash: string, emailHash: string): Promise<void> {
      await pool.query(
        `UPDATE vault.credentials SET email_hash = $3 WHERE user_id = $1 AND email_hash = $2
           AND NOT EXISTS (SELECT FROM vault.credentials WHERE email_hash = $3)`,
        [userId, oldEmailHash, emailHash],
      );
    },

    /** Frees the address and ends every session, when an account is deleted or a sign-up is abandoned. */
    async remove(userId: number): Promise<void> {
      await pool.query("DELETE FROM vault.credentials WHERE user_id = $1", [userId]);
    },

    /**
     * Remembers that a form with this address passed the bot check. Never shortens the time that an earlier call has set.
     *
     * @param forMs how long it is remembered, in milliseconds
     */
    async rememberBotCheck(emailHash: string, forMs: number): Promise<void> {
      await pool.query(
        `INSERT INTO vault.verified_emails (email_hash, expires_at)
         VALUES ($1, to_timestamp($2::float8 / 1000))
         ON CONFLICT (email_hash) DO UPDATE SET expires_at = GREATEST(verified_emails.expires_at, excluded.expires_at)`,
        [emailHash, clock.now() + forMs],
      );
    },

    /** True until the time that {@link rememberBotCheck} set. */
    async hasPassedBotCheck(emailHash: string): Promise<boolean> {
      const { rows } = await pool.query(
        `SELECT FROM vault.verified_emails
         WHERE email_hash = $1 AND expires_at > to_timestamp($2::float8 / 1000)`,
        [emailHash, clock.now()],
      );
      return rows.length === 1;
    },

    /** Deletes expired bot checks. */
    async purgeExpired(): Promise<void> {
      await pool.query(
        "DELETE FROM vault.verified_emails WHERE expires_at <= to_timestamp($1::float8 / 1000)",
        [clock.now()],
      );
    },
  };
}

/** See {@link createCredentials}. */
export type Credentials = ReturnType<typeof createCredentials>;

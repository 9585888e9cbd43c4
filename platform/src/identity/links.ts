import { createHash, createHmac, createSecretKey } from "node:crypto";
import { idForAttempt } from "@daybook/domain/kernel/ids";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { deriveKey } from "../vault/derive-key.ts";

/** The purpose of a mailed link. A token works only for its own purpose. */
export type LinkPurpose = "login" | "reset_password" | "confirm_email" | `unlock ${string}`;

/** The purpose of a link that removes the lock of one journal or entry, named by its stream. */
export const unlockPurpose = (stream: string): LinkPurpose => `unlock ${stream}`;

/** A link that was mailed and then used. */
export type UsedLink = { readonly id: number; readonly userId: number };

const tokenBytes = 16;
const maxIdAttempts = 10;
/** Milliseconds in which the same command may use a link again when its reply was lost. */
const retryWindowMs = 5 * 60_000;
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Mailed links. A link works once and for a limited time. It has a token of 128 bits, and only the hash of the token is stored. The token
 * derives from the master key and the purpose and id of the link. So each attempt to send the mail renders the same link, and no row
 * contains a token with which somebody could use an account.
 */
export function createLinks({
  pool,
  masterKey,
  clock,
}: {
  pool: pg.Pool;
  masterKey: Uint8Array;
  clock: Clock;
}) {
  const key = createSecretKey(deriveKey(masterKey, "daybook mailed link 1"));
  const tokenOf = (id: number, purpose: LinkPurpose): string =>
    createHmac("sha256", key)
      .update(`${purpose}/${id}`)
      .digest()
      .subarray(0, tokenBytes)
      .toString("base64url");

  return {
    /** The token of a link, for the mail that carries it. */
    tokenOf,

    /**
     * Creates a link for an account that has credentials, and returns the id of the link. Repeating it changes nothing. Processes choose
     * ids independently. If a link of another account or purpose already has the id, the new link gets another id. Two links with the same
     * id and purpose would have the same token. Then the link of one person could open the account of another person.
     *
     * @param link.forMs how long it can be used, in milliseconds
     */
    async create(link: { id: number; userId: number; purpose: LinkPurpose; forMs: number }): Promise<number> {
      const { userId, purpose, forMs } = link;
      for (let attempt = 0; attempt < maxIdAttempts; attempt++) {
        const id = idForAttempt(link.id, attempt);
        const { rowCount } = await pool.query(
          `INSERT INTO vault.links AS l (id, user_id, purpose, token_hash, expires_at)
           VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))
           ON CONFLICT (id) DO UPDATE SET id = l.id
             WHERE l.user_id = excluded.user_id AND l.purpose = excluded.purpose`,
          [id, userId, purpose, hashOf(tokenOf(id, purpose)), clock.now() + forMs],
        );
        if (rowCount === 1) return id;
      }
      throw new Error("there was no free id for a link");
    },

    /** True while a link can still be used. */
    async isUsable(id: number, purpose: LinkPurpose): Promise<boolean> {
      const { rowCount } = await pool.query(
        `SELECT FROM vault.links WHERE id = $1 AND purpose = $2 AND used_at IS NULL
           AND expires_at > to_timestamp($3::float8 / 1000)`,
        [id, purpose, clock.now()],
      );
      return rowCount === 1;
    },

    /** The account of a link that can still be used; `null` when it is unknown, used or expired. */
    async ownerOf(id: number, purpose: LinkPurpose, token: string): Promise<number | null> {
      const { rows } = await pool.query<{ user_id: number }>(
        `SELECT user_id FROM vault.links WHERE id = $1 AND purpose = $2 AND token_hash = $3 AND used_at IS NULL
           AND expires_at > to_timestamp($4::float8 / 1000)`,
        [id, purpose, hashOf(token), clock.now()],
      );
      return rows[0]?.user_id ?? null;
    },

    /**
     * Marks a link as used and returns it. Returns `null` when the link is unknown, used, expired, or has another owner or id than the
     * given ones.
     *
     * @param commandId the command that uses the link. Its first reply may be lost, so a repeat of the command may use the link again
     *   for a few minutes, even after the link has expired.
     */
    async use(
      purpose: LinkPurpose,
      token: string,
      { userId, id, commandId }: Partial<UsedLink> & { readonly commandId?: string } = {},
    ): Promise<UsedLink | null> {
      const { rows } = await pool.query<{ id: number; user_id: number }>(
        `UPDATE vault.links SET used_at = COALESCE(used_at, to_timestamp($3::float8 / 1000)), used_by = $6
         WHERE token_hash = $1 AND purpose = $2
           AND user_id = COALESCE($4::bigint, user_id) AND id = COALESCE($5::bigint, id)
           AND (used_at IS NULL AND expires_at > to_timestamp($3::float8 / 1000)
             OR used_by = $6 AND used_at > to_timestamp(($3::float8 - $7) / 1000))
         RETURNING id, user_id`,
        [
          hashOf(token),
          purpose,
          clock.now(),
          userId ?? null,
          id ?? null,
          commandId === undefined ? null : hashOf(commandId),
          retryWindowMs,
        ],
      );
      const row = rows[0];
      return row ? { id: row.id, userId: row.user_id } : null;
    },

    /**
     * Deletes the links of an account for these purposes. Deletes used links too, because a repeat could still use them.
     *
     * @param exceptLinkId the link that the current command uses, and that a repeat of this command may need
     */
    async revokeAll(userId: number, purposes: readonly LinkPurpose[], exceptLinkId?: number): Promise<void> {
      const text = `DELETE FROM vault.links
        WHERE user_id = $1 AND purpose = ANY ($2::text[]) AND id IS DISTINCT FROM $3::bigint`;
      await pool.query(text, [userId, purposes, exceptLinkId ?? null]);
    },

    /** Deletes expired links, except those that a repeat may still use. */
    async purgeExpired(): Promise<void> {
      await pool.query(
        `DELETE FROM vault.links WHERE expires_at <= to_timestamp($1::float8 / 1000)
           AND (used_at IS NULL OR used_at <= to_timestamp(($1::float8 - $2) / 1000))`,
        [clock.now(), retryWindowMs],
      );
    },
  };
}

/** See {@link createLinks}. */
export type Links = ReturnType<typeof createLinks>;

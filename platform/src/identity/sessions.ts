import { sessionTimes } from "@daybook/domain/contract/bounds";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { transaction } from "../postgres/pool.ts";
import { type RandomBytes, systemRandom } from "../vault/authenticated-cipher.ts";
import { isDiskFullError } from "../embedded/disk-space.ts";
import { createNonces } from "./nonces.ts";
import {
  createSessionRows,
  hashOf,
  instant,
  isoOf,
  ms,
  type OpenSession,
  type SessionRow,
} from "./session-rows.ts";

const minUseIntervalMs = 60_000;

/** A session to open. */
export type NewSession = {
  readonly userId: number;
  readonly sessionId: number;
  /** True when an earlier run of the command opened this session. If that session has ended, no new one is opened. */
  readonly wasOpened?: boolean;
};

/**
 * A refresh cannot open a session, because the id for the new session is already used: the same command ran before with the token of
 * another session, and opened a session with this id.
 */
export class SessionIdTaken extends Error {
  override readonly name = "SessionIdTaken";
}

/**
 * Opens, finds and ends sessions. A session has a token and a secret. The token is stored only as a hash. The secret signs requests, and
 * is stored sealed under the master key. A refresh opens a successor of the session. The previous token works until 60 seconds after the
 * first use of the successor. The token of the successor is derived from the previous token and the master key. So every refresh of
 * one session gets the same token, although no token is stored.
 */
export function createSessions(deps: {
  pool: pg.Pool;
  masterKey: Uint8Array;
  clock: Clock;
  random?: RandomBytes;
}) {
  const { pool, clock, random = systemRandom } = deps;
  const rows = createSessionRows({ ...deps, random });
  const nonces = createNonces({ pool, clock });

  /**
   * Opens a session. First ends the session that an earlier run of the command opened under the same id, with its successors. `null`
   * with `wasOpened` when none of these exists any more.
   */
  async function replace(
    client: pg.PoolClient,
    { userId, sessionId, wasOpened = false }: NewSession,
  ): Promise<OpenSession | null> {
    const text = "DELETE FROM vault.sessions WHERE user_id = $1 AND lineage = $2";
    const { rowCount } = await client.query(text, [userId, sessionId]);
    if (wasOpened && rowCount === 0) return null;
    const token = rows.newToken();
    return rows.insert(client, { token, userId, sessionId, sessionFamilyId: sessionId });
  }

  /** Serialises changes to the sessions of one account: ending them all must not miss one that a refresh is adding. */
  function inAccountTransaction<T>(
    userIdQuery: string,
    value: unknown,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    return transaction(pool, async (client) => {
      await client.query(`SELECT FROM vault.credentials WHERE user_id = (${userIdQuery}) FOR NO KEY UPDATE`, [
        value,
      ]);
      return work(client);
    });
  }

  const ownerOfToken = "SELECT user_id FROM vault.sessions WHERE token_hash = $1";

  return {
    ...nonces,

    /** Opens a session for an account that has credentials. `null` with `wasOpened` when the earlier session has ended. */
    create(session: NewSession): Promise<OpenSession | null> {
      return inAccountTransaction("$1::bigint", session.userId, (client) => replace(client, session));
    },

    /** Opens a session after a password was checked. `null` as in `create`, and when the password was changed since the check. */
    createAfterPasswordCheck(session: NewSession, passwordHash: string): Promise<OpenSession | null> {
      return inAccountTransaction("$1::bigint", session.userId, async (client) => {
        const text = "SELECT FROM vault.credentials WHERE user_id = $1 AND password_hash = $2";
        const { rowCount } = await client.query(text, [session.userId, passwordHash]);
        return rowCount === 1 ? replace(client, session) : null;
      });
    },

    /** The session of a token. `null` when it is unknown, revoked or expired, and from 60 seconds after the first use of its successor. */
    async findByToken(token: string): Promise<OpenSession | null> {
      const row = await rows.findInBatch(token);
      return row ? rows.fromRow(row, token) : null;
    },

    /**
     * The successor of a session; `null` when the token of the session, or that of the successor, no longer works. Every refresh of one
     * session gets the same successor. Its id is the `sessionId` of the refresh that opened it.
     *
     * @param refresh.sessionId the successor's id if this refresh opens it
     * @param refresh.isRepeated true for a repeat of a refresh with this id. An unused successor with this id gets a new secret, so
     *   that the secret in the lost reply no longer works.
     * @param refresh.isIdUsed true when an earlier run of the same command opened a successor with this id, even if that session has ended
     * @throws {SessionIdTaken} when this refresh would open a successor, but a session with the id `refresh.sessionId` was opened before
     */
    refresh(
      token: string,
      refresh: { sessionId: number; isRepeated: boolean; isIdUsed?: boolean },
    ): Promise<OpenSession | null> {
      return inAccountTransaction(ownerOfToken, hashOf(token), async (client) => {
        const row = await rows.find(client, token);
        if (!row) return null;
        const nextToken = rows.tokenAfter(token);
        if (row.superseded_by) {
          if (refresh.isRepeated) await rows.replaceUnusedSecret(client, nextToken, refresh.sessionId);
          const successor = await rows.find(client, nextToken);
          return successor ? rows.fromRow(successor, nextToken) : null;
        }
        const { rowCount } = await client.query(
          "SELECT FROM vault.sessions WHERE user_id = $1 AND session_id = $2",
          [row.user_id, refresh.sessionId],
        );
        if (refresh.isIdUsed || rowCount !== 0) throw new SessionIdTaken();
        const openedSession = await rows.insert(client, {
          token: nextToken,
          userId: row.user_id,
          sessionId: refresh.sessionId,
          sessionFamilyId: row.lineage,
        });
        await client.query("UPDATE vault.sessions SET superseded_by = $2 WHERE token_hash = $1", [
          hashOf(token),
          hashOf(nextToken),
        ]);
        return openedSession;
      });
    },

    /**
     * Records that a session is in use, at most once a minute. Its first use starts the 60 seconds for which the
     * previous token still works.
     */
    async markUsed(session: OpenSession): Promise<void> {
      const now = clock.now();
      const { lastUsedAt, token } = session;
      if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < minUseIntervalMs) return;
      const update = pool.query(
        `WITH before AS (
           UPDATE vault.sessions SET grace_until = ${instant("$3")}
           WHERE superseded_by = $1 AND grace_until IS NULL
         )
         UPDATE vault.sessions SET last_used_at = ${instant("$2")}
         WHERE token_hash = $1 AND (last_used_at IS NULL OR last_used_at <= ${instant("$4")})`,
        [hashOf(token), now, now + sessionTimes.refreshGrace, now - minUseIntervalMs],
      );
      await update.catch((error: unknown) => {
        // With a full disk the use is not recorded, so that people can still read.
        if (!isDiskFullError(error)) throw error;
      });
    },

    /** Ends the session of a token and all others of its family. */
    revoke(token: string): Promise<void> {
      return inAccountTransaction(ownerOfToken, hashOf(token), async (client) => {
        await client.query(
          `DELETE FROM vault.sessions WHERE (user_id, lineage) IN
             (SELECT user_id, lineage FROM vault.sessions WHERE token_hash = $1)`,
          [hashOf(token)],
        );
      });
    },

    /** Whether a session family has a session that has not ended. */
    async hasFamily(userId: number, sessionFamilyId: number): Promise<boolean> {
      const { rowCount } = await pool.query({
        name: "vault.session_family",
        text: `SELECT FROM vault.sessions
               WHERE user_id = $1 AND lineage = $2 AND expires_at > ${instant("$3")} LIMIT 1`,
        values: [userId, sessionFamilyId, clock.now()],
      });
      return rowCount === 1;
    },

    /** Where an account is logged in: the newest session of each family, newest first. */
    async listOf(
      userId: number,
    ): Promise<Pick<OpenSession, "sessionId" | "sessionFamilyId" | "createdAt" | "lastUsedAt">[]> {
      const { rows: newestOfFamilies } = await pool.query<Omit<SessionRow, "secret">>(
        `SELECT user_id, session_id, lineage, superseded_by, ${ms("created_at")} AS created,
           ${ms("expires_at")} AS expires, ${ms("last_used_at")} AS used
         FROM vault.sessions
         WHERE user_id = $1 AND superseded_by IS NULL AND expires_at > ${instant("$2")}
         ORDER BY created_at DESC, session_id DESC`,
        [userId, clock.now()],
      );
      return newestOfFamilies.map((row) => ({
        sessionId: row.session_id,
        sessionFamilyId: row.lineage,
        createdAt: isoOf(row.created),
        lastUsedAt: row.used === null ? null : isoOf(row.used),
      }));
    },

    /** Ends one session of an account and all others of its family; false when the account has no such session. */
    revokeOne(userId: number, sessionId: number): Promise<boolean> {
      return inAccountTransaction("$1::bigint", userId, async (client) => {
        const { rowCount } = await client.query(
          `DELETE FROM vault.sessions WHERE (user_id, lineage) IN
             (SELECT user_id, lineage FROM vault.sessions WHERE user_id = $1 AND session_id = $2)`,
          [userId, sessionId],
        );
        return (rowCount ?? 0) > 0;
      });
    },

    /** Ends every session of an account, except the family of `exceptToken`. */
    revokeAll(userId: number, { exceptToken }: { exceptToken?: string } = {}): Promise<void> {
      return inAccountTransaction("$1::bigint", userId, async (client) => {
        await client.query(
          `DELETE FROM vault.sessions WHERE user_id = $1 AND lineage NOT IN
             (SELECT lineage FROM vault.sessions WHERE user_id = $1 AND token_hash = $2)`,
          [userId, exceptToken === undefined ? null : hashOf(exceptToken)],
        );
      });
    },

    /** Deletes expired sessions, replaced sessions whose token no longer works, and expired nonces. One process calls it regularly. */
    async purgeExpired(): Promise<void> {
      await pool.query(
        `DELETE FROM vault.sessions
         WHERE expires_at <= ${instant("$1")} OR grace_until <= ${instant("$1")}`,
        [clock.now()],
      );
      await nonces.purgeNonces();
    },
  };
}

/** See {@link createSessions}. */
export type Sessions = ReturnType<typeof createSessions>;

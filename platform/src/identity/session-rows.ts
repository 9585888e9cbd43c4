import { createHash, createHmac, createSecretKey } from "node:crypto";
import { sessionTimes } from "@daybook/domain/contract/bounds";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { batched } from "../postgres/batched.ts";
import { decrypt, encrypt, type RandomBytes } from "../vault/authenticated-cipher.ts";
import { deriveKey } from "../vault/derive-key.ts";

/** A session that a request may use. Times are ISO-8601. */
export type OpenSession = {
  readonly token: string;
  /** Signs requests. Only replies to the session's own browser contain it. */
  readonly secret: string;
  readonly userId: number;
  readonly sessionId: number;
  /** The id of the session that the log-in opened. All its successors have the same family id. */
  readonly sessionFamilyId: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** `null` until the first signed request. */
  readonly lastUsedAt: string | null;
};

/** A row of `vault.sessions`; times in milliseconds since 1970. */
export type SessionRow = {
  user_id: number;
  session_id: number;
  lineage: number;
  secret: Buffer;
  created: number;
  expires: number;
  used: number | null;
  superseded_by: Buffer | null;
};

const lifetimeMs = sessionTimes.lifetimeDays * 86_400_000;
const secretBytes = 32;

/** The hash by which a token is stored. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
/** Milliseconds since 1970 as ISO-8601. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();
const sealContextOf = (tokenHash: Buffer): string => `session secret\0${tokenHash.toString("hex")}`;
/** SQL that converts a parameter in milliseconds since 1970 to a timestamp. */
export const instant = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;
/** SQL that converts a timestamp column to milliseconds since 1970. */
export const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::int8`;

const columns = `user_id, session_id, lineage, secret, superseded_by,
  ${ms("created_at")} AS created, ${ms("expires_at")} AS expires, ${ms("last_used_at")} AS used`;
/** Selects the sessions whose token still works. `$1` is the hash of a token, or an array of hashes; `$2` is the current time. */
const selectValid = (tokens: string): string => `SELECT token_hash, ${columns} FROM vault.sessions
  WHERE token_hash = ${tokens} AND expires_at > ${instant("$2")}
    AND (grace_until IS NULL OR grace_until > ${instant("$2")})`;
const validSession = selectValid("$1");
const validSessions = selectValid("ANY ($1::bytea[])");
const insertSession = `INSERT INTO vault.sessions
  (token_hash, user_id, session_id, lineage, secret, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, ${instant("$6")}, ${instant("$7")})`;

/**
 * The rows of sessions. A token is stored only as a hash. A secret is encrypted with a key derived from the master key.
 */
export function createSessionRows(deps: {
  pool: pg.Pool;
  masterKey: Uint8Array;
  clock: Clock;
  random: RandomBytes;
}) {
  const { pool, clock, random } = deps;
  const secretKey = createSecretKey(deriveKey(deps.masterKey, "daybook session secret 1"));
  const successorKey = createSecretKey(deriveKey(deps.masterKey, "daybook session successor 1"));

  /** The token of a session's successor. It is derived from the token of the session, so it need not be stored. */
  const tokenAfter = (token: string): string =>
    createHmac("sha256", successorKey).update(token).digest("base64url");

  /** Converts the row of a token to a session, and decrypts the secret. */
  function fromRow(row: SessionRow, token: string): OpenSession {
    return {
      token,
      secret: decrypt(secretKey, sealContextOf(hashOf(token)), row.secret, "session").toString("base64url"),
      userId: row.user_id,
      sessionId: row.session_id,
      sessionFamilyId: row.lineage,
      createdAt: isoOf(row.created),
      expiresAt: isoOf(row.expires),
      lastUsedAt: row.used === null ? null : isoOf(row.used),
    };
  }

  /** Finds the row of a token. Undefined when the token does not work, or no longer works. */
  async function find(db: pg.Pool | pg.PoolClient, token: string): Promise<SessionRow | undefined> {
    const values = [hashOf(token), clock.now()];
    return (await db.query<SessionRow>({ name: "vault.session", text: validSession, values })).rows[0];
  }

  /** Like `find`, but one query answers all concurrent calls. */
  const findInBatch = batched<string, SessionRow | undefined>(async (tokens) => {
    const { rows } = await pool.query<SessionRow & { token_hash: Buffer }>({
      name: "vault.sessions",
      text: validSessions,
      values: [tokens.map(hashOf), clock.now()],
    });
    const rowsByHash = new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
    return tokens.map((token) => rowsByHash.get(hashOf(token).toString("hex")));
  });

  /** Stores a new session with a new secret. */
  async function insert(
    db: pg.Pool | pg.PoolClient,
    session: { token: string; userId: number; sessionId: number; sessionFamilyId: number },
  ): Promise<OpenSession> {
    const { token, userId, sessionId, sessionFamilyId } = session;
    const tokenHash = hashOf(token);
    const secret = random(secretBytes);
    const sealedSecret = encrypt(secretKey, sealContextOf(tokenHash), secret, random);
    const now = clock.now();
    const values = [tokenHash, userId, sessionId, sessionFamilyId, sealedSecret, now, now + lifetimeMs];
    await db.query(insertSession, values);
    return {
      ...session,
      secret: secret.toString("base64url"),
      createdAt: isoOf(now),
      expiresAt: isoOf(now + lifetimeMs),
      lastUsedAt: null,
    };
  }

  /** Gives the session of a token a new secret, unless the session was used. */
  async function replaceUnusedSecret(client: pg.PoolClient, token: string, sessionId: number): Promise<void> {
    const tokenHash = hashOf(token);
    const sealedSecret = encrypt(secretKey, sealContextOf(tokenHash), random(secretBytes), random);
    await client.query(
      "UPDATE vault.sessions SET secret = $2 WHERE token_hash = $1 AND session_id = $3 AND last_used_at IS NULL",
      [tokenHash, sealedSecret, sessionId],
    );
  }

  return {
    tokenAfter,
    newToken: () => random(secretBytes).toString("base64url"),
    fromRow,
    find,
    findInBatch,
    insert,
    replaceUnusedSecret,
  };
}

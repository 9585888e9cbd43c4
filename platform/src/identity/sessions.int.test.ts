import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createCredentials } from "./credentials.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import type { OpenSession } from "./session-rows.ts";
import { createSessions, SessionIdTaken, type Sessions } from "./sessions.ts";

const day = 86_400_000;
const masterKey = randomBytes(32);
let database: TestDatabase;
let pool: pg.Pool;
let now = 0;
const clock = { now: () => now };
/** Two API processes on one database. */
let sessions: Sessions;
let otherProcess: Sessions;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, vaultMigrations);
  const credentials = createCredentials({ pool, clock });
  for (const userId of [1, 2]) {
    await credentials.create({ userId, emailHash: `hash ${userId}`, passwordHash: "x" });
  }
  sessions = createSessions({ pool, masterKey, clock });
  otherProcess = createSessions({ pool, masterKey, clock });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  now = Date.UTC(2026, 10, 20, 10, 42);
  await pool.query("TRUNCATE vault.sessions");
});

const isValid = async ({ token }: OpenSession): Promise<boolean> =>
  (await sessions.findByToken(token)) !== null;
const logIn = async (userId = 1, sessionId = 100): Promise<OpenSession> =>
  (await sessions.create({ userId, sessionId }))!;
const firstRefresh = { sessionId: 101, isRepeated: false };
let lastId = 1_000;
const refreshSession = async ({ token }: OpenSession): Promise<OpenSession> =>
  (await sessions.refresh(token, { sessionId: ++lastId, isRepeated: false }))!;

describe("opening", () => {
  test("every process finds a session by its token for thirty days", async () => {
    const session = await logIn();
    expect(session).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      secret: expect.stringMatching(/^[\w-]{43}$/),
      userId: 1,
      sessionId: 100,
      sessionFamilyId: 100,
      createdAt: "2026-11-20T10:42:00.000Z",
      expiresAt: "2026-12-20T10:42:00.000Z",
      lastUsedAt: null,
    });
    expect(await otherProcess.findByToken(session.token)).toEqual(session);
    now += 30 * day - 1;
    expect(await isValid(session)).toBe(true);
    now += 1;
    expect(await isValid(session)).toBe(false);
    expect(await sessions.findByToken("made up")).toBeNull();
  });

  test("a repeated opening replaces the session of the first run, and opens none after that session has ended", async () => {
    const lostSession = await logIn();
    const repeat = (await sessions.create({ userId: 1, sessionId: 100, wasOpened: true }))!;
    expect([await isValid(lostSession), await isValid(repeat)]).toEqual([false, true]);
    await sessions.revoke(repeat.token);
    expect(await sessions.create({ userId: 1, sessionId: 100, wasOpened: true })).toBeNull();
  });

  test("the database contains neither token nor secret of a session, and a secret opens only with its own token", async () => {
    const [session, otherSession] = [await logIn(1, 1), await logIn(2, 2)];
    const { rows } = await pool.query<{ text: string }>("SELECT s::text AS text FROM vault.sessions s");
    const rowTexts = rows.map(({ text }) => text).join();
    for (const value of [session.token, session.secret]) {
      expect(rowTexts).not.toContain(value);
      expect(rowTexts).not.toContain(Buffer.from(value, "base64url").toString("hex"));
    }
    await pool.query(
      "UPDATE vault.sessions SET secret = (SELECT secret FROM vault.sessions WHERE user_id = 2) WHERE user_id = 1",
    );
    await expect(sessions.findByToken(session.token)).rejects.toThrow("cannot open");
    expect(await sessions.findByToken(otherSession.token)).toEqual(otherSession);
  });
});

describe("refreshing", () => {
  test("after a refresh, the old token works until 60 seconds after the first use of the new one", async () => {
    const oldSession = await logIn();
    now += day;
    const nextSession = await refreshSession(oldSession);
    expect(nextSession.token).not.toBe(oldSession.token);
    expect(nextSession.secret).not.toBe(oldSession.secret);
    expect(nextSession).toEqual({
      ...nextSession,
      sessionFamilyId: 100,
      createdAt: "2026-11-21T10:42:00.000Z",
      expiresAt: "2026-12-21T10:42:00.000Z",
    });
    now += 10 * day;
    expect(await isValid(oldSession)).toBe(true);
    await sessions.markUsed(nextSession);
    now += 59_999;
    expect(await isValid(oldSession)).toBe(true);
    // A later use of the new token does not extend that time.
    await sessions.markUsed(nextSession);
    now += 1;
    expect(await isValid(oldSession)).toBe(false);
    expect(await sessions.refresh(oldSession.token, firstRefresh)).toBeNull();
    expect(await isValid(nextSession)).toBe(true);
  });

  test("concurrent refreshes in several processes get one new session", async () => {
    const oldSession = await logIn();
    const successors = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? sessions : otherProcess).refresh(oldSession.token, firstRefresh),
      ),
    );
    expect(successors[0]).not.toBeNull();
    for (const successor of successors) expect(successor).toEqual(successors[0]);
    expect((await pool.query("SELECT FROM vault.sessions")).rowCount).toBe(2);
    now += 5_000;
    expect(await otherProcess.refresh(oldSession.token, firstRefresh)).toEqual(successors[0]);
  });

  test("a repeated refresh gives the successor a new secret, unless the successor was used", async () => {
    const oldSession = await logIn();
    const nextSession = await refreshSession(oldSession);
    const { sessionId } = nextSession;
    const repeat = (await otherProcess.refresh(oldSession.token, { sessionId, isRepeated: true }))!;
    expect(repeat).toEqual({ ...nextSession, secret: repeat.secret });
    expect(repeat.secret).not.toBe(nextSession.secret);
    expect(await sessions.findByToken(nextSession.token)).toEqual(repeat);
    // A repeated refresh whose first run did not open the successor.
    expect(await sessions.refresh(oldSession.token, { sessionId: sessionId + 1, isRepeated: true })).toEqual(
      repeat,
    );
    await sessions.markUsed(repeat);
    const repeatedRefresh = await sessions.refresh(oldSession.token, { sessionId, isRepeated: true });
    expect(repeatedRefresh?.secret).toBe(repeat.secret);
    expect((await pool.query("SELECT FROM vault.sessions")).rowCount).toBe(2);
  });

  test("a refresh with an id that another session has used is refused", async () => {
    const [session, otherSession] = [await logIn(1, 100), await logIn(1, 200)];
    const nextSession = await sessions.refresh(session.token, firstRefresh);
    await expect(sessions.refresh(otherSession.token, firstRefresh)).rejects.toThrow(SessionIdTaken);
    await sessions.revoke(session.token);
    const repeatedRefresh = { ...firstRefresh, isRepeated: true, isIdUsed: true };
    await expect(sessions.refresh(otherSession.token, repeatedRefresh)).rejects.toThrow(SessionIdTaken);
    expect([nextSession?.sessionId, await isValid(otherSession)]).toEqual([101, true]);
  });

  test("an unknown or expired token is not refreshed", async () => {
    expect(await sessions.refresh("made up", firstRefresh)).toBeNull();
    const session = await logIn();
    now += 30 * day;
    expect(await sessions.refresh(session.token, firstRefresh)).toBeNull();
  });
});

describe("last use", () => {
  test("the last use of a session is written at most once a minute, also by several processes", async () => {
    const session = await logIn();
    await sessions.markUsed(session);
    const lastUsedAt = "2026-11-20T10:42:00.000Z";
    const readRowVersion = async () =>
      (await pool.query<{ version: string }>("SELECT xmin::text AS version FROM vault.sessions")).rows[0]!
        .version;
    const writtenVersion = await readRowVersion();
    expect((await sessions.findByToken(session.token))?.lastUsedAt).toBe(lastUsedAt);

    now += 59_999;
    await sessions.markUsed({ ...session, lastUsedAt });
    await otherProcess.markUsed({ ...session, lastUsedAt: null });
    expect(await readRowVersion()).toBe(writtenVersion);

    now += 1;
    await Promise.all(
      [sessions, otherProcess].map((process) => process.markUsed({ ...session, lastUsedAt })),
    );
    expect((await sessions.findByToken(session.token))?.lastUsedAt).toBe("2026-11-20T10:43:00.000Z");
  });
});

describe("revoking", () => {
  test("logging out ends all sessions of the family, and no others", async () => {
    const oldSession = await logIn();
    const nextSession = await refreshSession(oldSession);
    const otherFamily = await logIn(1, 200);
    const otherPersonSession = await logIn(2, 100);
    await sessions.revoke(nextSession.token);
    await sessions.revoke(nextSession.token);
    expect(
      await Promise.all([oldSession, nextSession, otherFamily, otherPersonSession].map(isValid)),
    ).toEqual([false, false, true, true]);
    expect(await sessions.refresh(oldSession.token, firstRefresh)).toBeNull();
  });

  test("all sessions of an account can be ended, with or without the session that asks", async () => {
    const askingSession = await refreshSession(await logIn(1, 100));
    const otherSessions = [await logIn(1, 200), await refreshSession(await logIn(1, 300))];
    const otherPersonSession = await logIn(2, 400);
    await sessions.revokeAll(1, { exceptToken: askingSession.token });
    expect(await Promise.all([askingSession, ...otherSessions, otherPersonSession].map(isValid))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    await sessions.revokeAll(1);
    expect(await Promise.all([askingSession, otherPersonSession].map(isValid))).toEqual([false, true]);
  });

  test("a concurrent refresh does not keep a revoked session alive", async () => {
    for (let round = 0; round < 10; round++) {
      const session = await logIn(1, 1_000 + round);
      const [nextSession] = await Promise.all([
        otherProcess.refresh(session.token, firstRefresh),
        round % 2 ? sessions.revoke(session.token) : sessions.revokeAll(1),
      ]);
      const validities = await Promise.all([session, ...(nextSession ? [nextSession] : [])].map(isValid));
      expect(validities).not.toContain(true);
    }
  });
});

test("nonces are deleted when no signature of their time is valid any more", async () => {
  const latestTimestamp = now / 1000 + 300;
  await sessions.rememberNonce("late", "n", latestTimestamp);
  now += 2 * 300_000;
  await sessions.purgeExpired();
  expect(await sessions.rememberNonce("late", "n", latestTimestamp)).toBe(false);
  now += 11 * 60_000;
  await sessions.purgeExpired();
  expect((await pool.query("SELECT FROM vault.nonces")).rowCount).toBe(0);
});

test("purging deletes only sessions that no longer work", async () => {
  const oldSession = await logIn(1, 100);
  const nextSession = await refreshSession(oldSession);
  await sessions.markUsed(nextSession);
  now += 60_000;
  await sessions.purgeExpired();
  expect((await pool.query("SELECT session_id FROM vault.sessions")).rows).toEqual([
    { session_id: nextSession.sessionId },
  ]);
  now += 30 * day;
  await sessions.purgeExpired();
  expect((await pool.query("SELECT FROM vault.sessions")).rowCount).toBe(0);
});

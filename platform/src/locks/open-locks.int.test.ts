import { randomBytes } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  journalContentKeyId,
  createLockFixture,
  type LockFixture,
  lockPassword,
} from "../testing/lock-fixture.ts";
import { KeyLocked, type LockAccess } from "../vault/lock-access.ts";
import type { OpenSession } from "../identity/session-rows.ts";

const minute = 60_000;
let fixture: LockFixture;
let session: OpenSession;
beforeAll(async () => {
  fixture = await createLockFixture();
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  session = await fixture.reset();
});

/** Opens a lock and returns the lock access of the next request. */
async function openWith(password: string, lockedId?: string): Promise<LockAccess | null> {
  const tokens = await fixture.open(password, session, lockedId);
  return tokens && fixture.processes.thisProcess.locks.lockAccessOf(1, session.sessionFamilyId, tokens);
}

describe("open locks", () => {
  const countOpenLocks = async () => (await fixture.pool.query("SELECT FROM vault.open_locks")).rowCount;

  test.each([
    ["logging out", () => fixture.sessions.revoke(session.token)],
    ["being logged out from another session", () => fixture.sessions.revokeOne(1, 11)],
    ["the end of all sessions", () => fixture.sessions.revokeAll(1)],
    ["the end of the account", () => fixture.credentials.remove(1)],
    [
      "the expiry of the session",
      async () => {
        fixture.advanceClock(31 * 24 * 60 * minute);
        await fixture.sessions.purgeExpired();
      },
    ],
  ])("a lock closes on %s", async (_, endSession) => {
    await fixture.lock();
    await openWith(lockPassword);
    expect(await countOpenLocks()).toBe(1);
    await endSession();
    expect(await countOpenLocks()).toBe(0);
  });

  test("a lock stays open through a refresh, and while another session ends", async () => {
    await fixture.lock();
    const lockAccess = (await openWith(lockPassword))!;
    const secondSession = (await fixture.sessions.create({ userId: 1, sessionId: 12 }))!;
    const nextSession = (await fixture.sessions.refresh(session.token, {
      sessionId: 13,
      isRepeated: false,
    }))!;
    await fixture.sessions.markUsed(nextSession);
    fixture.advanceClock(2 * minute);
    await fixture.sessions.purgeExpired();
    await fixture.sessions.revoke(secondSession.token);
    expect(nextSession.sessionFamilyId).toBe(session.sessionFamilyId);
    expect(await countOpenLocks()).toBe(1);
    expect(await fixture.processes.thisProcess.vault.openKey("entry-1", lockAccess)).not.toBeNull();
  });

  test("a lock does not open for a session that has ended", async () => {
    await fixture.lock();
    await fixture.sessions.revoke(session.token);
    expect(await openWith(lockPassword)).toBeNull();
  });

  test("a lock gives its key only for its token, and only in the session family that opened the lock", async () => {
    await fixture.lock();
    const lock = (await fixture.processes.thisProcess.locks.readLock("journal-1"))!;
    const { key } = (await fixture.processes.thisProcess.locks.prove(lock, lockPassword))!;
    const openedLock = await fixture.processes.thisProcess.locks.open(lock, session.sessionFamilyId, key);
    const token = openedLock ? openedLock.token! : "";
    expect(
      (
        await fixture.processes.thisProcess.locks.lockAccessOf(1, session.sessionFamilyId, [
          "nonsense",
          token,
        ])
      ).keys.size,
    ).toBe(1);
    expect((await fixture.processes.thisProcess.locks.lockAccessOf(1, 12, [token])).keys.size).toBe(0);
    expect(
      (await fixture.processes.thisProcess.locks.lockAccessOf(2, session.sessionFamilyId, [token])).keys.size,
    ).toBe(0);
    expect(
      (
        await fixture.processes.thisProcess.locks.lockAccessOf(1, session.sessionFamilyId, [
          randomBytes(32).toString("base64url"),
        ])
      ).keys.size,
    ).toBe(0);
    const storedRows = await fixture.pool.query<{ row: string }>(
      "SELECT o::text AS row FROM vault.open_locks o",
    );
    expect(storedRows.rows[0]?.row).not.toContain(token);
    expect(storedRows.rows[0]?.row).not.toContain(Buffer.from(token, "base64url").toString("hex"));
  });

  test("a lock does not open when it was changed during the password check", async () => {
    await fixture.lock();
    const lock = (await fixture.processes.thisProcess.locks.readLock("journal-1"))!;
    const { key } = (await fixture.processes.thisProcess.locks.prove(lock, lockPassword))!;
    await fixture.lock({ commandId: "command 2" }, (await openWith(lockPassword))!);
    expect(await fixture.processes.thisProcess.locks.open(lock, session.sessionFamilyId, key)).toBe(false);
    expect(await countOpenLocks()).toBe(0);
  });

  test("only one of three concurrent commands sets a lock", async () => {
    const key = (await fixture.processes.thisProcess.vault.openKey(journalContentKeyId))!;
    const setting = ["one", "two", "three"].map((password) =>
      fixture.lock({ password, commandId: password, replacedLock: null, key }),
    );
    const results = await Promise.all(setting);
    expect(results.filter((result) => result !== false)).toHaveLength(1);
    const winningPassword = ["one", "two", "three"][results.findIndex((result) => result !== false)]!;
    expect(await openWith(winningPassword)).not.toBeNull();
  });

  test.each(["password", "encryption"] as const)(
    "a lock of the type %s closes by itself after 15 minutes without use",
    async (kind) => {
      await fixture.lock({ type: lockTypes[kind], auto: true });
      const openAndReturnTokens = async () => {
        const lock = (await fixture.processes.thisProcess.locks.readLock("journal-1"))!;
        const proof = (await fixture.processes.thisProcess.locks.prove(lock, lockPassword))!;
        const openedLock = await fixture.processes.thisProcess.locks.open(
          lock,
          session.sessionFamilyId,
          proof.key,
        );
        return openedLock && openedLock.token ? [openedLock.token] : [];
      };
      const tokens = await openAndReturnTokens();
      const request = () =>
        fixture.processes.otherProcess.locks.lockAccessOf(1, session.sessionFamilyId, tokens);
      for (let step = 0; step < 3; step++) {
        fixture.advanceClock(14 * minute);
        const lockAccess = await request();
        expect(await fixture.processes.otherProcess.vault.openKey("entry-1", lockAccess)).not.toBeNull();
        await fixture.processes.otherProcess.locks.renew(lockAccess);
      }
      fixture.advanceClock(15 * minute);
      const laterRequest = await request();
      await expect(fixture.processes.otherProcess.vault.openKey("entry-1", laterRequest)).rejects.toThrow(
        KeyLocked,
      );
      await fixture.processes.otherProcess.locks.renew(laterRequest);
      // A lock that has closed stays closed, also when it is changed to no longer close by itself.
      await fixture.processes.thisProcess.locks.setAuto("journal-1", false);
      await expect(fixture.processes.otherProcess.vault.openKey("entry-1", await request())).rejects.toThrow(
        KeyLocked,
      );
      await fixture.processes.thisProcess.locks.purgeIdle();
      expect(await countOpenLocks()).toBe(0);
    },
  );
});

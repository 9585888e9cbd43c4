import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLedger } from "../commands/ledger.ts";
import { contentKey, createLockRig, type LockRig, lockPassword } from "../testing/lock-rig.ts";
import { KeyLocked, type Opening } from "./lock-facts.ts";
import { seal } from "./seal.ts";
import type { OpenSession } from "./sessions.ts";

const minute = 60_000;
let rig: LockRig;
let session: OpenSession;
beforeAll(async () => {
  rig = await createLockRig();
});
afterAll(() => rig?.stop());
beforeEach(async () => {
  session = await rig.plant();
});

/** Opens a lock and gives what a request of that session may open. */
async function openWith(password: string, of?: string): Promise<Opening | null> {
  const tokens = await rig.open(password, session, of);
  return tokens && rig.processes.here.locks.openingOf(1, session.lineage, tokens);
}

describe("an opened lock", () => {
  const opened = async () => (await rig.pool.query("SELECT FROM vault.open_locks")).rowCount;

  test.each([
    ["logging out", () => rig.sessions.revoke(session.token)],
    ["being signed out", () => rig.sessions.revokeOne(1, 11)],
    ["a new password", () => rig.sessions.revokeAll(1)],
    ["the end of the account", () => rig.credentials.remove(1)],
    [
      "expiring",
      async () => {
        rig.pass(31 * 24 * 60 * minute);
        await rig.sessions.purgeExpired();
      },
    ],
  ])("closes with %s", async (_, end) => {
    await rig.lock();
    await openWith(lockPassword);
    expect(await opened()).toBe(1);
    await end();
    expect(await opened()).toBe(0);
  });

  test("stays open through a refresh, and while another session ends", async () => {
    await rig.lock();
    const opening = (await openWith(lockPassword))!;
    const second = await rig.sessions.create({ userId: 1, sessionId: 12 });
    const next = (await rig.sessions.refresh(session.token))!;
    await rig.sessions.markUsed(next);
    rig.pass(2 * minute);
    await rig.sessions.purgeExpired();
    await rig.sessions.revoke(second.token);
    expect(next.lineage).toBe(session.lineage);
    expect(await opened()).toBe(1);
    expect(await rig.processes.here.vault.openKey("entry-1", opening)).not.toBeNull();
  });

  test("is open for no session that has ended meanwhile", async () => {
    await rig.lock();
    await rig.sessions.revoke(session.token);
    expect(await openWith(lockPassword)).toBeNull();
  });

  test("opens with its own token in its own sign-in only", async () => {
    await rig.lock();
    const lock = (await rig.processes.here.locks.readLock("journal-1"))!;
    const { key } = (await rig.processes.here.locks.prove(lock, lockPassword))!;
    const answer = await rig.processes.here.locks.open(lock, session.lineage, key);
    const token = answer ? answer.token! : "";
    expect(
      (await rig.processes.here.locks.openingOf(1, session.lineage, ["nonsense", token])).keys.size,
    ).toBe(1);
    expect((await rig.processes.here.locks.openingOf(1, 12, [token])).keys.size).toBe(0);
    expect((await rig.processes.here.locks.openingOf(2, session.lineage, [token])).keys.size).toBe(0);
    expect(
      (await rig.processes.here.locks.openingOf(1, session.lineage, [randomBytes(32).toString("base64url")]))
        .keys.size,
    ).toBe(0);
    const stored = await rig.pool.query<{ row: string }>("SELECT o::text AS row FROM vault.open_locks o");
    expect(stored.rows[0]?.row).not.toContain(token);
    expect(stored.rows[0]?.row).not.toContain(Buffer.from(token, "base64url").toString("hex"));
  });

  test("does not open under a lock that was set anew while the password was looked at", async () => {
    await rig.lock();
    const lock = (await rig.processes.here.locks.readLock("journal-1"))!;
    const { key } = (await rig.processes.here.locks.prove(lock, lockPassword))!;
    await rig.lock({ act: "act 2" }, (await openWith(lockPassword))!);
    expect(await rig.processes.here.locks.open(lock, session.lineage, key)).toBe(false);
    expect(await opened()).toBe(0);
  });

  test("of two locks set at once, one is refused", async () => {
    const key = (await rig.processes.here.vault.openKey(contentKey))!;
    const sets = ["one", "two", "three"].map((password) =>
      rig.lock({ password, act: password, before: null, key }),
    );
    const done = await Promise.all(sets);
    expect(done.filter((set) => set !== false)).toHaveLength(1);
    const winner = ["one", "two", "three"][done.findIndex((set) => set !== false)]!;
    expect(await openWith(winner)).not.toBeNull();
  });

  test.each([2, 3] as const)("closes by itself when nobody used it (type %i)", async (type) => {
    await rig.lock({ type, auto: true });
    const token = async () => {
      const lock = (await rig.processes.here.locks.readLock("journal-1"))!;
      const proof = (await rig.processes.here.locks.prove(lock, lockPassword))!;
      const answer = await rig.processes.here.locks.open(lock, session.lineage, proof.key);
      return answer && answer.token ? [answer.token] : [];
    };
    const tokens = await token();
    const request = () => rig.processes.there.locks.openingOf(1, session.lineage, tokens);
    for (let step = 0; step < 3; step++) {
      rig.pass(14 * minute);
      const opening = await request();
      expect(await rig.processes.there.vault.openKey("entry-1", opening)).not.toBeNull();
      await rig.processes.there.locks.touch(opening);
    }
    rig.pass(15 * minute);
    const late = await request();
    await expect(rig.processes.there.vault.openKey("entry-1", late)).rejects.toThrow(KeyLocked);
    await rig.processes.there.locks.touch(late);
    // Whoever is out stays out, also when locks no longer close by themselves.
    await rig.processes.here.locks.setAuto("journal-1", false);
    await expect(rig.processes.there.vault.openKey("entry-1", await request())).rejects.toThrow(KeyLocked);
    await rig.processes.here.locks.purgeIdle();
    expect(await opened()).toBe(0);
  });
});

test("what was under way when something was locked keeps no reply", async () => {
  const ledger = createLedger({ pool: rig.pool });
  const key = (await rig.processes.here.vault.openKey("account-1"))!;
  const sealedBody = seal(key, "account-1", "ledger.reply", "dined at home");
  const act = (name: string) => ({ userId: 1, key: name, fingerprint: "f", makeIds: () => [7, 8] });
  await ledger.begin(act("before"));
  await ledger.complete({ userId: 1, key: "before", status: 201, sealedBody });
  await ledger.begin(act("under way"));
  await rig.lock();
  await ledger.complete({ userId: 1, key: "under way", status: 201, sealedBody });
  await ledger.begin(act("after"));
  await ledger.complete({ userId: 1, key: "after", status: 201, sealedBody });
  for (const name of ["before", "under way", "after"]) {
    expect(await ledger.begin(act(name))).toEqual({ kind: "repeat", ids: [7, 8], reply: null });
  }
  const stored = await rig.pool.query<{ row: string }>("SELECT c::text AS row FROM ledger.commands c");
  expect(stored.rows.map(({ row }) => row).join()).not.toContain(
    Buffer.from(sealedBody, "base64url").toString("hex"),
  );

  await rig.pool.query("UPDATE ledger.withheld SET since = since - interval '11 minutes'");
  await ledger.complete({ userId: 1, key: "after", status: 201, sealedBody });
  expect(await ledger.begin(act("after"))).toHaveProperty("reply", { status: 201, sealedBody });
  await ledger.purge(new Date(0));
  expect((await rig.pool.query("SELECT FROM ledger.withheld")).rowCount).toBe(0);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  contentKey,
  createLockRig,
  type LockRig,
  lockPassword,
  openText,
  sealText,
} from "../testing/lock-rig.ts";
import { KeyMisplaced } from "./key-vault.ts";
import { KeyLocked, type Opening } from "./lock-facts.ts";
import type { OpenSession } from "./sessions.ts";

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

describe("an encryption lock", () => {
  test("closes the key in every process at once, and its password alone opens it", async () => {
    const value = sealText((await rig.processes.here.vault.openKey("entry-1"))!);
    await rig.processes.there.vault.openKey("entry-1");
    await rig.lock();
    for (const { vault } of [rig.processes.here, rig.processes.there, rig.startProcess()]) {
      await expect(vault.openKey("entry-1")).rejects.toThrow(KeyLocked);
      expect(await vault.openKeys(["entry-1", "journal-1"])).toHaveProperty("size", 1);
      const found = (await vault.findKeys(["entry-1"])).get("entry-1");
      expect([found?.key, found?.titleKey, found?.closed?.stream]).toEqual([null, null, "journal-1"]);
    }
    expect(await openWith("guess")).toBeNull();
    const opening = (await openWith(lockPassword))!;
    for (const { vault } of [rig.processes.here, rig.processes.there]) {
      expect(openText(await vault.openKey("entry-1", opening), value)).toBe("dined at home");
      await expect(vault.openKey("entry-1")).rejects.toThrow(KeyLocked);
    }
    expect([...opening.passed.keys()]).toEqual(["journal-1"]);
  });

  test("lets whoever opened it make and move keys, and nobody else", async () => {
    await rig.lock();
    await expect(rig.processes.here.vault.create("entry-2", contentKey)).rejects.toThrow(KeyLocked);
    await expect(rig.processes.here.vault.move("entry-1", "journal-2")).rejects.toThrow(KeyLocked);
    const opening = (await openWith(lockPassword))!;
    const value = sealText(await rig.processes.here.vault.create("entry-2", contentKey, opening));
    expect(openText(await rig.processes.there.vault.openKey("entry-2", opening), value)).toBe(
      "dined at home",
    );
    await expect(rig.processes.here.vault.create("entry-2", "journal-2", opening)).rejects.toThrow(
      KeyMisplaced,
    );
    await rig.processes.there.vault.move("entry-2", "journal-2", opening);
    expect(openText(await rig.processes.here.vault.openKey("entry-2"), value)).toBe("dined at home");
    await expect(rig.processes.here.vault.move("entry-2", contentKey)).rejects.toThrow(KeyLocked);
    await expect(rig.processes.here.vault.openKey("entry-1")).rejects.toThrow(KeyLocked);
  });

  test("takes the keys of older journals under it", async () => {
    const value = sealText(await rig.processes.here.vault.create("entry-3", "journal-1"));
    await rig.processes.there.vault.openKey("entry-3");
    await rig.lock();
    await expect(rig.processes.there.vault.openKey("entry-3")).rejects.toThrow(KeyLocked);
    expect(
      openText(await rig.processes.there.vault.openKey("entry-3", (await openWith(lockPassword))!), value),
    ).toBe("dined at home");
  });

  test("is opened by its recovery code, however it is typed", async () => {
    const value = sealText((await rig.processes.here.vault.openKey("entry-1"))!);
    const set = await rig.lock({ recovery: true });
    const code = set ? set.recoveryCode! : "";
    expect(code).toMatch(/^(\w{4}-){6}\w{4}$/);
    const typed = ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
    for (const attempt of [code, typed]) {
      const opening = (await openWith(attempt))!;
      expect(openText(await rig.processes.here.vault.openKey("entry-1", opening), value)).toBe(
        "dined at home",
      );
    }
    expect(await openWith(`${code.slice(0, -1)}${code.endsWith("2") ? "3" : "2"}`)).toBeNull();
  });

  test("with another password the old one opens nothing; the recovery code stays unless it is changed", async () => {
    const first = await rig.lock({ recovery: true });
    const code = first ? first.recoveryCode! : "";
    const opening = (await openWith(lockPassword))!;
    await rig.lock({ password: "another one", recovery: undefined, act: "act 2" }, opening);
    expect(await openWith(lockPassword)).toBeNull();
    // The request's key is the same, but the lock is closed for its session: the next request has nothing.
    expect((await rig.processes.here.locks.openingOf(1, session.lineage, [])).keys.size).toBe(0);
    const again = (await openWith(code))!;
    await rig.lock({ password: "a third one", recovery: false, act: "act 3" }, again);
    expect(await openWith(code)).toBeNull();
    expect(await openWith("a third one")).not.toBeNull();
  });

  test("goes back to its parent when it is taken off", async () => {
    const value = sealText((await rig.processes.here.vault.openKey("entry-1"))!);
    await rig.lock();
    const lock = (await rig.processes.here.locks.readLock("journal-1"))!;
    const proof = (await rig.processes.here.locks.prove(lock, lockPassword))!;
    expect(await rig.processes.here.locks.remove(lock, proof.key)).toBe(true);
    expect(await rig.processes.here.locks.remove(lock, proof.key)).toBe(false);
    expect(openText(await rig.processes.there.vault.openKey("entry-1"), value)).toBe("dined at home");
    expect(await rig.processes.here.locks.readLock("journal-1")).toBeNull();
  });

  test("becomes a password lock and back, and stays readable to its owner", async () => {
    const value = sealText((await rig.processes.here.vault.openKey("entry-1"))!);
    await rig.lock();
    await rig.lock({ type: 2, act: "act 2" }, (await openWith(lockPassword))!);
    const opening = (await openWith(lockPassword))!;
    expect(openText(await rig.processes.here.vault.openKey("entry-1", opening), value)).toBe("dined at home");
    await rig.lock({ type: 3, act: "act 3" }, opening);
    await expect(rig.processes.here.vault.openKey("entry-1", opening)).rejects.toThrow(KeyLocked);
    expect(
      openText(await rig.processes.here.vault.openKey("entry-1", (await openWith(lockPassword))!), value),
    ).toBe("dined at home");
  });

  test("is erased with the keys above it", async () => {
    await rig.lock({ recovery: true });
    await openWith(lockPassword);
    await rig.processes.here.vault.erase("account-1");
    const { rows } = await rig.pool.query("SELECT FROM vault.locks UNION ALL SELECT FROM vault.open_locks");
    expect(rows).toEqual([]);
    expect(await rig.processes.there.vault.openKey("entry-1")).toBeNull();
  });

  test("leaves nothing in the vault that the master key opens", async () => {
    const key = (await rig.processes.here.vault.openKey(contentKey))!;
    const value = sealText(key);
    await rig.lock({ recovery: true });
    await openWith(lockPassword);
    // Whoever calls the wrapped bytes unlocked, or the recovery, gets nothing either.
    await rig.pool.query("UPDATE vault.keys SET lock_salt = NULL WHERE id = $1", [contentKey]);
    await expect(rig.startProcess().vault.openKey(contentKey)).rejects.toThrow(/sealed value|cannot open/);
    await rig.pool.query(
      "UPDATE vault.keys SET wrapped = (SELECT recovery FROM vault.locks WHERE stream = 'journal-1') WHERE id = $1",
      [contentKey],
    );
    await expect(rig.startProcess().vault.openKey(contentKey)).rejects.toThrow(/cannot open/);
    expect(openText(key, value)).toBe("dined at home");
  });
});

describe("a password lock", () => {
  const entryLock = { type: 2 as const, stream: "entry-1", keyId: "entry-1", recovery: undefined };

  test("is open for the session that gave the password, and lets a title be read", async () => {
    const value = sealText((await rig.processes.here.vault.openKey("entry-1"))!);
    await rig.lock(entryLock);
    const other = await rig.processes.here.locks.openingOf(1, 12, []);
    const found = (await rig.processes.here.vault.findKeys(["entry-1"], other)).get("entry-1")!;
    expect([found.key, found.closed?.stream, found.isLocked]).toEqual([null, "entry-1", true]);
    expect(openText(found.titleKey, value)).toBe("dined at home");
    expect(other.passed.size).toBe(0);
    await expect(rig.processes.there.vault.openKey("entry-1", other)).rejects.toThrow(KeyLocked);
    const opening = (await openWith(lockPassword, "entry-1"))!;
    expect(openText(await rig.processes.there.vault.openKey("entry-1", opening), value)).toBe(
      "dined at home",
    );
    await expect(rig.processes.there.vault.openKey("entry-1", other)).rejects.toThrow(KeyLocked);
  });

  test("goes along when its entry is moved, and leaves no title behind a journal's lock", async () => {
    await rig.lock(entryLock);
    await rig.processes.here.vault.move("entry-1", "journal-2");
    await expect(rig.processes.here.vault.openKey("entry-1")).rejects.toThrow(KeyLocked);
    await rig.processes.here.vault.move("entry-1", contentKey);
    await rig.lock({ type: 2, act: "act 2" });
    const found = (await rig.processes.here.vault.findKeys(["entry-1"])).get("entry-1")!;
    expect([found.titleKey, found.closed?.stream, found.lock?.stream]).toEqual([
      null,
      "journal-1",
      "entry-1",
    ]);
  });

  test("closes for everybody when it is closed, or set again", async () => {
    await rig.lock({ type: 2 });
    const opening = (await openWith(lockPassword))!;
    await rig.processes.here.locks.close("journal-1");
    await expect(rig.processes.there.vault.openKey("entry-1", opening)).rejects.toThrow(KeyLocked);
    await openWith(lockPassword);
    await rig.lock({ type: 2, password: "another one", act: "act 2" }, opening);
    await expect(rig.processes.there.vault.openKey("entry-1", opening)).rejects.toThrow(KeyLocked);
    expect(await openWith(lockPassword)).toBeNull();
  });
});

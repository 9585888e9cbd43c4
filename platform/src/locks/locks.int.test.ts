import { lockTypes } from "@daybook/domain/contract/lock-types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  journalContentKeyId,
  createLockFixture,
  type LockFixture,
  lockPassword,
  openText,
  sealText,
} from "../testing/lock-fixture.ts";
import { KeyMisplaced } from "../vault/key-vault.ts";
import { KeyLocked, type LockAccess } from "../vault/lock-access.ts";
import type { OpenSession } from "../identity/session-rows.ts";

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

describe("encryption locks", () => {
  test("an encryption lock closes the key in every process immediately, and only the password opens the lock", async () => {
    const value = sealText((await fixture.processes.thisProcess.vault.openKey("entry-1"))!);
    await fixture.processes.otherProcess.vault.openKey("entry-1");
    await fixture.lock();
    for (const { vault } of [
      fixture.processes.thisProcess,
      fixture.processes.otherProcess,
      fixture.startProcess(),
    ]) {
      await expect(vault.openKey("entry-1")).rejects.toThrow(KeyLocked);
      expect(await vault.openKeys(["entry-1", "journal-1"])).toHaveProperty("size", 1);
      const foundKey = (await vault.findKeys(["entry-1"])).get("entry-1");
      expect([foundKey?.key, foundKey?.titleKey, foundKey?.closedLock?.stream]).toEqual([
        null,
        null,
        "journal-1",
      ]);
    }
    expect(await openWith("guess")).toBeNull();
    const lockAccess = (await openWith(lockPassword))!;
    for (const { vault } of [fixture.processes.thisProcess, fixture.processes.otherProcess]) {
      expect(openText(await vault.openKey("entry-1", lockAccess), value)).toBe("dined at home");
      await expect(vault.openKey("entry-1")).rejects.toThrow(KeyLocked);
    }
    expect([...lockAccess.traversedLocks.keys()]).toEqual(["journal-1"]);
  });

  test("only a session that opened an encryption lock can create and move keys below the lock", async () => {
    await fixture.lock();
    await expect(fixture.processes.thisProcess.vault.create("entry-2", journalContentKeyId)).rejects.toThrow(
      KeyLocked,
    );
    await expect(fixture.processes.thisProcess.vault.move("entry-1", "journal-2")).rejects.toThrow(KeyLocked);
    const lockAccess = (await openWith(lockPassword))!;
    const value = sealText(
      await fixture.processes.thisProcess.vault.create("entry-2", journalContentKeyId, lockAccess),
    );
    expect(openText(await fixture.processes.otherProcess.vault.openKey("entry-2", lockAccess), value)).toBe(
      "dined at home",
    );
    await expect(
      fixture.processes.thisProcess.vault.create("entry-2", "journal-2", lockAccess),
    ).rejects.toThrow(KeyMisplaced);
    await fixture.processes.otherProcess.vault.move("entry-2", "journal-2", lockAccess);
    expect(openText(await fixture.processes.thisProcess.vault.openKey("entry-2"), value)).toBe(
      "dined at home",
    );
    await expect(fixture.processes.thisProcess.vault.move("entry-2", journalContentKeyId)).rejects.toThrow(
      KeyLocked,
    );
    await expect(fixture.processes.thisProcess.vault.openKey("entry-1")).rejects.toThrow(KeyLocked);
  });

  test("an encryption lock also closes entry keys directly below the key of the journal, as in older journals", async () => {
    const value = sealText(await fixture.processes.thisProcess.vault.create("entry-3", "journal-1"));
    await fixture.processes.otherProcess.vault.openKey("entry-3");
    await fixture.lock();
    await expect(fixture.processes.otherProcess.vault.openKey("entry-3")).rejects.toThrow(KeyLocked);
    expect(
      openText(
        await fixture.processes.otherProcess.vault.openKey("entry-3", (await openWith(lockPassword))!),
        value,
      ),
    ).toBe("dined at home");
  });

  test("an encryption lock is opened by its recovery code, however the code is typed", async () => {
    const value = sealText((await fixture.processes.thisProcess.vault.openKey("entry-1"))!);
    const newLock = await fixture.lock({ recovery: true });
    const code = newLock ? newLock.recoveryCode! : "";
    expect(code).toMatch(/^(\w{4}-){6}\w{4}$/);
    const retypedCode = ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
    for (const attempt of [code, retypedCode]) {
      const lockAccess = (await openWith(attempt))!;
      expect(openText(await fixture.processes.thisProcess.vault.openKey("entry-1", lockAccess), value)).toBe(
        "dined at home",
      );
    }
    expect(await openWith(`${code.slice(0, -1)}${code.endsWith("2") ? "3" : "2"}`)).toBeNull();
  });

  test("a change of an encryption lock's password makes the old one invalid; the recovery code is valid until removed", async () => {
    const firstLock = await fixture.lock({ recovery: true });
    const code = firstLock ? firstLock.recoveryCode! : "";
    const tokens = (await fixture.open(lockPassword, session))!;
    const { locks } = fixture.processes.thisProcess;
    const lockAccess = await locks.lockAccessOf(1, session.sessionFamilyId, tokens);
    expect(lockAccess.keys.size).toBe(1);
    await fixture.lock({ password: "another one", recovery: undefined, commandId: "command 2" }, lockAccess);
    expect(await openWith(lockPassword)).toBeNull();
    // The change of the password has closed the lock for this session too: its next request has no key.
    expect((await locks.lockAccessOf(1, session.sessionFamilyId, tokens)).keys.size).toBe(0);
    const accessByCode = (await openWith(code))!;
    await fixture.lock({ password: "a third one", recovery: false, commandId: "command 3" }, accessByCode);
    expect(await openWith(code)).toBeNull();
    expect(await openWith("a third one")).not.toBeNull();
  });

  test("an encryption lock can be removed once; then the key opens without the password", async () => {
    const value = sealText((await fixture.processes.thisProcess.vault.openKey("entry-1"))!);
    await fixture.lock();
    const lock = (await fixture.processes.thisProcess.locks.readLock("journal-1"))!;
    const proof = (await fixture.processes.thisProcess.locks.prove(lock, lockPassword))!;
    expect(await fixture.processes.thisProcess.locks.remove(lock, proof.key)).toBe(true);
    expect(await fixture.processes.thisProcess.locks.remove(lock, proof.key)).toBe(false);
    expect(openText(await fixture.processes.otherProcess.vault.openKey("entry-1"), value)).toBe(
      "dined at home",
    );
    expect(await fixture.processes.thisProcess.locks.readLock("journal-1")).toBeNull();
  });

  test("an encryption lock becomes a password lock and back, and the password still opens the text", async () => {
    const value = sealText((await fixture.processes.thisProcess.vault.openKey("entry-1"))!);
    await fixture.lock();
    await fixture.lock({ type: lockTypes.password, commandId: "command 2" }, (await openWith(lockPassword))!);
    const lockAccess = (await openWith(lockPassword))!;
    expect(openText(await fixture.processes.thisProcess.vault.openKey("entry-1", lockAccess), value)).toBe(
      "dined at home",
    );
    await fixture.lock({ type: lockTypes.encryption, commandId: "command 3" }, lockAccess);
    await expect(fixture.processes.thisProcess.vault.openKey("entry-1", lockAccess)).rejects.toThrow(
      KeyLocked,
    );
    expect(
      openText(
        await fixture.processes.thisProcess.vault.openKey("entry-1", (await openWith(lockPassword))!),
        value,
      ),
    ).toBe("dined at home");
  });

  test("an encryption lock is erased with the keys above it", async () => {
    await fixture.lock({ recovery: true });
    await openWith(lockPassword);
    await fixture.processes.thisProcess.vault.erase("account-1");
    const { rows } = await fixture.pool.query(
      "SELECT FROM vault.locks UNION ALL SELECT FROM vault.open_locks",
    );
    expect(rows).toEqual([]);
    expect(await fixture.processes.otherProcess.vault.openKey("entry-1")).toBeNull();
  });

  test("an encryption lock cannot be bypassed with the master key, even when rows in the vault are changed", async () => {
    const key = (await fixture.processes.thisProcess.vault.openKey(journalContentKeyId))!;
    const value = sealText(key);
    await fixture.lock({ recovery: true });
    await openWith(lockPassword);
    // The key does not open when its row is changed to look unlocked, or to contain the recovery copy.
    await fixture.pool.query("UPDATE vault.keys SET lock_salt = NULL WHERE id = $1", [journalContentKeyId]);
    await expect(fixture.startProcess().vault.openKey(journalContentKeyId)).rejects.toThrow(
      /sealed value|cannot open/,
    );
    await fixture.pool.query(
      "UPDATE vault.keys SET wrapped = (SELECT recovery FROM vault.locks WHERE stream = 'journal-1') WHERE id = $1",
      [journalContentKeyId],
    );
    await expect(fixture.startProcess().vault.openKey(journalContentKeyId)).rejects.toThrow(/cannot open/);
    expect(openText(key, value)).toBe("dined at home");
  });
});

describe("password locks", () => {
  const entryLock = { type: lockTypes.password, stream: "entry-1", keyId: "entry-1", recovery: undefined };

  test("a password lock opens only for the session that gave the password; other sessions can still read the title", async () => {
    const value = sealText((await fixture.processes.thisProcess.vault.openKey("entry-1"))!);
    await fixture.lock(entryLock);
    const otherAccess = await fixture.processes.thisProcess.locks.lockAccessOf(1, 12, []);
    const foundKey = (await fixture.processes.thisProcess.vault.findKeys(["entry-1"], otherAccess)).get(
      "entry-1",
    )!;
    expect([foundKey.key, foundKey.closedLock?.stream, foundKey.isLockProtected]).toEqual([
      null,
      "entry-1",
      true,
    ]);
    expect(openText(foundKey.titleKey, value)).toBe("dined at home");
    expect(otherAccess.traversedLocks.size).toBe(0);
    await expect(fixture.processes.otherProcess.vault.openKey("entry-1", otherAccess)).rejects.toThrow(
      KeyLocked,
    );
    const lockAccess = (await openWith(lockPassword, "entry-1"))!;
    expect(openText(await fixture.processes.otherProcess.vault.openKey("entry-1", lockAccess), value)).toBe(
      "dined at home",
    );
    await expect(fixture.processes.otherProcess.vault.openKey("entry-1", otherAccess)).rejects.toThrow(
      KeyLocked,
    );
  });

  test("a password lock moves with its entry; the title of the entry stays hidden if its journal has a lock too", async () => {
    await fixture.lock(entryLock);
    await fixture.processes.thisProcess.vault.move("entry-1", "journal-2");
    await expect(fixture.processes.thisProcess.vault.openKey("entry-1")).rejects.toThrow(KeyLocked);
    await fixture.processes.thisProcess.vault.move("entry-1", journalContentKeyId);
    await fixture.lock({ type: lockTypes.password, commandId: "command 2" });
    const foundKey = (await fixture.processes.thisProcess.vault.findKeys(["entry-1"])).get("entry-1")!;
    expect([foundKey.titleKey, foundKey.closedLock?.stream, foundKey.lock?.stream]).toEqual([
      null,
      "journal-1",
      "entry-1",
    ]);
  });

  test("a password lock is closed by `close`, and by setting it again, also for the session that had opened it", async () => {
    await fixture.lock({ type: lockTypes.password });
    const lockAccess = (await openWith(lockPassword))!;
    await fixture.processes.thisProcess.locks.close("journal-1");
    await expect(fixture.processes.otherProcess.vault.openKey("entry-1", lockAccess)).rejects.toThrow(
      KeyLocked,
    );
    await openWith(lockPassword);
    await fixture.lock(
      { type: lockTypes.password, password: "another one", commandId: "command 2" },
      lockAccess,
    );
    await expect(fixture.processes.otherProcess.vault.openKey("entry-1", lockAccess)).rejects.toThrow(
      KeyLocked,
    );
    expect(await openWith(lockPassword)).toBeNull();
  });
});

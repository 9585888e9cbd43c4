import { randomBytes } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type pg from "pg";
import { ledgerMigrations } from "../commands/migrations.ts";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createCredentials } from "../identity/credentials.ts";
import { createKeyVault, type DataKey, type KeyVault } from "../vault/key-vault.ts";
import { noLockAccess, type LockAccess } from "../vault/lock-access.ts";
import { createLocks, type Locks, type NewLock } from "../locks/locks.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import { createPasswords } from "../identity/passwords.ts";
import { open, seal } from "../vault/seal.ts";
import type { OpenSession } from "../identity/session-rows.ts";
import { createSessions } from "../identity/sessions.ts";
import { createTestDatabase } from "./database.ts";

/** The vault and the locks of one API process. */
export type LockProcess = { readonly vault: KeyVault; readonly locks: Locks };

const masterKey = randomBytes(32);
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The id of the key that a lock on the first journal closes. */
export const journalContentKeyId = "journal-1/entries";
/** The default password of a lock. */
export const lockPassword = "by water to Deptford";

const stream = "entry-1";
/** Seals a sample text with a key; {@link openText} shows who can open it. */
export const sealText = (key: DataKey) => seal(key, stream, "entry.body", "dined at home");
/** Opens what {@link sealText} made; `null` without a key. */
export const openText = (key: DataKey | null | undefined, value: ReturnType<typeof sealText>) =>
  key ? open(key, stream, "entry.body", value) : null;

/** A database and any number of API processes. `reset` makes an account with two journals and an entry. */
export async function createLockFixture() {
  let now = Date.UTC(2026, 10, 20);
  const clock = { now: () => now };
  const database = await createTestDatabase();
  const pool: pg.Pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, [...vaultMigrations, ...ledgerMigrations]);
  const sessions = createSessions({ pool, masterKey, clock });
  const credentials = createCredentials({ pool, clock });

  function startProcess(): LockProcess {
    const vault = createKeyVault({ pool, masterKey, clock });
    return { vault, locks: createLocks({ pool, vault, clock, passwords: createPasswords({ cost }), cost }) };
  }

  const processes = { thisProcess: startProcess(), otherProcess: startProcess() };

  return {
    pool,
    sessions,
    credentials,
    processes,
    startProcess,
    advanceClock: (ms: number): void => void (now += ms),

    /** Empties the vault and fills it again. Returns a session of the account. */
    async reset(): Promise<OpenSession> {
      await pool.query("TRUNCATE vault.keys, vault.erasures, vault.credentials, ledger.commands CASCADE");
      Object.assign(processes, { thisProcess: startProcess(), otherProcess: startProcess() });
      await credentials.create({ userId: 1, emailHash: "hash", passwordHash: "x" });
      const { vault } = processes.thisProcess;
      await vault.create("account-1", null);
      await vault.create("journal-1", "account-1");
      await vault.create(journalContentKeyId, "journal-1");
      await vault.create("journal-2", "account-1");
      await vault.create("entry-1", journalContentKeyId);
      const session = await sessions.create({ userId: 1, sessionId: 11 });
      if (!session) throw new Error("no session");
      return session;
    },

    /** Locks the first journal, or the stream in `changes`. */
    async lock(changes: Partial<NewLock> = {}, lockAccess: LockAccess = noLockAccess()) {
      const { vault, locks } = processes.thisProcess;
      const { keyId = journalContentKeyId } = changes;
      const key = changes.key ?? (await vault.openKey(keyId, lockAccess));
      if (!key) throw new Error("nothing to lock");
      return locks.set({
        stream: "journal-1",
        userId: 1,
        type: lockTypes.encryption,
        keyId,
        password: lockPassword,
        hint: "hint",
        remember: false,
        auto: false,
        recovery: false,
        commandId: "command 1",
        replacedLock: await locks.readLock(changes.stream ?? "journal-1"),
        ...changes,
        key,
      });
    },

    /** Opens a lock for a session. Returns its tokens (none for a password lock), or `null` when the lock stays closed. */
    async open(password: string, session: OpenSession, lockedId = "journal-1"): Promise<string[] | null> {
      const { locks } = processes.otherProcess;
      const lock = await locks.readLock(lockedId);
      const proof = lock && (await locks.prove(lock, password));
      const openedLock = lock && proof && (await locks.open(lock, session.sessionFamilyId, proof.key));
      if (!openedLock) return null;
      return openedLock.token === null ? [] : [openedLock.token];
    },

    async stop(): Promise<void> {
      await pool.end();
      await database.drop();
    },
  };
}

/** See {@link createLockFixture}. */
export type LockFixture = Awaited<ReturnType<typeof createLockFixture>>;

import { randomBytes } from "node:crypto";
import type pg from "pg";
import { ledgerMigrations } from "../commands/migrations.ts";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createCredentials } from "../privacy/credentials.ts";
import { createKeyVault, type DataKey, type KeyVault } from "../privacy/key-vault.ts";
import { nobodysOpening, type Opening } from "../privacy/lock-facts.ts";
import { createLocks, type Locks, type NewLock } from "../privacy/locks.ts";
import { vaultMigrations } from "../privacy/migrations.ts";
import { createPasswords } from "../privacy/passwords.ts";
import { open, seal } from "../privacy/seal.ts";
import { createSessions, type OpenSession } from "../privacy/sessions.ts";
import { createTestDatabase } from "./database.ts";

/** What a process of the API has of the vault. */
export type LockProcess = { readonly vault: KeyVault; readonly locks: Locks };

const masterKey = randomBytes(32);
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The key that the rig's locks of a journal close. */
export const contentKey = "journal-1/entries";
/** The password that the rig locks with unless it is told another. */
export const lockPassword = "by water to Deptford";

const stream = "entry-1";
/** Seals a text, to see later who can open it. */
export const sealText = (key: DataKey) => seal(key, stream, "entry.body", "dined at home");
/** Opens what {@link sealText} made; `null` without a key. */
export const openText = (key: DataKey | null | undefined, value: ReturnType<typeof sealText>) =>
  key ? open(key, stream, "entry.body", value) : null;

/** An account with two journals and an entry, and as many processes of the API as a test likes. */
export async function createLockRig() {
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

  const processes = { here: startProcess(), there: startProcess() };

  return {
    pool,
    sessions,
    credentials,
    processes,
    startProcess,
    pass: (ms: number): void => void (now += ms),

    /** A clean vault; answers with a session of the account. */
    async plant(): Promise<OpenSession> {
      await pool.query(
        "TRUNCATE vault.keys, vault.erasures, vault.credentials, ledger.commands, ledger.withheld CASCADE",
      );
      Object.assign(processes, { here: startProcess(), there: startProcess() });
      await credentials.create({ userId: 1, emailHash: "hash", passwordHash: "x" });
      const { vault } = processes.here;
      await vault.create("account-1", null);
      await vault.create("journal-1", "account-1");
      await vault.create(contentKey, "journal-1");
      await vault.create("journal-2", "account-1");
      await vault.create("entry-1", contentKey);
      return sessions.create({ userId: 1, sessionId: 11 });
    },

    /** Locks the first journal, or what `changes` names, as a session that `opening` belongs to. */
    async lock(changes: Partial<NewLock> = {}, opening: Opening = nobodysOpening()) {
      const { vault, locks } = processes.here;
      const { keyId = contentKey } = changes;
      const key = changes.key ?? (await vault.openKey(keyId, opening));
      if (!key) throw new Error("nothing to lock");
      return locks.set({
        stream: "journal-1",
        userId: 1,
        type: 3,
        keyId,
        password: lockPassword,
        hint: "hint",
        remember: false,
        auto: false,
        recovery: false,
        act: "act 1",
        before: await locks.readLock(changes.stream ?? "journal-1"),
        ...changes,
        key,
      });
    },

    /** Opens a lock for a session; the tokens that its requests are to send, or `null` for a wrong password. */
    async open(password: string, session: OpenSession, of = "journal-1"): Promise<string[] | null> {
      const { locks } = processes.there;
      const lock = await locks.readLock(of);
      const proof = lock && (await locks.prove(lock, password));
      const opened = lock && proof && (await locks.open(lock, session.lineage, proof.key));
      if (!opened) return null;
      return opened.token === null ? [] : [opened.token];
    },

    async stop(): Promise<void> {
      await pool.end();
      await database.drop();
    },
  };
}

/** See {@link createLockRig}. */
export type LockRig = Awaited<ReturnType<typeof createLockRig>>;

import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import type { Clock } from "@daybook/platform/clock";
import type { LookBacks } from "@daybook/platform/looking-glass/look-backs";
import { tables } from "@daybook/read-models/tables";
import { insertRows } from "@daybook/read-models/testing/insert-rows";
import { accountRow, entryRow, journalRow } from "@daybook/read-models/testing/sample-rows";
import type pg from "pg";
import type { Application } from "../../application.ts";

type Account = { timezone: string; lookingGlass: boolean };
type Journal = {
  readonly userId: number;
  status: "active" | "trashed";
  lookingGlass: boolean;
  locked: boolean;
};
type Entry = {
  readonly userId: number;
  readonly journalId: number;
  readonly localDate: string;
  status: "active" | "trashed";
  excluded: boolean;
  locked: boolean;
};

/** Accounts, journals and entries as the log and the vault have them, without events and keys. */
export type World = {
  readonly accounts: Map<number, Account>;
  readonly journals: Map<number, Journal>;
  readonly entries: Map<number, Entry>;
};

/** Whether Looking Glass may show an entry at this moment. */
export function mayShow({ accounts, journals, entries }: World, entryId: number): boolean {
  const entry = entries.get(entryId);
  const journal = entry && journals.get(entry.journalId);
  return (
    entry?.status === "active" &&
    !entry.excluded &&
    !entry.locked &&
    journal?.status === "active" &&
    journal.lookingGlass &&
    !journal.locked &&
    accounts.get(entry.userId)?.lookingGlass === true
  );
}

/** Writes the whole world into empty read models. Also adds credentials: only accounts with credentials get look-backs. */
export async function fillReadModels(pool: pg.Pool, { accounts, journals, entries }: World): Promise<void> {
  await pool.query(
    `INSERT INTO vault.credentials (user_id, email_hash, password_hash, created_at)
     SELECT id, id::text, '', now() FROM unnest($1::bigint[]) AS id`,
    [[...accounts.keys()]],
  );
  await insertRows(
    pool,
    tables.accounts,
    [...accounts].map(([id, account]) => accountRow({ id, ...account })),
  );
  await insertRows(
    pool,
    tables.journals,
    [...journals].map(([id, { userId, status, lookingGlass }]) =>
      journalRow({ id, userId, status, lookingGlass }),
    ),
  );
  await insertRows(
    pool,
    tables.entries,
    [...entries].map(([id, { userId, journalId, localDate, status, excluded }]) =>
      entryRow({ id, userId, journalId, localDate, status, excludedFromLookingGlass: excluded }),
    ),
  );
}

/** Brings the read models of one account up to date. Locks are not in them. */
export async function updateReadModels(pool: pg.Pool, world: World, userId: number): Promise<void> {
  const account = world.accounts.get(userId);
  await pool.query("UPDATE read_models.accounts SET timezone = $2, looking_glass = $3 WHERE id = $1", [
    userId,
    account?.timezone,
    account?.lookingGlass,
  ]);
  const journals = [...world.journals].filter(([, journal]) => journal.userId === userId);
  await pool.query(
    `UPDATE read_models.journals j SET status = n.status, looking_glass = n.looking_glass
     FROM unnest($1::bigint[], $2::text[], $3::boolean[]) AS n (id, status, looking_glass) WHERE j.id = n.id`,
    [
      journals.map(([id]) => id),
      journals.map(([, { status }]) => status),
      journals.map(([, { lookingGlass }]) => lookingGlass),
    ],
  );
  const entries = [...world.entries].filter(([, entry]) => entry.userId === userId);
  await pool.query(
    `UPDATE read_models.entries e SET status = n.status, excluded_from_looking_glass = n.excluded
     FROM unnest($1::bigint[], $2::text[], $3::boolean[]) AS n (id, status, excluded) WHERE e.id = n.id`,
    [
      entries.map(([id]) => id),
      entries.map(([, { status }]) => status),
      entries.map(([, { excluded }]) => excluded),
    ],
  );
}

/** The parts of the application that the caller supplies. */
type Parts = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly newId: () => number;
  readonly lookBacks: LookBacks;
  readonly logger: { warn(details: object, message: string): void };
};

/** The application of a scheduler process: real tables and queries, with this world instead of the log and the vault. */
export function createLookBackApp(world: World, parts: Parts): Application {
  const entriesOf = new Map<number, number[]>();
  for (const [id, { userId }] of world.entries) {
    const ids = entriesOf.get(userId);
    if (ids) ids.push(id);
    else entriesOf.set(userId, [id]);
  }
  const stateOf = (stream: string): object => {
    const [kind, number] = stream.split("-");
    const id = Number(number);
    if (kind === "account") return { status: "open", settings: world.accounts.get(id) };
    if (kind === "journal") return world.journals.get(id) ?? { status: "none" };
    const entry = world.entries.get(id);
    if (!entry) return { status: "none" };
    return { ...entry, accountId: entry.userId, excludedFromLookingGlass: entry.excluded };
  };
  const lockOf = (keyId: string): object | null => {
    const [kind, number] = keyId.replace("/entries", "").split("-");
    const id = Number(number);
    if (kind === "journal") return keyId === contentKeyId(id) && world.journals.get(id)?.locked ? {} : null;
    const entry = world.entries.get(id);
    return entry?.locked || (entry && world.journals.get(entry.journalId)?.locked) ? {} : null;
  };
  return {
    ...parts,
    commands: { load: async (_decider: unknown, stream: string) => ({ state: stateOf(stream) }) },
    vault: {
      findKeys: async (ids: readonly string[]) =>
        new Map(ids.map((id) => [id, { key: {}, lock: lockOf(id), isLockProtected: lockOf(id) !== null }])),
    },
    locks: {
      entryLocksOf: async (userId: number) =>
        (entriesOf.get(userId) ?? [])
          .filter((id) => world.entries.get(id)?.locked)
          .map((id) => ({ stream: streamOf.entry(id) })),
    },
  } as unknown as Application;
}

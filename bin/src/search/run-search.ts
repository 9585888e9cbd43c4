import { join } from "node:path";
import { systemClock } from "@daybook/platform/clock";
import type { Config } from "@daybook/platform/config";
import { loadOrCreateMasterKey } from "@daybook/platform/embedded/master-key";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { createLogger } from "@daybook/platform/logger";
import { openEventStore } from "@daybook/platform/platform";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import { createKeyVault } from "@daybook/platform/privacy/key-vault";
import { openSearch } from "@daybook/platform/search/open-search";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { type Care, rebuildSearch, verifySearch } from "@daybook/search-indexer/offline";
import type { Output } from "../projections/run-projections.ts";
import { progressBar } from "../remote/progress-bar.ts";
import { migrateDatabase } from "../start/migrate-all.ts";

/** What to do with the index, and how its results read; answers with the exit code. */
type Subcommand = (care: Care, output: Output) => Promise<number>;

const count = (number: number, noun: string): string => `${number} ${number === 1 ? noun : `${noun}s`}`;
const entries = (number: number): string => (number === 1 ? "1 entry" : `${number} entries`);
/** The lag in events is counted this far. */
const mostCounted = 10_000;
const page = 1_000;
const mostNamed = 10;

async function lagOf(store: Pick<EventStore, "readAll">, from: Position | null) {
  let [events, after, oldest] = [0, from, null as string | null];
  while (events < mostCounted) {
    const stored = await store.readAll({ after, limit: page });
    oldest ??= stored[0]?.recordedAt ?? null;
    after = stored.at(-1)?.position ?? after;
    events += stored.length;
    if (stored.length < page) break;
  }
  const seconds = oldest === null ? 0 : Math.max(0, (systemClock.now() - Date.parse(oldest)) / 1000);
  return { events, seconds };
}

const status: Subcommand = async ({ index, store }, { out }) => {
  const { documents, checkpoint } = await index.status();
  const { events, seconds } = await lagOf(store, checkpoint);
  const lag = events >= mostCounted ? `${mostCounted} or more` : String(events);
  out(`The index holds ${entries(documents)}. It is ${lag} events (${seconds.toFixed(1)} s) behind the log.`);
  return 0;
};

/** Shows how far it is, in hundredths. */
function progressOf(label: string, stream: NodeJS.WriteStream) {
  const bar = progressBar(label, 100, stream);
  const update = (done: number, total: number): void =>
    bar.update(Math.min(99, Math.floor((done / total) * 100)));
  return { update, end: (): void => bar.update(100) };
}

const rebuild: Subcommand = async (care, { out, progress }) => {
  const bar = progressOf("Rebuilding", progress);
  const done = await rebuildSearch(care, bar.update);
  bar.end();
  out(`Rebuilt the search index from ${entries(done)}.`);
  return 0;
};

const inWords = { extra: "should not be there", missing: "is missing", changed: "differs" } as const;

const verify: Subcommand = async (care, { out, progress }) => {
  const bar = progressOf("Comparing", progress);
  const found = await verifySearch(care, bar.update);
  bar.end();
  for (const { entryId, kind } of found.differences.slice(0, mostNamed)) {
    out(`Entry ${entryId} ${inWords[kind]} in the search index.`);
  }
  if (!found.isConsistent) out("The words kept for misspelled queries do not agree with the entries.");
  if (found.differences.length === 0 && found.isConsistent) {
    out(`The search index is what the read models make of ${entries(found.entries)}.`);
    return 0;
  }
  out(`${count(found.differences.length, "difference")}. \`npm run search -- rebuild\` mends them.`);
  return 1;
};

const commands = { status, rebuild, verify } satisfies Record<string, Subcommand>;

/** The words after `npm run search --`. */
export const subcommands = Object.keys(commands) as (keyof typeof commands)[];

/**
 * Runs one of them on the configured index: that of the Daybook that is running, or one started for the while. Needs the
 * master key, since the index is made of what people wrote; tells of it nothing but ids. Answers with the exit code.
 */
export async function runSearch(
  subcommand: keyof typeof commands,
  config: Config,
  output: Output,
): Promise<number> {
  const logger = createLogger({ level: "error" });
  const { databaseUrl, dataFolder } = config;
  const database = await openDatabase({ databaseUrl, dataFolder, logger });
  const connection = { connectionString: database.url, logger };
  const listener = createListener(connection);
  const pool = createPool({ ...connection, applicationName: "daybook search" });
  const waiter = createPositionWaiter({ listener, pool, readCheckpoints });
  try {
    await migrateDatabase(pool);
    const masterKey = await loadOrCreateMasterKey(join(dataFolder, "keys"), config.masterKey);
    const store = await openEventStore({ config, databaseUrl: database.url, logger }, listener);
    const index = await openSearch({ config, pools: { relaxed: pool } });
    const vault = createKeyVault({ pool, masterKey });
    const { signal } = new AbortController();
    try {
      return await commands[subcommand]({ pool, vault, index, store, waiter, signal }, output);
    } finally {
      await store.close();
    }
  } finally {
    waiter.close();
    await listener.close();
    await pool.end();
    await database.close();
  }
}

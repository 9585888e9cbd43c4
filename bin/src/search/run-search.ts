import { inlineTextWork } from "@daybook/application/texts/text-work";
import { systemClock } from "@daybook/platform/clock";
import type { Config } from "@daybook/platform/config";
import { openDataFolder } from "@daybook/platform/embedded/data-folder";
import { loadOrCreateMasterKey } from "@daybook/platform/embedded/master-key";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { createLogger } from "@daybook/platform/logger";
import { openEventStore } from "@daybook/platform/platform";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { openSearch } from "@daybook/platform/search/open-search";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { type MaintenanceDeps, rebuildSearch, verifySearch } from "@daybook/search-indexer/maintenance";
import type { Output } from "../projections/run-projections.ts";
import { progressBar } from "../remote/progress-bar.ts";
import { migrateDatabase } from "../start/migrate-all.ts";

/** A subcommand; returns the exit code. */
type Subcommand = (deps: MaintenanceDeps, output: Output) => Promise<number>;

const describeCount = (number: number, noun: string): string =>
  `${number} ${number === 1 ? noun : `${noun}s`}`;
const describeEntries = (number: number): string => (number === 1 ? "1 entry" : `${number} entries`);
/** The limit for counting the lag in events. */
const maxCounted = 10_000;
const pageSize = 1_000;
const maxPrintedDifferences = 10;

async function lagOf(store: Pick<EventStore, "readAll">, from: Position | null) {
  let [events, after, oldest] = [0, from, null as string | null];
  while (events < maxCounted) {
    const storedEvents = await store.readAll({ after, limit: pageSize });
    oldest ??= storedEvents[0]?.recordedAt ?? null;
    after = storedEvents.at(-1)?.position ?? after;
    events += storedEvents.length;
    if (storedEvents.length < pageSize) break;
  }
  const seconds = oldest === null ? 0 : Math.max(0, (systemClock.now() - Date.parse(oldest)) / 1000);
  return { events, seconds };
}

const status: Subcommand = async ({ index, store }, { printLine }) => {
  const { documents, checkpoint } = await index.status();
  const { events, seconds } = await lagOf(store, checkpoint);
  const lag = events >= maxCounted ? `${maxCounted} or more events` : describeCount(events, "event");
  printLine(
    `The index holds ${describeEntries(documents)}. It is ${lag} (${seconds.toFixed(1)} s) behind the log.`,
  );
  return 0;
};

/** A progress bar in percent. */
function progressInPercent(label: string, stream: NodeJS.WriteStream) {
  const bar = progressBar(label, 100, stream);
  const update = (done: number, total: number): void =>
    bar.update(Math.min(99, Math.floor((done / total) * 100)));
  return { update, end: (): void => bar.update(100) };
}

const rebuild: Subcommand = async (deps, { printLine, progress }) => {
  const bar = progressInPercent("Rebuilding", progress);
  const indexedCount = await rebuildSearch(deps, bar.update);
  bar.end();
  printLine(`Rebuilt the search index from ${describeEntries(indexedCount)}.`);
  return 0;
};

const descriptions = { extra: "should not be there", missing: "is missing", changed: "differs" } as const;

const verify: Subcommand = async (deps, { printLine, progress }) => {
  const bar = progressInPercent("Comparing", progress);
  const report = await verifySearch(deps, bar.update);
  bar.end();
  for (const { entryId, kind } of report.differences.slice(0, maxPrintedDifferences)) {
    printLine(`Entry ${entryId} ${descriptions[kind]} in the search index.`);
  }
  if (!report.isWordListCorrect)
    printLine("The word list for misspelled queries does not match the entries.");
  if (report.differences.length === 0 && report.isWordListCorrect) {
    printLine(`The search index matches ${describeEntries(report.entries)}.`);
    return 0;
  }
  const differenceCount = report.differences.length;
  const summary = differenceCount > 0 ? `${describeCount(differenceCount, "difference")}. ` : "";
  printLine(`${summary}\`npm run search -- rebuild\` repairs the index.`);
  return 1;
};

const commands = { status, rebuild, verify } satisfies Record<string, Subcommand>;

/** The subcommands of `npm run search --`. */
export const subcommands = Object.keys(commands) as (keyof typeof commands)[];

/**
 * Runs a subcommand on the configured index. Daybook may be running or stopped. Loads the master key, because `rebuild` and
 * `verify` decrypt the texts of entries. Prints ids and counts, and no text of an entry. Returns the exit code.
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
    const { keys } = await openDataFolder(dataFolder, { isShared: true });
    const masterKey = await loadOrCreateMasterKey(keys, config.masterKey, database.url);
    const store = await openEventStore({ config, databaseUrl: database.url, logger }, listener);
    const index = await openSearch({ config, pools: { relaxed: pool }, store });
    const vault = createKeyVault({ pool, masterKey });
    const { signal } = new AbortController();
    try {
      return await commands[subcommand](
        { pool, vault, texts: inlineTextWork, index, store, waiter, signal },
        output,
      );
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

import type { Config } from "@daybook/platform/config";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import { createLogger } from "@daybook/platform/logger";
import { openEventStore } from "@daybook/platform/platform";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import type { Projection } from "@daybook/projections/core/define-projection";
import type { Difference } from "@daybook/projections/offline/compare-tables";
import { rebuild, type RebuildDeps } from "@daybook/projections/offline/rebuild";
import { replayParked } from "@daybook/projections/offline/replay-parked";
import { readProjectionStatuses, maxCountedEvents } from "@daybook/projections/offline/status";
import { verify } from "@daybook/projections/offline/verify";
import { offlineConnections, projections } from "@daybook/projections/registry";
import { progressBar } from "../remote/progress-bar.ts";
import { migrateDatabase } from "../start/migrate-all.ts";

/** The outputs of a command: its result lines, and the stream for progress. */
export type Output = { printLine: (line: string) => void; progress: NodeJS.WriteStream };

/** A subcommand; returns the exit code. */
type Subcommand = (deps: RebuildDeps, projections: readonly Projection[], output: Output) => Promise<number>;

const formatLine = (cells: readonly unknown[]): string =>
  cells
    .map((cell) => String(cell).padEnd(16))
    .join("")
    .trimEnd();
const describeCount = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/**
 * Shows the status of each projection. Exit code 1 when the tables of a projection do not have the version of the code, or when events are
 * parked.
 */
const status: Subcommand = async (deps, projections, { printLine }) => {
  const statuses = await readProjectionStatuses(deps, projections, Date.now());
  printLine(formatLine(["projection", "version", "lag (events)", "lag (s)", "parked"]));
  for (const item of statuses) {
    const version =
      item.liveVersion === item.version ? item.version : `${item.liveVersion ?? "–"} of ${item.version}`;
    const lag = item.lagEvents >= maxCountedEvents ? `${maxCountedEvents} or more` : item.lagEvents;
    const cells = [item.name, version, lag, item.lagSeconds.toFixed(1), item.parkedEvents];
    printLine(formatLine(cells));
  }
  const isHealthy = statuses.every((item) => item.liveVersion === item.version && item.parkedEvents === 0);
  return isHealthy ? 0 : 1;
};

const rebuildAll: Subcommand = async (deps, projections, { printLine, progress }) => {
  const bar = progressBar("Rebuilding", 100, progress);
  const { events } = await rebuild(deps, projections, {
    onProgress: (step) => step.phase === "load" && bar.update(Math.floor(step.fraction * 100)),
  });
  bar.update(100);
  printLine(
    `Rebuilt ${describeCount(projections.length, "projection")} from ${describeCount(events, "event")}.`,
  );
  return 0;
};

/** Describes a difference with ids and a column's name, never a value. */
function describeDifference(difference: Difference): string {
  const location = `in table ${difference.table} at ${difference.key}`;
  if (difference.kind === "changed")
    return `The column ${difference.column} differs from the log ${location}.`;
  if (difference.kind === "missing") return `A row that follows from the log is missing ${location}.`;
  return `A row that does not follow from the log is ${location}.`;
}

const verifyAll: Subcommand = async (deps, projections, { printLine, progress }) => {
  const bar = progressBar("Replaying", 100, progress);
  const { events, rows, parked, difference } = await verify(deps, projections, {
    onProgress: (step) => step.phase === "replay" && bar.update(Math.floor(step.fraction * 100)),
  });
  bar.update(100);
  if (difference) {
    printLine(describeDifference(difference));
    return 1;
  }
  printLine(
    `${describeCount(rows, "row")} of ${describeCount(projections.length, "projection")} match ${describeCount(events, "event")}.`,
  );
  if (parked > 0) {
    const pronoun = parked === 1 ? "it" : "them";
    printLine(`Skipped: ${describeCount(parked, "parked event")}; \`replay\` tries ${pronoun} again.`);
  }
  return 0;
};

const replay: Subcommand = async (deps, projections, { printLine }) => {
  const replays = await replayParked(deps, projections);
  if (replays.length === 0) printLine("There are no parked events.");
  for (const { projection, stream, applied, stuck } of replays) {
    const parkedText = stuck === null ? "no event is parked any more" : `the rest stays parked (${stuck})`;
    printLine(`${projection}, ${stream}: applied ${describeCount(applied, "event")}; ${parkedText}.`);
  }
  return replays.some(({ stuck }) => stuck !== null) ? 1 : 0;
};

const commands = { status, rebuild: rebuildAll, verify: verifyAll, replay } satisfies Record<
  string,
  Subcommand
>;

/** The subcommands of `npm run projections --`. */
export const subcommands = Object.keys(commands) as (keyof typeof commands)[];

/**
 * Migrates the configured database, which may be running or stopped, and runs a subcommand on it. Returns the exit code:
 * 0, or 1 when an operator should act.
 */
export async function runProjections(
  subcommand: keyof typeof commands,
  config: Config,
  output: Output,
): Promise<number> {
  const logger = createLogger({ level: "error" });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    logger,
  });
  try {
    const connection = { connectionString: database.url, logger };
    const listener = createListener(connection);
    const pool = createPool({
      ...connection,
      max: offlineConnections,
      applicationName: "daybook projections",
    });
    const store = await openEventStore({ config, databaseUrl: database.url, logger }, listener);
    try {
      await migrateDatabase(pool);
      return await commands[subcommand]({ store, pool }, projections, output);
    } finally {
      await store.close();
      await listener.close();
      await pool.end();
    }
  } finally {
    await database.close();
  }
}

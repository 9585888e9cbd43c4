import type { ProjectionName } from "@daybook/read-models/tables";
import { afterEach, beforeEach } from "vitest";
import type { Projection } from "../core/define-projection.ts";
import type { Retry } from "../live/projection-runner.ts";
import { type ProjectionsPlatform, startProjections } from "../main.ts";
import { projections } from "../registry.ts";
import { diary } from "./diary-events.ts";
import { createProjectionDatabase, type ProjectionDatabase } from "./projection-database.ts";
import { tableRows } from "./table-rows.ts";

const quickRetry: Retry = { attempts: 5, pause: () => 1 };
const silentLogger = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };

export const projectionNames = projections.map(({ name }) => name as ProjectionName);

/** Eleven events of one account. */
export const someEvents = [
  diary.accountOpened(1),
  diary.journalCreated(10, 1),
  ...[1, 2, 3, 4].map((id) => diary.entryCreated(id, 10)),
  diary.entryRevised(1, 1),
  diary.entryRevised(2, 1),
  diary.entryStarred(3),
  diary.entryTrashed(4),
  diary.entryErased(2),
];

/** Creates `setup.database` before each test. After the test, stops what `start` started and drops the database. */
export function useProjections() {
  const setup = {} as { database: ProjectionDatabase };
  let stops: (() => Promise<void>)[];
  beforeEach(async () => {
    stops = [];
    setup.database = await createProjectionDatabase();
  });
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await setup.database.close();
  });

  return {
    setup,
    /** Starts a projections role. `replacements` replace its log and its logger. `signal` aborts the start. */
    start: async (
      runningProjections: readonly Projection[] = projections,
      retry = quickRetry,
      {
        signal,
        ...replacements
      }: Partial<Pick<ProjectionsPlatform, "store" | "logger">> & { signal?: AbortSignal } = {},
    ) => {
      const { store, listener, pool } = setup.database;
      const role = await startProjections(
        { store, listener, logger: silentLogger, pools: { relaxed: pool }, ...replacements },
        { projections: runningProjections, retry, ...(signal && { signal }) },
      );
      stops.push(() => role.stop());
      return role;
    },
    /** The rows of every table, projection by projection. */
    allRows: () => Promise.all(projections.map((projection) => tableRows(setup.database.pool, projection))),
  };
}

import { comparePositions, parsePosition } from "@daybook/platform/event-store/position";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { batched } from "@daybook/platform/postgres/batched";
import { MOVED_CHANNEL } from "@daybook/platform/subscriptions/wait-for-position";
import type { Queryable } from "@daybook/read-models/queries/queryable";
import pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { withClient } from "./with-client.ts";
import type { Client } from "./write-changes.ts";

/** The state of a projection in the database. */
export type Checkpoint = {
  /** The last applied event; `null` at the beginning of the log. */
  readonly position: Position | null;
  /** The version of the live tables. */
  readonly version: number;
  readonly tables: readonly string[];
  readonly hasParkedEvents: boolean;
};

/** The database has no tables of this projection. */
export class ProjectionMissing extends Error {
  override readonly name = "ProjectionMissing";
  readonly code = "projection_missing";
}

/** The live tables have another version: another version of the program writes them. */
export class ProjectionSuperseded extends Error {
  override readonly name = "ProjectionSuperseded";
  readonly code = "projection_superseded";
}

/** The checkpoint is before the start of the batch. The events between them must be read first. */
export class CheckpointBehind extends Error {
  override readonly name = "CheckpointBehind";
  readonly code = "checkpoint_behind";
  constructor(projection: string) {
    super(`the checkpoint of ${projection} is before the batch to apply`);
  }
}

/** The log ends before a checkpoint, for example because an older backup of the log was restored. */
export class LogTooShort extends Error {
  override readonly name = "LogTooShort";
  readonly code = "log_too_short";
  constructor(projection: string) {
    super(
      `the log of events ends before the newest event that the read model ${projection} has; restore the log and the database from the same moment`,
    );
  }
}

/** Throws {@link LogTooShort} when the log ends before a checkpoint that was read earlier. */
export async function assertLogReaches(
  store: Pick<EventStore, "head">,
  name: string,
  position: Position | null,
): Promise<void> {
  if (position !== null && comparePositions(await store.head(), position) < 0) throw new LogTooShort(name);
}

type CheckpointRow = { position: string | null; version: number; tables: string[]; parked: boolean };

const selectCheckpoint = (name: string): string =>
  `SELECT c.position, c.version, c.tables,
    EXISTS (SELECT FROM read_models.parked_events p WHERE p.projection = c.projection) AS parked
  FROM read_models.checkpoints c WHERE c.projection = ${pg.escapeLiteral(name)}`;

const toCheckpoint = ({ position, version, tables, parked }: CheckpointRow): Checkpoint => ({
  position: position === null ? null : parsePosition(position),
  version,
  tables,
  hasParkedEvents: parked,
});

/** Reads a checkpoint; `null` when the projection is new. */
export async function readCheckpoint(db: Queryable, name: string): Promise<Checkpoint | null> {
  const { rows } = await db.query<CheckpointRow>(selectCheckpoint(name));
  return rows[0] ? toCheckpoint(rows[0]) : null;
}

// Every statement of a projection uses the primary key. Without this setting, a plan from a nearly empty table would scan
// the whole table until the next ANALYZE.
const USE_INDEXES = "SET LOCAL enable_seqscan = off;";

/**
 * Begins a transaction and locks the checkpoint, in one round trip. No other process changes the projection's tables until
 * the transaction ends. `settings` are statements to run before the lock.
 */
export async function beginWithLock(client: Client, name: string, settings = ""): Promise<Checkpoint | null> {
  // Several statements return several results, but the driver's types do not say so.
  const results = (await client.query(
    `BEGIN; ${USE_INDEXES} ${settings} ${selectCheckpoint(name)} FOR UPDATE OF c`,
  )) as unknown as pg.QueryResult<CheckpointRow>[];
  const row = results.at(-1)?.rows[0];
  return row ? toCheckpoint(row) : null;
}

/** Checks that the live tables have this program's version. Throws {@link ProjectionMissing}, {@link ProjectionSuperseded}. */
export function assertCurrentVersion(projection: Projection, checkpoint: Checkpoint | null): Checkpoint {
  if (!checkpoint) throw new ProjectionMissing(`there are no tables of ${projection.name}`);
  if (checkpoint.version === projection.version) return checkpoint;
  throw new ProjectionSuperseded(
    `the tables of ${projection.name} have version ${checkpoint.version}, this program writes version ${projection.version}`,
  );
}

/** @param payload an SQL expression */
const notifyMoved = (payload: string): string => `pg_notify('${MOVED_CHANNEL}', ${payload})`;

/** A move of a checkpoint past events that change no rows of its projection. */
export type IdleMove = {
  readonly projection: Pick<Projection, "name" | "version">;
  readonly from: Position | null;
  readonly to: Position;
};

const movesCte = (moves: readonly IdleMove[]): string => {
  const text = (value: string | null): string => (value === null ? "NULL" : pg.escapeLiteral(value));
  const rows = moves.map(
    ({ projection: { name, version }, from, to }) =>
      `(${text(name)}, ${version}, ${text(from)}::text, ${text(to)})`,
  );
  return `moves (projection, version, start, target) AS (VALUES ${rows.join(", ")})`;
};

/**
 * Moves checkpoints past events that change no rows, all in one round trip. Returns the names of the moved
 * projections. A checkpoint stays when it is not exactly at `from`, the tables have another version, a stream is parked, or
 * another transaction is changing it.
 */
async function moveIdleCheckpoints(client: Client, moves: readonly IdleMove[]): Promise<Set<string>> {
  const table = movesCte(moves);
  const results = (await client.query(
    `BEGIN; WITH ${table}, free AS MATERIALIZED (
        SELECT c.projection, m.target FROM read_models.checkpoints c
        JOIN moves m ON m.projection = c.projection AND m.version = c.version AND m.start IS NOT DISTINCT FROM c.position
        WHERE NOT EXISTS (SELECT FROM read_models.parked_events p WHERE p.projection = c.projection)
        FOR UPDATE OF c SKIP LOCKED)
      UPDATE read_models.checkpoints c SET position = f.target, moved_at = now()
      FROM free f WHERE c.projection = f.projection RETURNING c.projection AS name;
    COMMIT; WITH ${table} SELECT ${notifyMoved("m.projection || ':' || m.target")}
      FROM read_models.checkpoints c JOIN moves m ON m.projection = c.projection AND m.target = c.position`,
  )) as unknown as pg.QueryResult<{ name: string }>[];
  return new Set(results[1]?.rows.map(({ name }) => name));
}

/** Moves a checkpoint, see {@link createIdleMover}. Resolves to false when it was not moved. */
export type MoveIdle = (move: IdleMove) => Promise<boolean>;

/**
 * Moves the checkpoints of projections that ignore a batch. Moves that are requested at the same time share one round
 * trip. {@link beginWithLock} and {@link commitCheckpoint} would need two round trips for each projection.
 */
export function createIdleMover(pool: pg.Pool): MoveIdle {
  return batched<IdleMove, boolean>(async (moves) => {
    const movedNames = await withClient(pool, (client) => moveIdleCheckpoints(client, moves));
    return moves.map(({ projection }) => movedNames.has(projection.name));
  });
}

/**
 * Moves the checkpoint, commits, and notifies waiting reads, in one round trip. The notification is a statement after the commit.
 * If it were part of the transaction, the commit would hold PostgreSQL's global lock for notifications, and other commits
 * with notifications would wait for that lock.
 */
export async function commitCheckpoint(client: Client, name: string, position: Position): Promise<void> {
  const [projectionLiteral, positionLiteral] = [pg.escapeLiteral(name), pg.escapeLiteral(position)];
  await client.query(
    `UPDATE read_models.checkpoints SET position = ${positionLiteral}, moved_at = now() WHERE projection = ${projectionLiteral};
    COMMIT; SELECT ${notifyMoved(pg.escapeLiteral(`${name}:${position}`))}`,
  );
}

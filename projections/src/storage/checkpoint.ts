import { parsePosition } from "@daybook/platform/event-store/position";
import type { Position } from "@daybook/platform/event-store/event-store";
import { MOVED_CHANNEL } from "@daybook/platform/subscriptions/wait-for-position";
import pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import type { Client } from "./write-changes.ts";

/** Where a projection stands. */
export type Checkpoint = {
  readonly position: Position | null;
  /** The version of the tables that are live. */
  readonly version: number;
  readonly tables: readonly string[];
  /** True when some stream is parked. */
  readonly parked: boolean;
};

/** The read models' schema knows nothing of this projection. */
export class ProjectionMissing extends Error {
  override readonly name = "ProjectionMissing";
  readonly code = "projection_missing";
}

/** The live tables are of another version: another program has taken over, or is needed. */
export class ProjectionSuperseded extends Error {
  override readonly name = "ProjectionSuperseded";
  readonly code = "projection_superseded";
}

/** The checkpoint stands before the batch: events between them would be lost, so the projection must read them again. */
export class CheckpointBehind extends Error {
  override readonly name = "CheckpointBehind";
  readonly code = "checkpoint_behind";
  readonly position: Position | null;
  constructor(projection: string, position: Position | null) {
    super(`the checkpoint of ${projection} is behind what was to be applied`);
    this.position = position;
  }
}

type CheckpointRow = { position: string | null; version: number; tables: string[]; parked: boolean };

const selectCheckpoint = (name: string): string =>
  `SELECT c.position, c.version, c.tables,
    EXISTS (SELECT FROM read_models.parked_events p WHERE p.projection = c.projection) AS parked
  FROM read_models.checkpoints c WHERE c.projection = ${pg.escapeLiteral(name)}`;

const toCheckpoint = (row: CheckpointRow): Checkpoint => ({
  ...row,
  position: row.position === null ? null : parsePosition(row.position),
});

/** Reads a checkpoint; `null` when there is none yet. */
export async function readCheckpoint(client: Client, name: string): Promise<Checkpoint | null> {
  const { rows } = await client.query<CheckpointRow>(selectCheckpoint(name));
  return rows[0] ? toCheckpoint(rows[0]) : null;
}

// Every statement of a projection goes by primary key. A plan that was made while a table was nearly empty would read all
// of it until the next ANALYZE, some minute later.
const BY_INDEX = "SET LOCAL enable_seqscan = off;";

/**
 * Begins a transaction and locks the checkpoint in it, in one round trip: nobody else changes this projection's tables
 * until it ends. `settings` are statements that go before the lock.
 */
export async function beginLocked(client: Client, name: string, settings = ""): Promise<Checkpoint | null> {
  // Several statements give several results, which the driver's types do not know.
  const results = (await client.query(
    `BEGIN; ${BY_INDEX} ${settings} ${selectCheckpoint(name)} FOR UPDATE OF c`,
  )) as unknown as pg.QueryResult<CheckpointRow>[];
  const row = results.at(-1)?.rows[0];
  return row ? toCheckpoint(row) : null;
}

/** Checks that the live tables are the ones that this program writes. */
export function assertOwn(projection: Projection, checkpoint: Checkpoint | null): Checkpoint {
  if (!checkpoint) throw new ProjectionMissing(`there are no tables of ${projection.name}`);
  if (checkpoint.version === projection.version) return checkpoint;
  throw new ProjectionSuperseded(
    `the tables of ${projection.name} have version ${checkpoint.version}, this program writes version ${projection.version}`,
  );
}

/**
 * Moves the checkpoint, commits, and then wakes who waits, in one round trip. The notification stands after the commit:
 * inside, it would make all committing sessions queue for one lock.
 */
export async function commitAt(client: Client, name: string, position: Position): Promise<void> {
  const [of, at] = [pg.escapeLiteral(name), pg.escapeLiteral(position)];
  await client.query(
    `UPDATE read_models.checkpoints SET position = ${at}, moved_at = now() WHERE projection = ${of};
    COMMIT; SELECT pg_notify('${MOVED_CHANNEL}', ${pg.escapeLiteral(`${name}:${position}`)})`,
  );
}

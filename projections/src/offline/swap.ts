import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { renameToLive, SCHEMA } from "@daybook/read-models/table-sql";
import type pg from "pg";
import { toBatch } from "../core/log-event.ts";
import { beginWithLock, type Checkpoint, commitCheckpoint } from "../storage/checkpoint.ts";
import { codeOf } from "../live/failure.ts";
import type { Shadow } from "./shadow.ts";

/** In every attempt, another transaction held a lock that the swap needs. For example, long reads hold locks on the tables. */
export class SwapTimedOut extends Error {
  override readonly name = "SwapTimedOut";
  readonly code = "swap_timed_out";
}

const maxAttempts = 200;
const lockTimeoutMs = 200;
const maxCatchUpEvents = 2_000;
const lockNotAvailable = "55P03";
const deadlock = "40P01";

/**
 * Replaces the live tables with a shadow, in one transaction. The transaction locks the checkpoint, so the live projection waits
 * and then continues with the new tables. While the transaction waits for the lock of a table, new readers of that table wait too. So
 * a wait for a lock may take at most `lockTimeoutMs`. If it takes longer, the transaction is rolled back, and the swap is tried again.
 *
 * Returns `behind` when the shadow must catch up with the live projection first. Throws {@link SwapTimedOut} after the last attempt.
 */
export async function swap(
  client: pg.ClientBase,
  store: Pick<EventStore, "readAll">,
  shadow: Shadow,
  signal?: AbortSignal,
): Promise<"swapped" | "behind"> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    signal?.throwIfAborted();
    const positionBefore = shadow.position;
    try {
      const result = await trySwap(client, store, shadow);
      if (result === "behind") await client.query("ROLLBACK");
      return result;
    } catch (error) {
      await client.query("ROLLBACK");
      // The rollback also undid the events that `catchUp` applied.
      shadow.position = positionBefore;
      if (codeOf(error) !== lockNotAvailable && codeOf(error) !== deadlock) throw error;
      await sleep(20 + Math.min(500, attempt * 10), undefined, signal && { signal });
    }
  }
  throw new SwapTimedOut(`the tables of ${shadow.projection.name} were in use during all attempts`);
}

async function trySwap(
  client: pg.ClientBase,
  store: Pick<EventStore, "readAll">,
  shadow: Shadow,
): Promise<"swapped" | "behind"> {
  const { projection } = shadow;
  const liveCheckpoint = await beginWithLock(
    client,
    projection.name,
    `SET LOCAL lock_timeout = ${lockTimeoutMs};`,
  );
  if (liveCheckpoint && !(await catchUp(client, store, shadow, liveCheckpoint))) return "behind";

  const tables = Object.values(projection.tables);
  const oldTables = await existingTables(client, liveCheckpoint?.tables ?? []);
  // Lock all tables together, so that no reader sees a mixture of old and new ones.
  if (oldTables.length > 0) await client.query(`LOCK TABLE ${oldTables.join(", ")} IN ACCESS EXCLUSIVE MODE`);
  for (const name of oldTables) await client.query(`DROP TABLE ${name}`);
  for (const table of tables) {
    for (const statement of renameToLive(table, "__next")) await client.query(statement);
  }
  await client.query(
    `INSERT INTO ${SCHEMA}.checkpoints (projection, version, tables) VALUES ($1, $2, $3)
    ON CONFLICT (projection) DO UPDATE SET version = excluded.version, tables = excluded.tables`,
    [projection.name, projection.version, tables.map(({ name }) => name)],
  );
  // The shadow has applied all events up to the live checkpoint, also the parked ones. It would have failed at an event that it
  // cannot apply.
  await client.query(`DELETE FROM ${SCHEMA}.parked_events WHERE projection = $1`, [projection.name]);
  if (shadow.position === null) await client.query("COMMIT");
  else await commitCheckpoint(client, projection.name, shadow.position);
  return "swapped";
}

/** Applies the events that only the live tables have, so that no read goes back in time. False when there are too many. */
async function catchUp(
  client: pg.ClientBase,
  store: Pick<EventStore, "readAll">,
  shadow: Shadow,
  liveCheckpoint: Checkpoint,
): Promise<boolean> {
  const livePosition = liveCheckpoint.position;
  if (livePosition === null || comparePositions(shadow.position, livePosition) >= 0) return true;
  const storedEvents = await store.readAll({ after: shadow.position, limit: maxCatchUpEvents });
  const { events } = toBatch(shadow.position, storedEvents);
  const missingEvents = events.filter(({ position }) => comparePositions(position, livePosition) <= 0);
  if (comparePositions(missingEvents.at(-1)?.position ?? null, livePosition) < 0) return false;
  await shadow.apply(client, missingEvents, livePosition);
  return true;
}

async function existingTables(client: pg.ClientBase, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname = ANY($2::text[]) ORDER BY c.relname`,
    [SCHEMA, names],
  );
  return rows.map(({ name }) => `${SCHEMA}.${name}`);
}

import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { renameToLive, SCHEMA } from "@daybook/read-models/table-sql";
import type pg from "pg";
import { toBatch } from "../core/log-event.ts";
import { beginLocked, type Checkpoint, commitAt } from "../storage/checkpoint.ts";
import { codeOf } from "../live/failure.ts";
import type { Shadow } from "./shadow.ts";

/** Readers hold their tables longer than we wait, again and again. */
export class SwapTimedOut extends Error {
  override readonly name = "SwapTimedOut";
  readonly code = "swap_timed_out";
}

const attempts = 200;
const lockTimeout = 200;
const largestRest = 2_000;
const lockNotAvailable = "55P03";
const deadlock = "40P01";

/**
 * Puts a shadow in the place of the live tables, in one transaction. The live projection is held up meanwhile by the lock
 * on its checkpoint, and goes on from there afterwards. Readers wait for the renaming at most as long as the lock timeout
 * and then find the new tables under the old names; whoever reads longer than that is waited for, by trying again.
 *
 * Answers `behind` when the live projection is so far ahead that the shadow has to catch up first.
 */
export async function swap(
  client: pg.ClientBase,
  store: Pick<EventStore, "readAll">,
  shadow: Shadow,
  signal?: AbortSignal,
): Promise<"swapped" | "behind"> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    signal?.throwIfAborted();
    const before = shadow.position;
    try {
      const outcome = await trySwap(client, store, shadow);
      if (outcome === "behind") await client.query("ROLLBACK");
      return outcome;
    } catch (error) {
      await client.query("ROLLBACK");
      // What was folded in that transaction is gone with it.
      shadow.position = before;
      if (codeOf(error) !== lockNotAvailable && codeOf(error) !== deadlock) throw error;
      await sleep(20 + Math.min(500, attempt * 10), undefined, signal && { signal });
    }
  }
  throw new SwapTimedOut(`the tables of ${shadow.projection.name} were in use all the time`);
}

async function trySwap(
  client: pg.ClientBase,
  store: Pick<EventStore, "readAll">,
  shadow: Shadow,
): Promise<"swapped" | "behind"> {
  const { projection } = shadow;
  const live = await beginLocked(client, projection.name, `SET LOCAL lock_timeout = ${lockTimeout};`);
  if (live && !(await catchUp(client, store, shadow, live))) return "behind";

  const tables = Object.values(projection.tables);
  const old = await existing(client, live?.tables ?? []);
  // All at once, so that no reader ever meets a mixture of old and new.
  if (old.length > 0) await client.query(`LOCK TABLE ${old.join(", ")} IN ACCESS EXCLUSIVE MODE`);
  for (const name of old) await client.query(`DROP TABLE ${name}`);
  for (const table of tables) {
    for (const statement of renameToLive(table, "__next")) await client.query(statement);
  }
  await client.query(
    `INSERT INTO ${SCHEMA}.checkpoints (projection, version, tables) VALUES ($1, $2, $3)
    ON CONFLICT (projection) DO UPDATE SET version = excluded.version, tables = excluded.tables`,
    [projection.name, projection.version, tables.map(({ name }) => name)],
  );
  // A rebuild is strict: what was parked is applied now.
  await client.query(`DELETE FROM ${SCHEMA}.parked_events WHERE projection = $1`, [projection.name]);
  if (shadow.position === null) await client.query("COMMIT");
  else await commitAt(client, projection.name, shadow.position);
  return "swapped";
}

/** Folds what the live projection has beyond the shadow, so that no reader sees time go back; false when it is much. */
async function catchUp(
  client: pg.ClientBase,
  store: Pick<EventStore, "readAll">,
  shadow: Shadow,
  live: Checkpoint,
): Promise<boolean> {
  const end = live.position;
  if (end === null || comparePositions(shadow.position, end) >= 0) return true;
  const stored = await store.readAll({ after: shadow.position, limit: largestRest });
  const { events } = toBatch(shadow.position, stored);
  const missing = events.filter(({ position }) => comparePositions(position, end) <= 0);
  if (comparePositions(missing.at(-1)?.position ?? null, end) < 0) return false;
  await shadow.apply(client, missing, end);
  return true;
}

async function existing(client: pg.ClientBase, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname = ANY($2::text[]) ORDER BY c.relname`,
    [SCHEMA, names],
  );
  return rows.map(({ name }) => `${SCHEMA}.${name}`);
}

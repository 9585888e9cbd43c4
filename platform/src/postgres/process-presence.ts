import { randomInt } from "node:crypto";
import type pg from "pg";

/** The first number of the advisory locks that show which processes are alive. */
const lockClass = 0x64_61_79;

/** A random id for a process. */
export const newProcessId = (): number => randomInt(1, 2 ** 31 - 1);

/**
 * Shows to all processes that this one is alive, for as long as this connection lasts. The lock is shared, so that a new
 * connection need not wait until the server has noticed the end of the old one.
 */
export async function showPresence(client: pg.Client, processId: number): Promise<void> {
  await client.query("SELECT pg_try_advisory_lock_shared($1, $2)", [lockClass, processId]);
}

/** An SQL condition: the process with the id in this column is alive. It may be false for a moment after a lost connection. */
export const processAliveCondition = (column: string): string =>
  `EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
     AND l.classid = ${lockClass} AND l.objid::bigint = ${column}
     AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

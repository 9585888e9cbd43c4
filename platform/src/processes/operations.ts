import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import type { CommandContext } from "../commands/handle-command.ts";
import { transaction } from "../postgres/pool.ts";
import { renewWhile } from "./renew-while.ts";

/**
 * A long operation. `itemIds` are the ids of what it changes, in the order of its steps. Private values in `plan` are sealed.
 */
export type Operation<P = unknown> = {
  readonly id: number;
  readonly userId: number;
  readonly kind: string;
  readonly plan: P;
  readonly itemIds: readonly number[];
  /** The context of the command that began the operation. Each step uses the id of that command, or an id derived from it. */
  readonly context: CommandContext;
  /** How many items were processed, including the skipped ones. */
  readonly done: number;
  /** Items that could not be changed. */
  readonly skippedIds: readonly number[];
  readonly status: "running" | "done" | "failed";
};

/** A new operation, as `begin` and `beginAlone` store it. */
export type NewOperation<P = unknown> = Omit<Operation<P>, "done" | "skippedIds" | "status">;

/** The result of `begin` and `beginAlone`. `isExisting`: the operation was stored before. */
export type BegunOperation = { readonly operation: Operation; readonly isExisting: boolean };

type Database = Pick<pg.Pool, "query">;

/**
 * Waits until no other transaction holds this lock, and holds it until the transaction ends. Meanwhile `beginAlone` begins no
 * operation of this kind for this person.
 */
export async function lockOperations(db: Database, kind: string, userId: number): Promise<void> {
  await db.query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [`operation ${kind}`, userId]);
}

/** How long an operation waits after the crash of its process. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;
/** An operation that was claimed this often without progress has failed, after about ten minutes. */
const maxAttempts = 40;

const columns = `o.id, o.user_id AS "userId", o.kind, o.plan, o.item_ids AS "itemIds", o.context, o.done,
  o.skipped_ids AS "skippedIds", o.status`;

type Ids = readonly (number | string)[];
type Row = Omit<Operation, "itemIds" | "skippedIds"> & { readonly itemIds: Ids; readonly skippedIds: Ids };
const toOperation = (row: Row): Operation => ({
  ...row,
  itemIds: row.itemIds.map(Number),
  skippedIds: row.skippedIds.map(Number),
});

/**
 * Long operations, each with a durable row. The process that works on one holds a lease. When that process dies, the
 * lease ends and another process continues. A step is recorded after it is done, so it may run twice and must tolerate
 * that.
 */
export function createOperations({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  const processId = randomUUID();
  const now = (): Date => new Date(clock.now());
  const leaseEnd = (): Date => new Date(clock.now() + leaseMs);

  /**
   * Stores an operation, leased to the caller. `isExisting`: the same command stored it before; `null`: the id is taken.
   */
  async function begin(operation: NewOperation, db: Database = pool): Promise<BegunOperation | null> {
    const { id, userId, kind, plan, itemIds, context } = operation;
    const insertResult = await db.query<Row>(
      `INSERT INTO processes.operations AS o (id, user_id, kind, plan, item_ids, context, leased_until, created_at, leased_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
      [id, userId, kind, plan, itemIds, context, leaseEnd(), now(), processId],
    );
    if (insertResult.rows[0]) return { operation: toOperation(insertResult.rows[0]), isExisting: false };
    const existingOperation = await find(userId, id, db);
    return existingOperation?.context.commandId === context.commandId
      ? { operation: existingOperation, isExisting: true }
      : null;
  }

  /**
   * Like {@link begin}, but only one operation of a kind runs for a person at a time. Of several callers at once, one stores its operation
   * and the others get that one. See {@link findCurrent} for `since`.
   *
   * @param canBegin checked while {@link lockOperations} is held; when false, nothing is stored and the result is `changed`
   */
  const beginAlone = (
    operation: NewOperation,
    since: Date,
    canBegin: (db: Database) => Promise<boolean>,
  ): Promise<BegunOperation | "changed" | null> =>
    transaction(pool, async (client) => {
      const { userId, kind } = operation;
      await lockOperations(client, kind, userId);
      const current = await findCurrent(userId, kind, since, client);
      if (current) return { operation: current, isExisting: true };
      return (await canBegin(client)) ? begin(operation, client) : "changed";
    });

  /** An operation of this person. */
  async function find(userId: number, id: number, db: Database = pool): Promise<Operation | null> {
    const { rows } = await db.query<Row>(
      `SELECT ${columns} FROM processes.operations o WHERE o.id = $1 AND o.user_id = $2`,
      [id, userId],
    );
    return rows[0] ? toOperation(rows[0]) : null;
  }

  /** An operation of any person. The caller must check who may see it. */
  async function findById(id: number): Promise<Operation | null> {
    const { rows } = await pool.query<Row>(`SELECT ${columns} FROM processes.operations o WHERE o.id = $1`, [
      id,
    ]);
    return rows[0] ? toOperation(rows[0]) : null;
  }

  /** The oldest operation of this kind that runs for this person. */
  async function findRunning(userId: number, kind: string): Promise<Operation | null> {
    const { rows } = await pool.query<Row>(
      `SELECT ${columns} FROM processes.operations o
       WHERE o.user_id = $1 AND o.kind = $2 AND o.status = 'running' ORDER BY o.created_at LIMIT 1`,
      [userId, kind],
    );
    return rows[0] ? toOperation(rows[0]) : null;
  }

  /** The operation of this kind that runs for this person, or has ended since a time, such as the arrival of a request. */
  async function findCurrent(
    userId: number,
    kind: string,
    since: Date,
    db: Database = pool,
  ): Promise<Operation | null> {
    const { rows } = await db.query<Row>(
      `SELECT ${columns} FROM processes.operations o
       WHERE o.user_id = $1 AND o.kind = $2 AND (o.status = 'running' OR o.finished_at >= $3)
       ORDER BY o.status = 'running' DESC, o.created_at LIMIT 1`,
      [userId, kind, since],
    );
    return rows[0] ? toOperation(rows[0]) : null;
  }

  /** The newest operation of this kind for this person. */
  async function findNewest(userId: number, kind: string): Promise<Operation | null> {
    const { rows } = await pool.query<Row>(
      `SELECT ${columns} FROM processes.operations o
       WHERE o.user_id = $1 AND o.kind = $2 ORDER BY o.created_at DESC LIMIT 1`,
      [userId, kind],
    );
    return rows[0] ? toOperation(rows[0]) : null;
  }

  /**
   * Lets any process continue an operation that failed.
   *
   * @param canRestart checked while {@link lockOperations} is held; when false, nothing changes and the result is false
   */
  const restart = (
    { id, userId, kind }: Pick<Operation, "id" | "userId" | "kind">,
    canRestart: (db: Database) => Promise<boolean>,
  ): Promise<boolean> =>
    transaction(pool, async (client) => {
      await lockOperations(client, kind, userId);
      if (!(await canRestart(client))) return false;
      await client.query(
        `UPDATE processes.operations SET status = 'running', attempts = 0, finished_at = NULL, leased_until = $2
         WHERE id = $1 AND status = 'failed'`,
        [id, now()],
      );
      return true;
    });

  /** True while an operation of this kind runs for this person. */
  const isRunning = async (userId: number, kind: string): Promise<boolean> =>
    (await findRunning(userId, kind)) !== null;

  /** Claims an operation whose lease has ended. One that was claimed too often is marked as failed instead. */
  async function claim(): Promise<Operation | null> {
    const { rows } = await pool.query<Row>(
      `UPDATE processes.operations o SET leased_until = $2, leased_by = $4, attempts = o.attempts + 1,
         status = CASE WHEN o.attempts >= $3 THEN 'failed' ELSE 'running' END,
         finished_at = CASE WHEN o.attempts >= $3 THEN $1::timestamptz END
       WHERE o.id = (SELECT id FROM processes.operations WHERE status = 'running' AND leased_until <= $1
                     ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${columns}`,
      [now(), leaseEnd(), maxAttempts, processId],
    );
    if (!rows[0]) return null;
    return rows[0].status === "failed" ? claim() : toOperation(rows[0]);
  }

  /** Records progress and takes the lease. False when another process has recorded progress or the operation has ended. */
  async function recordProgress(
    id: number,
    doneBefore: number,
    doneAfter: number,
    skippedIds: readonly number[],
  ): Promise<boolean> {
    const { rowCount } = await pool.query(
      `UPDATE processes.operations SET done = $3, skipped_ids = skipped_ids || $4::bigint[], leased_until = $5,
         leased_by = $6, attempts = 0
       WHERE id = $1 AND done = $2 AND status = 'running'`,
      [id, doneBefore, doneAfter, skippedIds, leaseEnd(), processId],
    );
    return rowCount === 1;
  }

  /** Runs a step, and renews the lease until the step ends, unless another process takes over. */
  const whileLeased = <T>(id: number, done: number, step: () => Promise<T>): Promise<T> =>
    renewWhile(step, () => renew(id, done), renewEveryMs);

  /** Renews the lease of an operation that has this many items done, if this process holds it. */
  async function renew(id: number, done: number): Promise<void> {
    await pool.query(
      `UPDATE processes.operations SET leased_until = $3
       WHERE id = $1 AND done = $2 AND status = 'running' AND leased_by = $4`,
      [id, done, leaseEnd(), processId],
    );
  }

  /** Records the end of an operation. */
  async function finish(id: number): Promise<void> {
    await pool.query(
      `UPDATE processes.operations SET status = 'done', finished_at = $2 WHERE id = $1 AND status = 'running'`,
      [id, now()],
    );
  }

  /** Ends the lease if this process holds it, so that any process may continue immediately. */
  async function release(id: number): Promise<void> {
    await pool.query(
      "UPDATE processes.operations SET leased_until = $2 WHERE id = $1 AND status = 'running' AND leased_by = $3",
      [id, now(), processId],
    );
  }

  /** Ends all leases. Only for a process that is alone on its database, so that no other process can hold a lease. */
  async function releaseAll(): Promise<void> {
    await pool.query("UPDATE processes.operations SET leased_until = $1 WHERE status = 'running'", [now()]);
  }

  /** Deletes operations that ended before this time. */
  async function purge(olderThan: Date): Promise<void> {
    await pool.query("DELETE FROM processes.operations WHERE finished_at < $1", [olderThan]);
  }

  /** Deletes all operations of an account. */
  async function removeOfAccount(userId: number): Promise<void> {
    await pool.query("DELETE FROM processes.operations WHERE user_id = $1", [userId]);
  }

  return {
    begin: (operation: NewOperation) => begin(operation),
    beginAlone,
    find: (userId: number, id: number) => find(userId, id),
    findById,
    findCurrent: (userId: number, kind: string, since: Date) => findCurrent(userId, kind, since),
    findRunning,
    findNewest,
    restart,
    isRunning,
    claim,
    recordProgress,
    renew,
    whileLeased,
    finish,
    release,
    releaseAll,
    purge,
    removeOfAccount,
  };
}

/** See {@link createOperations}. */
export type Operations = ReturnType<typeof createOperations>;

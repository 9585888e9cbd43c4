import { createHash } from "node:crypto";
import type pg from "pg";
import { batched } from "../postgres/batched.ts";
import { processAliveCondition } from "../postgres/process-presence.ts";
import { createRunCounts } from "./run-counts.ts";

/** Identifies a command: the account, and the `Idempotency-Key`. */
export type LedgerKey = { readonly userId: number; readonly key: string };

/**
 * The state of a command that begins:
 * - `new`: this is the first time.
 * - `repeat`: it began before, with these ids. `status` is that of its first success, or `null` when it is still running,
 *   was refused, or a crash interrupted it. While `status` is `null`, the caller may run the command only after `takeTurn` grants it,
 *   see {@link Turn}.
 * - `mismatch`: the key was used for another request.
 */
export type BegunCommand =
  | { readonly kind: "new"; readonly ids: readonly number[] }
  | { readonly kind: "repeat"; readonly ids: readonly number[]; readonly status: number | null }
  | { readonly kind: "mismatch" };

/**
 * Whether a repeat may run a command that has no success yet:
 * - `granted`: yes, because no other run blocks it. The command must be ended with `complete` or `giveUp`.
 * - `running`: not now, because another run has not ended.
 * - `done`: the other run succeeded.
 */
export type Turn =
  | { readonly kind: "granted" }
  | { readonly kind: "running" }
  | { readonly kind: "done"; readonly status: number };

/** Deletes all commands of an account, unfinished ones too. */
export async function forgetCommandsOf(db: Pick<pg.Pool, "query">, userId: number): Promise<void> {
  await db.query("DELETE FROM ledger.commands WHERE user_id = $1", [userId]);
}

/** How long the ledger keeps a command, in milliseconds. */
export const keepCommandsMs = 48 * 3_600_000;

/** Deletes commands that began before this time. A repeat of one counts as new from then on. Returns their number. */
export async function purgeCommands(db: Pick<pg.Pool, "query">, olderThan: Date): Promise<number> {
  const { rowCount } = await db.query("DELETE FROM ledger.commands WHERE created_at < $1", [olderThan]);
  return rowCount ?? 0;
}

/**
 * The hash of a key. Rows store this hash and not the key. A fingerprint depends on the key, so somebody who has only the rows cannot
 * check whether a guess of the request is right. SHA-256 is enough for the random keys that clients send.
 */
const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

/** The fingerprint of rows from before fingerprints depended on the key. It matches every request. */
const unknownFingerprint = "";

type NewRow = LedgerKey & { readonly fingerprint: string; readonly ids: readonly number[] };
type CompletedCommand = LedgerKey & { readonly status: number };
type Row = { fingerprint: string; ids: number[]; status: number | null };

/** After this time a run no longer blocks its repeats. Every run ends long before. */
const maxRunTime = "30 seconds";

/**
 * The command ledger: one row for each command of an account, written before anything else. It fixes the ids that the command
 * uses, so that a second run does the same. It stores no reply and no content: a repeat reads the current state.
 *
 * When the event store is in the same database, the pool may run with `synchronous_commit = off`. The ledger and the event store write
 * to one write-ahead log, which reaches the disk in order. So when the durable append of a command survives a crash, its
 * row, committed before, survives too. Only statuses, and rows of commands that appended nothing, can be lost.
 * With a separate event store, the pool must be durable.
 *
 * A row also names the process that runs the command, so that a concurrent repeat can wait for the end of that run.
 *
 * @param deps.processId the id under which this process is present in the database
 */
export function createLedger({ pool, processId }: { pool: pg.Pool; processId: number }) {
  /** The runs of this process that have not ended, and its attempts to begin one. */
  const runs = createRunCounts();
  const runKeyOf = ({ userId, key }: LedgerKey): string => `${userId}/${key}`;

  /** Inserts new rows. Returns for each row whether it was new; of several rows with the same key, only the first is. */
  const insert = batched<NewRow, boolean>(async (rows) => {
    const insertResult = await pool.query<{ n: number }>({
      name: "ledger.begin",
      text: `WITH asked AS MATERIALIZED (
               SELECT DISTINCT ON (user_id, key) * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[])
                 WITH ORDINALITY AS a (user_id, key, fingerprint, ids, n) ORDER BY user_id, key, n),
             inserted AS (
               INSERT INTO ledger.commands (user_id, key, fingerprint, ids, runner)
               SELECT user_id, key, fingerprint, ids, $5::integer FROM asked
               ON CONFLICT (user_id, key) DO NOTHING RETURNING user_id, key)
             SELECT n FROM inserted JOIN asked USING (user_id, key)`,
      values: [
        rows.map(({ userId }) => userId),
        rows.map(({ key }) => hashOf(key)),
        rows.map(({ fingerprint }) => fingerprint),
        rows.map(({ ids }) => JSON.stringify(ids)),
        processId,
      ],
    });
    const newNumbers = new Set(insertResult.rows.map(({ n }) => n));
    return rows.map((_, index) => newNumbers.has(index + 1));
  });

  /** The row of a command; `undefined` when it has no row. */
  async function find({ userId, key }: LedgerKey): Promise<Row | undefined> {
    const { rows } = await pool.query<Row>({
      name: "ledger.find_command",
      text: "SELECT fingerprint, ids, status FROM ledger.commands WHERE user_id = $1 AND key = $2",
      values: [userId, hashOf(key)],
    });
    return rows[0];
  }

  /**
   * Begins a command. Of concurrent calls with the same key, one gets `new`. A new command must be ended with `complete` or `giveUp`.
   *
   * @param command.fingerprint a hash of the request and the key, to distinguish a repeat from another request
   * @param command.makeIds creates the ids for a new command; the caller decides their number and meaning
   */
  async function begin(
    command: LedgerKey & { readonly fingerprint: string; readonly makeIds: () => readonly number[] },
  ): Promise<BegunCommand> {
    const ids = command.makeIds();
    for (;;) {
      if (await runs.beginIf(runKeyOf(command), () => insert({ ...command, ids })))
        return { kind: "new", ids };
      const row = await find(command);
      // The row was purged between the two statements, so the command is new.
      if (!row) continue;
      const isSame = row.fingerprint === command.fingerprint || row.fingerprint === unknownFingerprint;
      if (!isSame) return { kind: "mismatch" };
      return { kind: "repeat", ids: row.ids, status: row.status };
    }
  }

  /**
   * Makes this process the runner of a command. Returns false when another process has run the command for at most `maxRunTime`,
   * when the command has succeeded, and when it has no row.
   */
  async function claim({ userId, key }: LedgerKey): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: "ledger.claim_command",
      text: `UPDATE ledger.commands c SET runner = $3, created_at = now()
             WHERE user_id = $1 AND key = $2 AND status IS NULL
               AND (runner IS NULL OR runner = $3 OR created_at < now() - interval '${maxRunTime}'
                 OR NOT ${processAliveCondition("c.runner")})`,
      values: [userId, hashOf(key), processId],
    });
    return rowCount === 1;
  }

  /** Asks whether a repeat of a command without a success may run it now. Of several concurrent repeats, one may. */
  async function takeTurn(command: LedgerKey): Promise<Turn> {
    const runKey = runKeyOf(command);
    if (!runs.has(runKey) && (await runs.beginIf(runKey, () => claim(command)))) return { kind: "granted" };
    const row = await find(command);
    // The row was deleted in the meantime, so the repeat could never see the end of another run.
    if (!row) return { kind: "granted" };
    return row.status === null ? { kind: "running" } : { kind: "done", status: row.status };
  }

  /** Ends a run without a success, so that a repeat may run the command immediately. */
  async function giveUp(command: LedgerKey): Promise<void> {
    try {
      await pool.query({
        name: "ledger.give_up_command",
        text: "UPDATE ledger.commands SET runner = NULL WHERE user_id = $1 AND key = $2 AND runner = $3 AND status IS NULL",
        values: [command.userId, hashOf(command.key), processId],
      });
    } finally {
      runs.end(runKeyOf(command));
    }
  }

  const recordStatus: (command: CompletedCommand) => Promise<void> = batched<CompletedCommand, void>(
    async (completed) => {
      await pool.query({
        name: "ledger.complete_commands",
        text: `UPDATE ledger.commands c SET status = a.status
             FROM unnest($1::bigint[], $2::text[], $3::integer[]) AS a (user_id, key, status)
             WHERE c.user_id = a.user_id AND c.key = a.key AND c.status IS NULL`,
        values: [
          completed.map(({ userId }) => userId),
          completed.map(({ key }) => hashOf(key)),
          completed.map(({ status }) => status),
        ],
      });
      return completed.map(() => undefined);
    },
  );

  /** Ends a run with a success, and records its status. The first status counts. A deleted row stays deleted. */
  async function complete(command: CompletedCommand): Promise<void> {
    try {
      await recordStatus(command);
    } finally {
      runs.end(runKeyOf(command));
    }
  }

  /**
   * Tries again to record the end of a run after `complete` or `giveUp` has failed. Records nothing and returns false while a repeat runs
   * in this process, because other processes must wait for the end of that repeat too.
   *
   * @param status `null` when the run had no success
   */
  async function recordAgain(command: LedgerKey, status: number | null): Promise<boolean> {
    const runKey = runKeyOf(command);
    // This attempt counts as a run, so that no repeat begins in this process at the same time.
    if (runs.has(runKey) || !(await runs.beginIf(runKey, async () => true))) return false;
    await (status === null ? giveUp(command) : complete({ ...command, status }));
    return true;
  }

  return { begin, find, takeTurn, complete, giveUp, recordAgain };
}

/** See {@link createLedger}. */
export type Ledger = ReturnType<typeof createLedger>;

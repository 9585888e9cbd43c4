import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import type { CommandContext } from "../commands/handle-command.ts";
import { renewWhile } from "./renew-while.ts";

/** An entry that is being moved to another journal. `kind` says which event records it: `EntryMoved` or `EntryRestored`. */
export type Move = {
  readonly entryId: number;
  readonly userId: number;
  readonly fromJournalId: number;
  readonly toJournalId: number;
  readonly kind: "move" | "restore";
  readonly context: CommandContext;
};

/** How long a move waits after the crash of its process. A running process renews its leases every third of this time. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;

const columns = `m.entry_id AS "entryId", m.user_id AS "userId", m.from_journal_id AS "fromJournalId",
  m.to_journal_id AS "toJournalId", m.kind, m.context`;

/**
 * Intents to move entries. An intent is durable before the first of two steps (key, event) and deleted after the
 * second. It is also a lock: an entry has at most one, in all processes.
 */
export function createMoves({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  const processId = randomUUID();
  const now = (): Date => new Date(clock.now());
  const leaseEnd = (): Date => new Date(clock.now() + leaseMs);

  /** Stores intents. Returns the ids of the entries that the caller may move; the others are being moved already. */
  async function begin(moves: readonly Move[]): Promise<Set<number>> {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO processes.moves (entry_id, user_id, from_journal_id, to_journal_id, kind, context, leased_until, leased_by)
       SELECT a.*, $7::timestamptz, $8::uuid
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::jsonb[]) AS a
       ON CONFLICT (entry_id) DO NOTHING RETURNING entry_id AS id`,
      [
        moves.map(({ entryId }) => entryId),
        moves.map(({ userId }) => userId),
        moves.map(({ fromJournalId }) => fromJournalId),
        moves.map(({ toJournalId }) => toJournalId),
        moves.map(({ kind }) => kind),
        moves.map(({ context }) => JSON.stringify(context)),
        leaseEnd(),
        processId,
      ],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Claims an intent that a crash left behind: that of the given entry, or of any entry. */
  async function claim(entryId: number | null = null): Promise<Move | null> {
    const { rows } = await pool.query<Move>(
      `UPDATE processes.moves m SET leased_until = $2, leased_by = $4
       WHERE m.entry_id = (SELECT entry_id FROM processes.moves
         WHERE leased_until <= $1 AND ($3::bigint IS NULL OR entry_id = $3)
         ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${columns}`,
      [now(), leaseEnd(), entryId, processId],
    );
    return rows[0] ?? null;
  }

  /**
   * Renews the leases that this process holds on a command's intents. A lease that has ended stays ended, so that any process can claim the
   * intent.
   */
  async function renew(entryIds: readonly number[], commandId: string): Promise<void> {
    await pool.query(
      `UPDATE processes.moves SET leased_until = $3
       WHERE entry_id = ANY ($1::bigint[]) AND context ->> 'commandId' = $2 AND leased_until > $4 AND leased_by = $5`,
      [entryIds, commandId, leaseEnd(), now(), processId],
    );
  }

  /** Runs the moves of a command, and renews the leases of their intents until `work` ends. */
  const whileLeased = <T>(
    entryIds: readonly number[],
    { commandId }: CommandContext,
    work: () => Promise<T>,
  ): Promise<T> => renewWhile(work, () => renew(entryIds, commandId), renewEveryMs);

  /** Ends the leases of a command's intents, because the process that ran it has died. */
  async function releaseLeasesOf(commandId: string): Promise<void> {
    await pool.query(
      "UPDATE processes.moves SET leased_until = $2 WHERE context ->> 'commandId' = $1 AND leased_until > $2",
      [commandId, now()],
    );
  }

  /** Ends all leases. Only for a process that is alone on its database, so that no other process can hold a lease. */
  async function releaseAll(): Promise<void> {
    await pool.query("UPDATE processes.moves SET leased_until = $1 WHERE leased_until > $1", [now()]);
  }

  /** Deletes a command's intents. Call this when the keys and the events agree. */
  async function end(entryIds: readonly number[], { commandId }: CommandContext): Promise<void> {
    await pool.query(
      "DELETE FROM processes.moves WHERE entry_id = ANY ($1::bigint[]) AND context ->> 'commandId' = $2",
      [entryIds, commandId],
    );
  }

  /** Deletes all intents of an account. */
  async function removeOfAccount(userId: number): Promise<void> {
    await pool.query("DELETE FROM processes.moves WHERE user_id = $1", [userId]);
  }

  return { begin, claim, renew, whileLeased, releaseLeasesOf, releaseAll, end, removeOfAccount };
}

/** See {@link createMoves}. */
export type Moves = ReturnType<typeof createMoves>;

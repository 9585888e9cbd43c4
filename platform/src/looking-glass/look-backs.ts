import type pg from "pg";
import type { Clock } from "../clock.ts";
import type { NewMail } from "../mail/mail.ts";
import type { Outbox } from "../mail/outbox.ts";
import { transaction } from "../postgres/pool.ts";

/** When a look-back is due: an instant in milliseconds since 1970, and its date in the account's time zone. */
export type PlannedTime = { readonly localDate: string; readonly at: number };

/** The planned look-back of an account. */
export type PlannedLookBack = PlannedTime & { readonly userId: number; readonly timezone: string };

/** A due look-back of an account. */
export type DueLookBack = PlannedTime & {
  readonly userId: number;
  /** The time zone for which it was planned. */
  readonly timezone: string;
  /** When the last mail was due; `null` before the first one. */
  readonly lastMailAt: number | null;
};

/** An entry, and the round in which it is shown. In one round each entry is shown once. */
export type ShownEntry = { readonly entryId: number; readonly round: number };

/** What to do about a due look-back. Without `next`, the account gets no more of them. */
export type LookBackDecision =
  | {
      readonly outcome: "mailed";
      readonly mail: NewMail;
      readonly shownEntry: ShownEntry;
      readonly next: PlannedTime;
    }
  | { readonly outcome: "nothing_to_show" | "too_late"; readonly next: PlannedTime }
  /** The look-back moves to another time. Nothing is recorded. */
  | { readonly outcome: "moved"; readonly timezone: string; readonly next: PlannedTime }
  | { readonly outcome: "off" };

/** What {@link LookBacks.takeDue} did: nothing was due, or one look-back was handled, or failed and is tried later. */
export type TakeResult =
  | { readonly kind: "none" | "handled" }
  | { readonly kind: "failed"; readonly error: unknown };

type Queryable = Pick<pg.ClientBase, "query">;
type DueRow = Omit<DueLookBack, "lastMailAt">;

const retryMs = 5 * 60_000;
const keepDecisionsMs = 400 * 86_400_000;
const instant = (placeholder: string): string => `to_timestamp(${placeholder}::float8 / 1000)`;
const millis = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

/**
 * Records that the mail of a date was dropped before it was sent. The mail then does not count as the account's last mail, and
 * does not count as a showing of its entry. The planned date of the next look-back stays. A second call changes nothing.
 */
export async function recordDroppedLookBack(
  db: Queryable,
  { userId, entryId, localDate }: { userId: number; entryId: number; localDate: string },
): Promise<void> {
  await db.query(
    `WITH dropped AS (
       UPDATE looking_glass.decisions SET outcome = 'dropped'
       WHERE user_id = $1 AND local_date = $3 AND outcome = 'mailed' RETURNING user_id),
     first_showing AS (
       DELETE FROM looking_glass.shown s USING dropped
       WHERE s.user_id = dropped.user_id AND entry_id = $2 AND shown_on = $3 AND previous_shown_on IS NULL)
     UPDATE looking_glass.shown s
     SET shown_on = previous_shown_on, round = previous_round, previous_shown_on = NULL, previous_round = NULL
     FROM dropped
     WHERE s.user_id = dropped.user_id AND entry_id = $2 AND shown_on = $3 AND previous_shown_on IS NOT NULL`,
    [userId, entryId, localDate],
  );
}

/**
 * Plans look-back mails and records what was shown. One transaction writes a mail, its record and the next date. It locks a
 * row that only one process can hold, so each mail enters the outbox once, even when a process dies.
 */
export function createLookBacks({ pool, clock, outbox }: { pool: pg.Pool; clock: Clock; outbox: Outbox }) {
  /** Sorts only by the indexed column. A second column would make each call sort all due rows. */
  async function findDue(db: Queryable): Promise<DueRow | null> {
    const { rows } = await db.query<DueRow>(
      `SELECT user_id AS "userId", timezone, local_date::text AS "localDate", ${millis("due_at")} AS at
       FROM looking_glass.schedule WHERE retry_at <= ${instant("$1")}
       ORDER BY retry_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [clock.now()],
    );
    return rows[0] ?? null;
  }

  /** When the last mails of accounts were due. Accounts without a mail are not in the map. */
  async function findLastMailTimes(
    db: Queryable,
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const { rows } = await db.query<{ userId: number; at: number }>(
      `SELECT user_id AS "userId", ${millis("max(due_at)")} AS at FROM looking_glass.decisions
       WHERE user_id = ANY ($1::bigint[]) AND outcome = 'mailed' GROUP BY user_id`,
      [userIds],
    );
    return new Map(rows.map(({ userId, at }) => [userId, at]));
  }

  async function markShown(userId: number, date: string, shownEntry: ShownEntry, db: Queryable = pool) {
    await db.query(
      `INSERT INTO looking_glass.shown (user_id, entry_id, shown_on, round)
       SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT FROM vault.credentials WHERE user_id = $1)
       ON CONFLICT (user_id, entry_id) DO UPDATE SET shown_on = excluded.shown_on, round = excluded.round,
         previous_shown_on = shown.shown_on, previous_round = shown.round`,
      [userId, shownEntry.entryId, date, shownEntry.round],
    );
  }

  /** Records a decision. False when there is one for this date already. */
  async function record(db: Queryable, due: DueRow, outcome: LookBackDecision["outcome"]): Promise<boolean> {
    const { rowCount } = await db.query(
      `INSERT INTO looking_glass.decisions (user_id, local_date, due_at, outcome)
       VALUES ($1, $2, ${instant("$3")}, $4) ON CONFLICT DO NOTHING`,
      [due.userId, due.localDate, due.at, outcome],
    );
    return rowCount === 1;
  }

  async function unplan(userIds: readonly number[], db: Queryable = pool): Promise<void> {
    await db.query("DELETE FROM looking_glass.schedule WHERE user_id = ANY ($1::bigint[])", [userIds]);
  }

  async function apply(db: Queryable, due: DueRow, decision: LookBackDecision): Promise<void> {
    if (decision.outcome === "off") return unplan([due.userId], db);
    if (decision.outcome !== "moved") {
      const isFirst = await record(db, due, decision.outcome);
      if (isFirst && decision.outcome === "mailed") {
        await markShown(due.userId, due.localDate, decision.shownEntry, db);
        await outbox.enqueue(decision.mail, db);
      }
    }
    const { next } = decision;
    await db.query(
      `UPDATE looking_glass.schedule
       SET timezone = $2, local_date = $3, due_at = ${instant("$4")}, retry_at = ${instant("$4")}
       WHERE user_id = $1`,
      [due.userId, decision.outcome === "moved" ? decision.timezone : due.timezone, next.localDate, next.at],
    );
  }

  return {
    unplan: (userIds: readonly number[]): Promise<void> => unplan(userIds),

    /** Plans the next look-backs of accounts. Each replaces the one that was planned before. Skips deleted accounts. */
    async plan(plans: readonly PlannedLookBack[]): Promise<void> {
      await pool.query(
        `INSERT INTO looking_glass.schedule (user_id, timezone, local_date, due_at, retry_at)
         SELECT user_id, timezone, local_date, to_timestamp(at / 1000), to_timestamp(at / 1000)
         FROM unnest($1::bigint[], $2::text[], $3::date[], $4::float8[]) AS plan (user_id, timezone, local_date, at)
         WHERE EXISTS (SELECT FROM vault.credentials c WHERE c.user_id = plan.user_id)
         ON CONFLICT (user_id) DO UPDATE SET timezone = excluded.timezone, local_date = excluded.local_date,
           due_at = excluded.due_at, retry_at = excluded.retry_at`,
        [
          plans.map(({ userId }) => userId),
          plans.map(({ timezone }) => timezone),
          plans.map(({ localDate }) => localDate),
          plans.map(({ at }) => at),
        ],
      );
    },

    findLastMailTimes: (userIds: readonly number[]) => findLastMailTimes(pool, userIds),

    /** Takes one look-back that is due, and does what `decide` returns. */
    async takeDue(decide: (due: DueLookBack) => Promise<LookBackDecision>): Promise<TakeResult> {
      let takenUserId: number | null = null;
      try {
        return await transaction(pool, async (client): Promise<TakeResult> => {
          const due = await findDue(client);
          if (!due) return { kind: "none" };
          takenUserId = due.userId;
          const lastMailAt = (await findLastMailTimes(client, [due.userId])).get(due.userId) ?? null;
          await apply(client, due, await decide({ ...due, lastMailAt }));
          return { kind: "handled" };
        });
      } catch (error) {
        if (takenUserId === null) throw error;
        // Other accounts must not wait for one that fails. Since the rollback, another process may have handled the look-back. Then the
        // row has the next look-back. That is not due yet, so the condition on `retry_at` leaves the row as it is.
        await pool.query(
          `UPDATE looking_glass.schedule SET retry_at = ${instant("$2")}
           WHERE user_id = $1 AND retry_at <= ${instant("$3")}`,
          [takenUserId, clock.now() + retryMs, clock.now()],
        );
        return { kind: "failed", error };
      }
    },

    markShown: (userId: number, date: string, shownEntry: ShownEntry): Promise<void> =>
      markShown(userId, date, shownEntry),

    /** Deletes decisions of more than a year ago. */
    async purge(): Promise<void> {
      await pool.query(`DELETE FROM looking_glass.decisions WHERE due_at < ${instant("$1")}`, [
        clock.now() - keepDecisionsMs,
      ]);
    },
  };
}

/** See {@link createLookBacks}. */
export type LookBacks = ReturnType<typeof createLookBacks>;

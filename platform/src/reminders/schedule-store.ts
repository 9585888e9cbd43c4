import type { Occurrence, ReminderOwner } from "@daybook/domain/reminder/next-occurrence";
import type { ReminderRule } from "@daybook/domain/reminder/rule";
import type pg from "pg";
import { parsePosition, type Position } from "../event-store/position.ts";

/** The client of a transaction. */
type Db = Pick<pg.ClientBase, "query">;

/** A reminder with its next occurrence. */
export type ScheduledReminder = {
  readonly journalId: number;
  readonly reminderId: number;
  readonly userId: number;
  readonly rule: ReminderRule;
  /** The local date of the newest occurrence that was handled. */
  readonly handledDate: string | null;
  /** `null` while its journal is hidden or in the trash. */
  readonly next: Occurrence | null;
};

/** The planned occurrence of a reminder, with the time zone and the membership for which it was planned. */
export type PlannedReminder = Pick<ScheduledReminder, "handledDate" | "next"> & {
  readonly owner: ReminderOwner;
};

/** A handled occurrence: mailed, or skipped because it was too late or its mail was dropped. */
export type HandledOccurrence = Occurrence &
  Pick<ScheduledReminder, "journalId" | "reminderId" | "userId"> & {
    readonly outcome: "mailed" | "skipped";
  };

type Row = Omit<ScheduledReminder, "next"> & {
  readonly nextDate: string | null;
  readonly nextAt: number | null;
};
type OwnerRow = { readonly timezone: string; readonly paidUntil: number | null };

const columns = `r.journal_id AS "journalId", r.reminder_id AS "reminderId", r.user_id AS "userId", r.rule,
  r.handled_date::text AS "handledDate", r.next_date::text AS "nextDate",
  (extract(epoch FROM r.next_fire_at) * 1000)::float8 AS "nextAt"`;
const orderByReminder = "ORDER BY r.journal_id, r.reminder_id";

const toReminder = ({ nextDate, nextAt, ...row }: Row): ScheduledReminder => ({
  journalId: row.journalId,
  reminderId: row.reminderId,
  userId: row.userId,
  rule: row.rule,
  handledDate: row.handledDate,
  next: nextDate === null || nextAt === null ? null : { localDate: nextDate, at: nextAt },
});

async function lockWhere(db: Db, column: string, value: number): Promise<ScheduledReminder[]> {
  const text = `SELECT ${columns} FROM schedule.reminders r WHERE ${column} = $1 ${orderByReminder} FOR UPDATE`;
  return (await db.query<Row>(text, [value])).rows.map(toReminder);
}

async function deleteWhere(db: Db, column: string, value: number): Promise<void> {
  await db.query(`DELETE FROM schedule.reminders WHERE ${column} = $1`, [value]);
  await db.query(`DELETE FROM schedule.occurrences WHERE ${column} = $1`, [value]);
}

async function findOwners(
  db: Db,
  userIds: readonly number[],
  lock: "FOR UPDATE" | "" = "",
): Promise<ReadonlyMap<number, ReminderOwner>> {
  const text = `SELECT user_id AS "userId", timezone, paid_until AS "paidUntil" FROM schedule.owners
    WHERE user_id = ANY ($1::bigint[]) ORDER BY user_id ${lock}`;
  const { rows } = await db.query<OwnerRow & { readonly userId: number }>(text, [userIds]);
  return new Map(rows.map(({ userId, timezone, paidUntil }) => [userId, { timezone, paidUntil }]));
}

const instant = (milliseconds: string): string => `to_timestamp(${milliseconds} / 1000)`;

/** The tables of the schedule. A function that takes a `db` runs in its transaction. */
export const scheduleStore = {
  /** Locks the checkpoint until the end of the transaction. `null` when the log was not read yet. */
  async lockCheckpoint(db: Db): Promise<Position | null> {
    // An operator may have deleted the row, so that the log is read from its beginning.
    await db.query("INSERT INTO schedule.checkpoint (position) VALUES (NULL) ON CONFLICT DO NOTHING");
    const text = "SELECT position FROM schedule.checkpoint FOR UPDATE";
    const position = (await db.query<{ position: string | null }>(text)).rows[0]?.position ?? null;
    return position === null ? null : parsePosition(position);
  },

  async moveCheckpoint(db: Db, position: Position): Promise<void> {
    await db.query("UPDATE schedule.checkpoint SET position = $1", [position]);
  },

  /** Locks owners until the end of the transaction. */
  lockOwners: (db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, ReminderOwner>> =>
    findOwners(db, userIds, "FOR UPDATE"),

  async saveOwner(db: Db, userId: number, { timezone, paidUntil }: ReminderOwner): Promise<void> {
    await db.query(
      `INSERT INTO schedule.owners (user_id, timezone, paid_until) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET timezone = excluded.timezone, paid_until = excluded.paid_until`,
      [userId, timezone, paidUntil],
    );
  },

  lockRemindersOfUser: (db: Db, userId: number): Promise<ScheduledReminder[]> =>
    lockWhere(db, "r.user_id", userId),
  lockRemindersOfJournal: (db: Db, journalId: number): Promise<ScheduledReminder[]> =>
    lockWhere(db, "r.journal_id", journalId),

  /**
   * Removes reminders that were moved to another journal: a row with the same user and reminder id, but a different journal than the
   * given one. Returns the removed reminders.
   */
  async takeFromOtherJournals(
    db: Db,
    reminders: readonly Pick<ScheduledReminder, "journalId" | "reminderId" | "userId">[],
  ): Promise<ScheduledReminder[]> {
    const { rows } = await db.query<Row>(
      `DELETE FROM schedule.reminders r USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS rows (j, id, u)
       WHERE r.user_id = u AND r.reminder_id = id AND r.journal_id <> j RETURNING ${columns}`,
      [
        reminders.map(({ journalId }) => journalId),
        reminders.map(({ reminderId }) => reminderId),
        reminders.map(({ userId }) => userId),
      ],
    );
    return rows.map(toReminder);
  },

  /**
   * The newest handled date of each reminder, in any journal. Reminders without one are left out. The dates come from the recorded
   * occurrences, which stay when a reminder is removed.
   */
  async findHandledDates(
    db: Db,
    reminders: readonly Pick<ScheduledReminder, "reminderId" | "userId">[],
  ): Promise<(Pick<ScheduledReminder, "reminderId" | "userId"> & { readonly handledDate: string })[]> {
    const { rows } = await db.query<{ reminderId: number; userId: number; handledDate: string }>(
      `SELECT o.reminder_id AS "reminderId", o.user_id AS "userId", max(o.local_date)::text AS "handledDate"
       FROM schedule.occurrences o
       JOIN unnest($1::bigint[], $2::bigint[]) AS rows (r, u) ON o.user_id = u AND o.reminder_id = r
       GROUP BY o.reminder_id, o.user_id`,
      [reminders.map(({ reminderId }) => reminderId), reminders.map(({ userId }) => userId)],
    );
    return rows;
  },

  /** Adds reminders. If a reminder exists already, only its handled date and its next occurrence are updated. */
  async save(db: Db, reminders: readonly ScheduledReminder[]): Promise<void> {
    if (reminders.length === 0) return;
    await db.query(
      `INSERT INTO schedule.reminders (journal_id, reminder_id, user_id, rule, handled_date, next_date, next_fire_at)
       SELECT j, r, u, rule, handled, next_date, ${instant("next_at")}
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::jsonb[], $5::date[], $6::date[], $7::float8[])
         AS rows (j, r, u, rule, handled, next_date, next_at)
       ON CONFLICT (journal_id, reminder_id) DO UPDATE SET handled_date = excluded.handled_date,
         next_date = excluded.next_date, next_fire_at = excluded.next_fire_at`,
      [
        reminders.map(({ journalId }) => journalId),
        reminders.map(({ reminderId }) => reminderId),
        reminders.map(({ userId }) => userId),
        reminders.map(({ rule }) => JSON.stringify(rule)),
        reminders.map(({ handledDate }) => handledDate),
        reminders.map(({ next }) => next?.localDate ?? null),
        reminders.map(({ next }) => next?.at ?? null),
      ],
    );
  },

  /** What is planned for a person's reminders, by reminder id. The plan may be a minute behind the log. */
  async plannedRemindersOf(
    pool: Pick<pg.Pool, "query">,
    userId: number,
  ): Promise<ReadonlyMap<number, PlannedReminder>> {
    const text = `SELECT ${columns}, o.timezone, o.paid_until AS "paidUntil"
      FROM schedule.reminders r JOIN schedule.owners o USING (user_id) WHERE r.user_id = $1`;
    const { rows } = await pool.query<Row & OwnerRow>(text, [userId]);
    return new Map(
      rows.map(({ timezone, paidUntil, ...row }) => {
        const { reminderId, handledDate, next } = toReminder(row);
        return [reminderId, { handledDate, next, owner: { timezone, paidUntil } }];
      }),
    );
  },

  /**
   * Claims reminders that are due, until the end of the transaction. Reminders that another transaction has locked are left out.
   *
   * A second statement reads the owners, without a lock. This is safe, because a change of an owner's time zone or membership locks
   * all reminders of that owner. If the change ended before the claim, the second statement sees the changed owner. Otherwise the
   * change waits until the transaction of the claim has ended, and then schedules the reminders again.
   */
  async claimDue(
    db: Db,
    now: number,
    limit: number,
  ): Promise<{ reminder: ScheduledReminder; owner: ReminderOwner }[]> {
    const { rows } = await db.query<Row>({
      name: "schedule.claim_due",
      text: `SELECT ${columns} FROM schedule.reminders r JOIN schedule.owners o USING (user_id)
         WHERE r.next_fire_at <= to_timestamp($1::float8 / 1000)
         ORDER BY r.next_fire_at LIMIT $2 FOR UPDATE OF r SKIP LOCKED`,
      values: [now, limit],
    });
    if (rows.length === 0) return [];
    const owners = await findOwners(db, [...new Set(rows.map(({ userId }) => userId))]);
    return rows.flatMap((row) => {
      const owner = owners.get(row.userId);
      return owner ? [{ reminder: toReminder(row), owner }] : [];
    });
  },

  /** Records that an occurrence was skipped, because its mail was dropped before it was sent. */
  async recordDroppedMail(
    db: Db,
    { journalId, reminderId, localDate }: Pick<HandledOccurrence, "journalId" | "reminderId" | "localDate">,
  ): Promise<void> {
    await db.query(
      `UPDATE schedule.occurrences SET outcome = 'skipped'
       WHERE journal_id = $1 AND reminder_id = $2 AND local_date = $3 AND outcome = 'mailed'`,
      [journalId, reminderId, localDate],
    );
  },

  /** Records occurrences, each at most once. Returns those that were not recorded before. */
  async record(db: Db, occurrences: readonly HandledOccurrence[], now: number): Promise<HandledOccurrence[]> {
    const { rows } = await db.query<{ key: string }>(
      `INSERT INTO schedule.occurrences
         (journal_id, reminder_id, user_id, local_date, due_at, outcome, handled_at)
       SELECT j, r, u, local_date, ${instant("due")}, outcome, ${instant("$7::float8")}
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[], $5::float8[], $6::text[])
         AS rows (j, r, u, local_date, due, outcome)
       ORDER BY j, r, local_date
       ON CONFLICT DO NOTHING RETURNING journal_id || ' ' || reminder_id || ' ' || local_date AS key`,
      [
        occurrences.map(({ journalId }) => journalId),
        occurrences.map(({ reminderId }) => reminderId),
        occurrences.map(({ userId }) => userId),
        occurrences.map(({ localDate }) => localDate),
        occurrences.map(({ at }) => at),
        occurrences.map(({ outcome }) => outcome),
        now,
      ],
    );
    const recordedKeys = new Set(rows.map(({ key }) => key));
    return occurrences.filter(({ journalId, reminderId, localDate }) =>
      recordedKeys.has(`${journalId} ${reminderId} ${localDate}`),
    );
  },

  /** Removes a reminder. The records of its occurrences stay. */
  async remove(db: Db, journalId: number, reminderId: number): Promise<void> {
    const text = "DELETE FROM schedule.reminders WHERE journal_id = $1 AND reminder_id = $2";
    await db.query(text, [journalId, reminderId]);
  },
  removeOfJournal: (db: Db, journalId: number): Promise<void> => deleteWhere(db, "journal_id", journalId),
  async removeOfUser(db: Db, userId: number): Promise<void> {
    await deleteWhere(db, "user_id", userId);
    await db.query("DELETE FROM schedule.owners WHERE user_id = $1", [userId]);
  },

  /** Deletes records of occurrences that were handled before this time. */
  async purge(db: Db, handledBefore: Date): Promise<void> {
    await db.query("DELETE FROM schedule.occurrences WHERE handled_at < $1", [handledBefore]);
  },
};

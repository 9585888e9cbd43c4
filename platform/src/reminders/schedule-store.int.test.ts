import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toPosition } from "../event-store/position.ts";
import { migrate } from "../postgres/migrate.ts";
import { createPool, transaction } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { reminderMigrations } from "./migrations.ts";
import { scheduleStore } from "./schedule-store.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, reminderMigrations);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

it("after its row was deleted, the checkpoint can be moved again", async () => {
  await pool.query("DELETE FROM schedule.checkpoint");
  await transaction(pool, async (db) => {
    expect(await scheduleStore.lockCheckpoint(db)).toBeNull();
    await scheduleStore.moveCheckpoint(db, toPosition(7));
  });
  expect(await transaction(pool, (db) => scheduleStore.lockCheckpoint(db))).toBe(toPosition(7));
});

/** The number of the advisory lock that delays every read of a reminder's row. */
const pauseLockId = 1660;

/** Replaces the table by a view. A statement that reads the view waits for the lock, and has taken its snapshot by then. */
const pauseSql = `
  ALTER TABLE schedule.reminders RENAME TO all_reminders;
  CREATE FUNCTION schedule.pause() RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${pauseLockId}); RETURN true; END $$;
  CREATE VIEW schedule.reminders AS SELECT * FROM schedule.all_reminders WHERE schedule.pause();
`;

it("a reminder that is claimed while its owner changes time zone has the new time zone", async () => {
  const now = Date.UTC(2026, 10, 20, 12);
  await pool.query("INSERT INTO schedule.owners VALUES (1, 'Europe/London', NULL)");
  await pool.query(
    `INSERT INTO schedule.reminders (journal_id, reminder_id, user_id, rule, next_date, next_fire_at)
     VALUES (2, 3, 1, $1, '2026-11-20', to_timestamp($2::float8 / 1000))`,
    [{ frequency: "daily", time: "morning", hour: 7, minute: 0, startDate: "2026-11-01" }, now - 60_000],
  );
  await pool.query(pauseSql);
  const [holder, claimer] = [await pool.connect(), await pool.connect()];
  try {
    await holder.query("SELECT pg_advisory_lock($1)", [pauseLockId]);
    await claimer.query("BEGIN");
    const claim = scheduleStore.claimDue(claimer, now, 10);
    const waitingLocksSql = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted";
    await expect.poll(async () => (await pool.query(waitingLocksSql, [pauseLockId])).rowCount).toBe(1);
    // The change commits between the snapshot of the claim and its lock on the row.
    await pool.query(
      `WITH moved AS (UPDATE schedule.owners SET timezone = 'Asia/Tokyo')
       UPDATE schedule.all_reminders SET next_fire_at = to_timestamp($1::float8 / 1000)`,
      [now - 30_000],
    );
    await holder.query("SELECT pg_advisory_unlock($1)", [pauseLockId]);
    const claimedReminders = await claim;
    expect(claimedReminders.map(({ owner, reminder }) => [owner.timezone, reminder.next?.at])).toEqual([
      ["Asia/Tokyo", now - 30_000],
    ]);
    await claimer.query("COMMIT");
  } finally {
    holder.release(true);
    claimer.release(true);
  }
});

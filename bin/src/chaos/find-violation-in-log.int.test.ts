import { eventStoreMigrations } from "@daybook/platform/event-store/migrations";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { testEvent } from "@daybook/platform/testing/test-events";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findViolationInLog } from "./find-violation-in-log.ts";

let pool: pg.Pool;
let close: () => Promise<void>;

beforeEach(async () => {
  const database = await createTestDatabase(eventStoreMigrations);
  pool = createPool({ connectionString: database.url, max: 4, applicationName: "test" });
  close = async () => {
    await pool.end();
    await database.drop();
  };
  const listener = createListener({ connectionString: database.url });
  const store = createPostgresEventStore({ pool, listener });
  await store.append("entry-1", "none", [testEvent(1), testEvent(2)]);
  await store.append("entry-2", "none", [testEvent(3)]);
  await store.append("entry-1", 1, [testEvent(4)]);
  await listener.close();
});
afterEach(() => close());

test("the log of the event store has no violations", async () => {
  expect(await findViolationInLog(pool)).toBeNull();
});

test.each([
  ["DELETE FROM eventstore.events WHERE position = 3", "the log has a gap in the positions: 4"],
  [
    `DELETE FROM eventstore.events WHERE position = 2;
    UPDATE eventstore.events SET position = position - 1 WHERE position > 2`,
    "the log has a gap in a stream: entry-1",
  ],
  [
    `UPDATE eventstore.events SET revision = -1 WHERE position = 1;
    UPDATE eventstore.events SET revision = 0 WHERE position = 2;
    UPDATE eventstore.events SET revision = 1 WHERE position = 1`,
    "the log has positions that do not rise with a stream's revisions: entry-1",
  ],
])("the violation after %s is found", async (damage, violation) => {
  await pool.query(damage);
  expect(await findViolationInLog(pool)).toBe(violation);
});

import { sampleSealed } from "@daybook/domain/kernel/sample-values";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertRows } from "../testing/insert-rows.ts";
import { createReadModelDatabase } from "../testing/read-model-database.ts";
import { accountRow, journalRow } from "../testing/sample-rows.ts";
import { type AccountActivityRow, tables } from "../tables.ts";
import { accountById, activitiesOfUser, loginsOfSessions } from "./accounts.ts";
import { ownerIdsWithoutAccount } from "./journals.ts";

let database: Awaited<ReturnType<typeof createReadModelDatabase>>;

beforeAll(async () => {
  database = await createReadModelDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    "TRUNCATE read_models.accounts, read_models.account_activities, read_models.journals, read_models.tags",
  );
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

const account = accountRow({
  id: 1,
  journalOrder: "custom",
  customOrder: "12,10",
  autoLogout: 15,
  onboardingStep: "welcome",
  membershipLevel: "plus",
  membershipExpiresAt: at(9),
});

const activity = (id: number, fields: Partial<AccountActivityRow> = {}): AccountActivityRow => ({
  userId: 1,
  id,
  at: at(id),
  kind: "login",
  sessionId: null,
  ip: sampleSealed("ip"),
  userAgent: null,
  ...fields,
});

test("finds an account by its id", async () => {
  await insertRows(database.pool, tables.accounts, [account]);
  expect(await accountById(database.pool, 1)).toEqual(account);
  expect(await accountById(database.pool, 2)).toBeNull();
});

test("lists a person's activities in pages, newest first", async () => {
  await insertRows(database.pool, tables.accountActivities, [
    activity(1),
    activity(2),
    activity(3),
    activity(4, { userId: 2 }),
  ]);
  const pageOfTwo = (userId: number, page: number) => activitiesOfUser(database.pool, userId, page, 2);
  expect(await pageOfTwo(1, 1)).toEqual({ total: 3, rows: [activity(3), activity(2)] });
  expect(await pageOfTwo(1, 2)).toEqual({ total: 3, rows: [activity(1)] });
  expect(await pageOfTwo(3, 1)).toEqual({ total: 0, rows: [] });
});

test("finds log-ins by the sessions that they started", async () => {
  const login = activity(1, { sessionId: 77 });
  await insertRows(database.pool, tables.accountActivities, [
    login,
    activity(2, { sessionId: 78 }),
    activity(3, { userId: 2, sessionId: 77 }),
  ]);
  expect(await loginsOfSessions(database.pool, 1, [77, 99])).toEqual([login]);
});

test("finds the users who own journals or tags but have no account", async () => {
  await insertRows(database.pool, tables.accounts, [account]);
  await insertRows(database.pool, tables.journals, [
    journalRow({ id: 10, userId: 1 }),
    journalRow({ id: 11, userId: 5 }),
    journalRow({ id: 12, userId: 5 }),
  ]);
  const tag = { name: sampleSealed<"tag.name">("sea"), createdAt: at(0) };
  await insertRows(database.pool, tables.tags, [
    { ...tag, id: 20, userId: 1 },
    { ...tag, id: 21, userId: 6 },
  ]);
  expect(new Set(await ownerIdsWithoutAccount(database.pool))).toEqual(new Set([5, 6]));
});

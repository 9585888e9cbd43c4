import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createListener } from "../postgres/listen.ts";
import { migrate } from "../postgres/migrate.ts";
import { createPool, transaction } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import type { NewMail } from "./mail.ts";
import { outboxMigrations } from "./migrations.ts";
import { createOutbox, type Outbox, outboxChannel } from "./outbox.ts";
import { openRecipient, sealRecipient } from "./recipient.ts";

const minute = 60_000;
const start = Date.UTC(2026, 10, 20);
let database: TestDatabase;
let pool: pg.Pool;
let now = start;
let outbox: Outbox;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, outboxMigrations);
  outbox = createOutbox({ pool, clock: { now: () => now } });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  now = start;
  await pool.query("TRUNCATE outbox.mails");
});

const loginLink = (id: number, userId = 1): NewMail => ({
  id,
  userId,
  template: "login_link",
  params: { linkId: id + 100 },
  recipient: null,
  dedupeKey: `login_link/${id}`,
  cause: { commandId: "command", correlationId: "click" },
});

async function claimOne() {
  const [mail, ...otherMails] = await outbox.claimDue(10);
  expect(otherMails).toEqual([]);
  expect(mail).toBeDefined();
  return mail!;
}

const readRows = async () => (await pool.query("SELECT * FROM outbox.mails ORDER BY id")).rows;

test("a mail whose id another process has used for another mail gets a new id", async () => {
  const masterKey = randomBytes(32);
  const recipient = { address: "samuel@example.org", firstName: "Samuel" };
  await outbox.enqueue(loginLink(7));
  const otherMail = { ...loginLink(7), dedupeKey: "another mail" };
  for (let time = 0; time < 2; time++)
    await outbox.enqueue(otherMail, pool, (id) => sealRecipient(masterKey, id, recipient));
  const mails = await outbox.claimDue(10);
  expect(mails).toHaveLength(2);
  const secondMail = mails.find(({ id }) => id !== 7);
  expect(openRecipient(masterKey, secondMail!.id, secondMail!.recipient!)).toEqual(recipient);
});

test("of mails with the same dedupe key only the first is enqueued, and a claim returns it unchanged", async () => {
  await outbox.enqueue(loginLink(7));
  await outbox.enqueue(loginLink(7));
  await outbox.enqueue({ ...loginLink(8), dedupeKey: "login_link/7" });
  expect(await claimOne()).toEqual({
    id: 7,
    userId: 1,
    template: "login_link",
    params: { linkId: 107 },
    recipient: null,
    enqueuedAt: start,
    claim: 1,
  });
  await outbox.markSent(7);
  await outbox.enqueue({ ...loginLink(9), dedupeKey: "login_link/7" });
  expect(await outbox.claimDue(10)).toEqual([]);
});

test("a mail of a transaction is sent only if the transaction commits", async () => {
  const transactionThatFails = transaction(pool, async (client) => {
    await outbox.enqueue(loginLink(7), client);
    throw new Error("no");
  });
  await expect(transactionThatFails).rejects.toThrow("no");
  expect(await outbox.claimDue(10)).toEqual([]);
  await transaction(pool, (client) => outbox.enqueue(loginLink(7), client));
  expect(await outbox.claimDue(10)).toHaveLength(1);
});

test("a new mail is announced, a repeated one is not", async () => {
  const listener = createListener({ connectionString: database.url });
  let announcements = 0;
  let onListening = (): void => {};
  const listening = new Promise<void>((resolve) => (onListening = resolve));
  let onSecond = (): void => {};
  const secondAnnouncement = new Promise<void>((resolve) => (onSecond = resolve));
  listener.subscribe(outboxChannel, (payload) => {
    if (payload === null) return onListening();
    announcements += 1;
    if (announcements === 2) onSecond();
  });
  await listening;
  await outbox.enqueue(loginLink(7));
  await outbox.enqueue(loginLink(7));
  await outbox.enqueue(loginLink(8));
  await secondAnnouncement;
  expect(announcements).toBe(2);
  await listener.close();
});

test("concurrent senders never get the same mail", async () => {
  for (let id = 1; id <= 60; id += 1) await outbox.enqueue(loginLink(id));
  const claimedMails = await Promise.all(Array.from({ length: 8 }, () => outbox.claimDue(10)));
  const ids = claimedMails.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const laterClaims = await outbox.claimDue(100);
  expect(ids.length + laterClaims.length).toBe(60);
  expect(await outbox.claimDue(100)).toEqual([]);
});

test("the claim of a crashed sender expires, and has no effect after the next claim", async () => {
  await outbox.enqueue(loginLink(7));
  const firstClaim = await claimOne();
  now += 5 * minute - 1;
  expect(await outbox.claimDue(10)).toEqual([]);
  now += 1;
  const secondClaim = await claimOne();
  expect(secondClaim.claim).toBe(2);
  await outbox.markFailed(firstClaim, "late", true);
  await outbox.postpone(firstClaim, 0);
  expect(await outbox.claimDue(10)).toEqual([]);
  expect(await outbox.markSent(7)).toBe(true);
  await outbox.markFailed(secondClaim, "late", true);
  expect(await outbox.countMails()).toEqual([
    { template: "login_link", state: "sent", code: null, count: 1 },
  ]);
});

test("a sent mail keeps no content", async () => {
  const recipient = sealRecipient(randomBytes(32), 7, { address: "a@example.org", firstName: "A" });
  await outbox.enqueue({
    id: 7,
    userId: null,
    template: "account_deleted",
    params: {},
    recipient,
    dedupeKey: "account_deleted/1",
    cause: { commandId: "command" },
  });
  expect((await claimOne()).recipient).toBe(recipient);
  now += 1000;
  expect(await outbox.markSent(7)).toBe(true);
  expect(await readRows()).toEqual([
    expect.objectContaining({
      id: 7,
      state: "sent",
      params: null,
      recipient: null,
      settled_at: new Date(start + 1000),
    }),
  ]);
});

test("after a failure a mail waits a minute, then twice as long each time, up to six hours; after the twelfth it is dead", async () => {
  await outbox.enqueue(loginLink(7));
  const waitMinutes: number[] = [];
  for (let failure = 1; failure <= 12; failure += 1) {
    await outbox.markFailed(await claimOne(), "smtp_451", false);
    const dueAt = await outbox.nextDueAt();
    if (dueAt === null) break;
    waitMinutes.push((dueAt - now) / minute);
    now = dueAt - 1;
    expect(await outbox.claimDue(1)).toEqual([]);
    now = dueAt;
  }
  expect(waitMinutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
  expect(await outbox.countMails()).toEqual([
    { template: "login_link", state: "dead", code: "smtp_451", count: 1 },
  ]);
});

test("dead mails are sent when an operator retries them", async () => {
  await outbox.enqueue(loginLink(7));
  await outbox.markFailed(await claimOne(), "smtp_550", true);
  expect(await outbox.claimDue(10)).toEqual([]);
  expect(await outbox.retryDead()).toBe(1);
  const claimedAgain = await claimOne();
  expect(claimedAgain.params).toEqual({ linkId: 107 });
  await outbox.markFailed(claimedAgain, "smtp_451", false);
  expect(await outbox.nextDueAt()).toBe(now + minute);
  expect(await outbox.retryDead()).toBe(0);
});

test("a postponed mail can be claimed again and does not count as failed", async () => {
  await outbox.enqueue(loginLink(7));
  await outbox.postpone(await claimOne(), 1000);
  expect(await outbox.claimDue(10)).toEqual([]);
  now += 1000;
  await outbox.markFailed(await claimOne(), "smtp_451", false);
  expect(await outbox.nextDueAt()).toBe(now + minute);
});

test("deleting an account deletes its mails, and those of others stay", async () => {
  await outbox.enqueue(loginLink(7));
  await outbox.enqueue(loginLink(8));
  await outbox.enqueue(loginLink(9, 2));
  await outbox.markSent(8);
  expect((await outbox.removeOfAccount(1)).sort((a, b) => a - b)).toEqual([7, 8]);
  expect(await outbox.markSent(7)).toBe(false);
  expect((await readRows()).map(({ id }) => id)).toEqual([9]);
});

test("mails with an entry are found when they were sent or a try failed, because they may have a file", async () => {
  for (const id of [5, 6, 7, 8]) await outbox.enqueue({ ...loginLink(id), entryId: 100 + id });
  await outbox.enqueue(loginLink(9));
  const mails = await outbox.claimDue(10);
  for (const mail of mails) if (mail.id < 7) await outbox.markFailed(mail, "folder_eio", mail.id === 6);
  await outbox.drop(7, "not_needed");
  for (const id of [8, 9]) await outbox.markSent(id);
  // No sender has claimed this one yet, so it has no file.
  await outbox.enqueue({ ...loginLink(10), entryId: 110 });
  const failedMails = [
    { id: 5, entryId: 105 },
    { id: 6, entryId: 106 },
  ];
  expect(await outbox.findFiledMailsWithEntries(0, 10)).toEqual([...failedMails, { id: 8, entryId: 108 }]);
  // A waiting or dead mail can be sent later, and then has a file again.
  await outbox.forgetEntries([5, 6, 8]);
  expect(await outbox.findFiledMailsWithEntries(0, 10)).toEqual(failedMails);
});

test("a dropped mail stays dropped, with the reason", async () => {
  await outbox.enqueue(loginLink(7));
  await claimOne();
  expect(await outbox.drop(7, "not_needed")).toBe(true);
  expect(await outbox.retryDead()).toBe(0);
  expect(await outbox.countMails()).toEqual([
    { template: "login_link", state: "dropped", code: "not_needed", count: 1 },
  ]);
});

test("a drop and its record are one transaction, and a mail that was sent in the meantime is not recorded as dropped", async () => {
  await outbox.enqueue(loginLink(7));
  await expect(outbox.drop(7, "not_needed", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await outbox.countMails()).map(({ state }) => state)).toEqual(["waiting"]);
  await outbox.markSent(7);
  let isRecorded = false;
  expect(await outbox.drop(7, "not_needed", async () => void (isRecorded = true))).toBe(false);
  expect(isRecorded).toBe(false);
});

test("a mail has the id of the command that requested it, also after it was sent", async () => {
  await outbox.enqueue(loginLink(7));
  await claimOne();
  await outbox.markSent(7);
  const { rows } = await pool.query("SELECT causation_id, correlation_id FROM outbox.mails");
  expect(rows).toEqual([{ causation_id: "command", correlation_id: "click" }]);
});

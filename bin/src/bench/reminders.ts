import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { remindersPerJournal } from "@daybook/domain/contract/reminder-values";
import type { DomainEvent } from "@daybook/domain/events";
import { makeId, streamOf } from "@daybook/domain/kernel/ids";
import { systemClock } from "@daybook/platform/clock";
import { readConfig } from "@daybook/platform/config";
import { writeFileDurably } from "@daybook/platform/embedded/durable-file";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import type { Pool } from "pg";
import { grantMembership, membershipOf } from "../account/grant-membership.ts";
import { operatorContext } from "../account/operator-context.ts";
import { withDaybook } from "../account/with-daybook.ts";
import { remoteDaybook } from "../remote/remote-daybook.ts";
import { withProduct } from "./bench-product.ts";
import { openCallClient } from "./call-client.ts";
import {
  figureWithReference,
  type Figure,
  figure,
  isQuickRun,
  type Measurement,
  percentile,
} from "./figure.ts";
import { autosaveCall } from "./measured-calls.ts";
import { waitUntilIndexed } from "./wait-until-indexed.ts";
import { measureRate } from "./writers.ts";

const fullSize = { accounts: 250, journalsEach: 20, dueAfterMs: 4 * 60_000 };
const quickSize = { accounts: 10, journalsEach: 10, dueAfterMs: 60_000 };
const batchSize = 500;
const saverCount = 4;
const timeoutMs = 20 * 60_000;
const mailBytes = 5_000;

type OwnedJournal = { readonly userId: number; readonly journalId: number };

/** Signs up an account with PRO and this many journals. */
async function signUp(url: string, store: EventStore, journalCount: number): Promise<OwnedJournal[]> {
  const daybook = remoteDaybook(url);
  const { user } = await daybook.logInOrSignUp({
    email: `${randomUUID()}@example.com`,
    password: "and so to bed",
  });
  const now = systemClock.now();
  await grantMembership(store, user.id, membershipOf({ level: "pro", years: 1 }, now), now);
  for (let number = 1; number < journalCount; number++) {
    const reply = await daybook.call("createJournal", {
      body: { name: `Journal ${number}` },
      key: randomUUID(),
    });
    if (!reply.ok) throw new Error(`a journal was not created: ${reply.status}`);
  }
  const reply = await daybook.call("listJournals");
  if (!reply.ok) throw new Error(`the journals were not listed: ${reply.status}`);
  return reply.body.journals.map(({ journal }) => ({ userId: user.id, journalId: journal.id }));
}

/**
 * Adds as many reminders as a journal may have, due every day at the minute of `dueAt`.
 *
 * @param times.firstIdTime the time in the id of the first reminder; the times of the others follow it
 */
async function addReminders(
  store: EventStore,
  { userId, journalId }: OwnedJournal,
  { addedAt, dueAt, firstIdTime }: { addedAt: number; dueAt: Date; firstIdTime: number },
): Promise<void> {
  const stream = streamOf.journal(journalId);
  const revision = (await store.readStream(stream)).length - 1;
  const meta = operatorContext(addedAt);
  const rule = {
    frequency: "daily" as const,
    time: "morning" as const,
    hour: dueAt.getUTCHours(),
    minute: dueAt.getUTCMinutes(),
    weekday: null,
    day: null,
    startDate: meta.at.slice(0, 10),
  };
  const events = Array.from({ length: remindersPerJournal }, (_, n) => {
    const reminderId = makeId(firstIdTime + n, Math.random());
    const event: DomainEvent = {
      type: "ReminderAdded",
      data: { journalId, reminderId, accountId: userId, rule, at: meta.at },
    };
    return { id: randomUUID(), version: 1, meta: { ...meta, commandId: randomUUID() }, ...event };
  });
  const appendResult = await store.append(stream, revision, events);
  if (appendResult.status !== "ok") throw new Error(`the reminders were not added: ${appendResult.status}`);
}

type Progress = { claimed: number; sent: number; claimMs: number; sendMs: number };

async function readProgress(pool: Pool): Promise<Progress> {
  const spanMs = (column: string): string =>
    `(extract(epoch FROM max(${column}) - min(${column})) * 1000)::float8`;
  const { rows } = await pool.query<Progress>(
    `SELECT c.*, s.* FROM
       (SELECT count(*) AS claimed, coalesce(${spanMs("handled_at")}, 0) AS "claimMs" FROM schedule.occurrences) c,
       (SELECT count(*) AS sent, coalesce(${spanMs("settled_at")}, 0) AS "sendMs" FROM outbox.mails
        WHERE template = 'reminder' AND state = 'sent') s`,
  );
  if (!rows[0]) throw new Error("there is no progress");
  return rows[0];
}

/** Updates rows of reminders in batches, one transaction for each batch, to measure PostgreSQL alone. Returns rows per second. */
async function measureRawUpdates(pool: Pool, count: number): Promise<number> {
  const startedAt = performance.now();
  for (let updated = 0; updated < count; updated += batchSize) {
    await pool.query(
      `UPDATE schedule.reminders SET next_fire_at = next_fire_at + interval '1 day' WHERE reminder_id IN (
         SELECT reminder_id FROM schedule.reminders ORDER BY next_fire_at LIMIT $1)`,
      [batchSize],
    );
  }
  return count / ((performance.now() - startedAt) / 1_000);
}

/** Writes files of the size of a mail, five at a time. Returns files per second. */
async function measureFiles(folder: string, count: number): Promise<number> {
  await mkdir(folder);
  const content = Buffer.alloc(mailBytes, "x");
  const startedAt = performance.now();
  for (let writtenCount = 0; writtenCount < count; writtenCount += 5) {
    const names = [0, 1, 2, 3, 4].map((n) => join(folder, `${writtenCount + n}.eml`));
    await Promise.all(names.map((name) => writeFileDurably(name, content, 0o600)));
  }
  return count / ((performance.now() - startedAt) / 1_000);
}

/** Sends many reminders that are due in the same minute, while another account saves entries. */
export const reminders: Measurement = {
  name: "reminders",
  run: (effort) =>
    withProduct(async ({ url, dataFolder }) => {
      const { accounts, journalsEach, dueAfterMs } = isQuickRun(effort) ? quickSize : fullSize;
      const count = accounts * journalsEach * remindersPerJournal;
      const client = await openCallClient(url);
      const save = await autosaveCall.prepare(client, saverCount);
      const measureSaves = async (isOver: () => boolean): Promise<number[]> => {
        const times: number[] = [];
        const worker = async (writer: number): Promise<void> => {
          while (!isOver()) {
            const startedAt = performance.now();
            await save(writer);
            times.push(performance.now() - startedAt);
          }
        };
        await Promise.all(Array.from({ length: saverCount }, (_, writer) => worker(writer)));
        return times;
      };
      await measureRate(saverCount, effort.seconds / 3, save);
      await waitUntilIndexed(dataFolder);
      const quietEnd = performance.now() + Math.max(effort.seconds, 5) * 1_000;
      const quietTimes = await measureSaves(() => performance.now() > quietEnd);

      const figures: Figure[] = [];
      await withDaybook(readConfig({ DAYBOOK_DATA: dataFolder }), async ({ pool, store }) => {
        const journals: OwnedJournal[] = [];
        for (let number = 0; number < accounts; number++)
          journals.push(...(await signUp(url, store, journalsEach)));
        // The first occurrence of a reminder is the first one after its creation. All reminders have the same time of creation. So all are
        // due in the same minute, even when some are written after that minute. The time for writing and projecting them is not measured.
        const addedAt = systemClock.now();
        const times = { addedAt, dueAt: new Date(addedAt + dueAfterMs) };
        for (const [index, journal] of journals.entries()) {
          // Each reminder has its own time in its id, so that no two have the same id.
          const firstIdTime = addedAt - (index + 1) * remindersPerJournal;
          await addReminders(store, journal, { ...times, firstIdTime });
        }
        let progress = await readProgress(pool);
        while (progress.claimed === 0) {
          if (systemClock.now() > addedAt + timeoutMs) throw new Error("no reminder was handled");
          await sleep(200);
          progress = await readProgress(pool);
        }
        const startedAt = performance.now();
        const isOver = () => progress.sent >= count || performance.now() - startedAt > timeoutMs;
        const waitUntilSent = async (): Promise<number> => {
          while (!isOver()) {
            await sleep(1_000);
            progress = await readProgress(pool);
          }
          return (performance.now() - startedAt) / 1_000;
        };
        const [busyTimes, totalSeconds] = await Promise.all([measureSaves(isOver), waitUntilSent()]);
        const [quietP99, busyP99] = [percentile(quietTimes, 0.99), percentile(busyTimes, 0.99)];
        const updates = { name: "raw updates", value: await measureRawUpdates(pool, count) };
        const files = {
          name: "files",
          value: await measureFiles(join(dataFolder, "bench-files"), Math.min(count, 5_000)),
        };
        const claimsPerSecond = progress.claimed / (progress.claimMs / 1_000);
        figures.push(
          figureWithReference(`${count} reminders due in one minute: claims`, claimsPerSecond, "/s", updates),
          figureWithReference("mails of reminders", progress.sent / (progress.sendMs / 1_000), "/s", files),
          figure("all mails sent after", totalSeconds, "s", {
            kind: "required",
            description: "≤ 600 s",
            isMet: progress.sent === count && totalSeconds <= 600,
          }),
          figureWithReference(
            "saves meanwhile, p99",
            busyP99,
            "ms",
            { name: "quiet", value: quietP99 },
            (ratio) => ({
              kind: "required",
              description: "≤ 2 ×",
              isMet: ratio <= 2,
            }),
          ),
        );
      });
      client.close();
      return figures;
    }),
};

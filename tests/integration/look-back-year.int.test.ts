import { sendLookBacks } from "@daybook/application/looking-glass/send-look-backs";
import { allMigrations } from "@daybook/bin/start/migrate-all";
import { createIdSource } from "@daybook/domain/kernel/ids";
import { createPool } from "@daybook/platform/postgres/pool";
import { createLookBacks } from "@daybook/platform/looking-glass/look-backs";
import { createOutbox, type Outbox } from "@daybook/platform/mail/outbox";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createLookBackApp,
  fillReadModels,
  mayShow,
  updateReadModels,
  type World,
} from "@daybook/application/looking-glass/testing/look-back-world";
import { createSimulation } from "./simulated-year.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
const begin = Date.UTC(2026, 0, 1);
const scale = isFullMatrix
  ? { accounts: 300, days: 365, extraPauseMs: 4 * hourMs }
  : { accounts: 40, days: 42, extraPauseMs: 6 * hourMs };
const simulation = createSimulation(1669, { begin, ...scale });
const { random, end, randomBelow, pick, anyTime, zones } = simulation;

const world: World = { accounts: new Map(), journals: new Map(), entries: new Map() };
/** Every third account changes nothing, so that its mails can be predicted. */
const isSteady = (userId: number): boolean => userId % 3 === 0;
type Change = { at: number; userId: number; apply: () => void };
const changes: Change[] = [];
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A day of the simulation in an earlier year, so that some mails come on the day of an entry. */
const dateOfEarlierYear = (): string => `${2010 + randomBelow(14)}-${dateOf(anyTime()).slice(5)}`;

function planChange(userId: number, at: number, journalIds: number[], entryIds: number[]): void {
  const account = world.accounts.get(userId)!;
  const journal = world.journals.get(pick(journalIds))!;
  const entry = world.entries.get(pick(entryIds))!;
  const zone = pick(zones);
  const changeZone = () => (account.timezone = zone);
  const toggleAccount = () => (account.lookingGlass = !account.lookingGlass);
  const possibleChanges: (() => void)[] = [
    changeZone,
    changeZone,
    changeZone,
    changeZone,
    toggleAccount,
    toggleAccount,
    () => (journal.lookingGlass = !journal.lookingGlass),
    () => (journal.locked = !journal.locked),
    () => (journal.status = journal.status === "active" ? "trashed" : "active"),
    () => (entry.locked = !entry.locked),
    () => (entry.status = entry.status === "active" ? "trashed" : "active"),
    () => (entry.excluded = true),
  ];
  changes.push({ at, userId, apply: pick(possibleChanges) });
}

function planAccount(userId: number): void {
  world.accounts.set(userId, { timezone: zones[userId % zones.length]!, lookingGlass: true });
  const journalIds = [userId * 10, userId * 10 + 1];
  for (const id of journalIds) {
    world.journals.set(id, { userId, status: "active", lookingGlass: true, locked: false });
  }
  const entryIds = Array.from({ length: 4 + randomBelow(3) }, (_, n) => userId * 100 + n);
  for (const id of entryIds) {
    // Some entries are too new at first, and become old enough in the course of the simulation.
    const daysAgo = isSteady(userId) || randomBelow(3) > 0 ? 31 + randomBelow(3_000) : randomBelow(31);
    world.entries.set(id, {
      userId,
      journalId: pick(journalIds),
      localDate: randomBelow(2) === 0 ? dateOf(begin - daysAgo * dayMs) : dateOfEarlierYear(),
      status: "active",
      excluded: false,
      locked: false,
    });
  }
  if (isSteady(userId)) return;
  for (let n = randomBelow(12); n > 0; n--) planChange(userId, anyTime(), journalIds, entryIds);
}

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  pool = createPool({ connectionString: database.url, max: 6, applicationName: "test" });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

let now = begin;
const clock = { now: () => now };
let hasFailed = false;

/** An outbox whose process is sometimes killed in the middle of a transaction. */
function createFailingOutbox(outbox: Outbox): Outbox {
  return {
    ...outbox,
    async enqueue(...args) {
      await outbox.enqueue(...args);
      if (randomBelow(20) > 0) return;
      hasFailed = true;
      throw new Error("the process was killed");
    },
  };
}

/** Accounts whose read models are behind. */
let outdatedAccounts = new Set<number>();
/** When an account last moved to another time zone, or turned Looking Glass on or off. */
const lastChanges = new Map<number, number>();

type Mail = { userId: number; entryId: number; localDate: string; dueAt: number };

/** The mails that were added at this moment. */
async function readNewMails(): Promise<Mail[]> {
  const { rows } = await pool.query<Mail>(
    `SELECT user_id AS "userId", (params->>'entryId')::bigint AS "entryId", params->>'localDate' AS "localDate",
       (params->>'dueAt')::bigint AS "dueAt"
     FROM outbox.mails WHERE created_at = to_timestamp($1::float8 / 1000)`,
    [now],
  );
  return rows;
}

const clockTime = (timezone: string, at: number): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: timezone, hour: "2-digit", minute: "2-digit" }).format(at);

/** The mails of an account, and its time zone at each of them. */
type MailHistory = { readonly mails: Mail[]; readonly zones: string[] };
const historyByUser = new Map<number, MailHistory>();

/** Checks a mail against the simulated data at that moment. */
function checkMail(mail: Mail): void {
  const { userId, entryId, localDate, dueAt } = mail;
  const mailText = JSON.stringify(mail);
  const { timezone } = world.accounts.get(userId)!;
  const history = historyByUser.get(userId) ?? { mails: [], zones: [] };
  expect([mailText, mayShow(world, entryId)]).toEqual([mailText, true]);
  expect([mailText, clockTime(timezone, dueAt)]).toEqual([mailText, "09:00"]);
  expect(now - dueAt).toBeLessThanOrEqual(6 * hourMs);
  const previous = history.mails.at(-1);
  if (previous) {
    // In one zone, a change of the clock makes seven days up to two hours shorter.
    const shortest = history.zones.at(-1) === timezone ? weekMs - 2 * hourMs : weekMs;
    expect([mailText, dueAt - previous.dueAt >= shortest]).toEqual([mailText, true]);
  }

  const newestDate = dateOf(Date.parse(localDate) - 30 * dayMs);
  const candidates = [...world.entries]
    .filter(([id, entry]) => entry.userId === userId && entry.localDate <= newestDate && mayShow(world, id))
    .map(([id]) => id);
  const lastShownOn = (id: number): string =>
    history.mails.findLast((mail) => mail.entryId === id)?.localDate ?? "";
  const isOfThisDay = (id: number): boolean =>
    world.entries.get(id)!.localDate.slice(5) === localDate.slice(5);
  expect([mailText, candidates.includes(entryId)]).toEqual([mailText, true]);
  if (!outdatedAccounts.has(userId) && !isOfThisDay(entryId)) {
    // No other candidate has gone longer without being shown, and every candidate of this day has been shown before.
    const shownLongerAgo = candidates.filter((id) => lastShownOn(id) < lastShownOn(entryId));
    const unshownOfThisDay = candidates.filter((id) => lastShownOn(id) === "" && isOfThisDay(id));
    expect([mailText, shownLongerAgo, unshownOfThisDay]).toEqual([mailText, [], []]);
  }
  if (candidates.length > 1) expect(entryId).not.toBe(previous?.entryId);
  history.mails.push(mail);
  history.zones.push(timezone);
  historyByUser.set(userId, history);
}

it(
  `Looking Glass mails at most one entry a week, and the right one: ${scale.accounts} accounts in 40 zones, ${scale.days} days`,
  { timeout: 1_800_000 },
  async () => {
    for (let userId = 1; userId <= scale.accounts; userId++) planAccount(userId);
    await fillReadModels(pool, world);
    changes.sort((a, b) => a.at - b.at);
    const newId = createIdSource(clock, random);
    const lookBacks = createLookBacks({
      pool,
      clock,
      outbox: createFailingOutbox(createOutbox({ pool, clock })),
    });
    const logger = { warn: () => expect(hasFailed).toBe(true) };
    const app = createLookBackApp(world, { pool, clock, newId, lookBacks, logger });
    const run = () => sendLookBacks(app, new AbortController().signal);
    const runTimes: number[] = [];
    for (const at of simulation.planRuns()) {
      now = at;
      const newlyOutdated = new Set<number>();
      for (; changes[0] && changes[0].at <= at; changes.shift()) {
        const { userId, apply } = changes[0];
        const accountBefore = { ...world.accounts.get(userId)! };
        apply();
        const { timezone, lookingGlass } = world.accounts.get(userId)!;
        if (timezone !== accountBefore.timezone || lookingGlass !== accountBefore.lookingGlass)
          lastChanges.set(userId, at);
        // Some read models are up to date only at the next run.
        (randomBelow(2) === 0 ? newlyOutdated : outdatedAccounts).add(userId);
      }
      for (const userId of outdatedAccounts)
        if (!newlyOutdated.has(userId)) await updateReadModels(pool, world, userId);
      outdatedAccounts = newlyOutdated;
      do {
        hasFailed = false;
        runTimes.push(now);
        await Promise.all([run(), run()]);
        for (const mail of await readNewMails()) checkMail(mail);
        // The next process tries the killed transaction again.
        now += 5 * 60_000;
      } while (hasFailed);
    }

    const { rows: decisions } = await pool.query<{
      userId: number;
      localDate: string;
      dueAt: number;
      outcome: string;
    }>(
      `SELECT user_id AS "userId", local_date::text AS "localDate", outcome,
         (extract(epoch FROM due_at) * 1000)::float8 AS "dueAt"
       FROM looking_glass.decisions ORDER BY user_id, due_at`,
    );
    const mailedDecisions = decisions.filter(({ outcome }) => outcome === "mailed");
    const keyOf = ({ userId, localDate }: { userId: number; localDate: string }) => `${userId} ${localDate}`;
    const mails = [...historyByUser.values()].flatMap((history) => history.mails);
    expect(mails.map(keyOf).sort()).toEqual(mailedDecisions.map(keyOf).sort());
    const { rows: storedMails } = await pool.query("SELECT id, dedupe_key FROM outbox.mails");
    expect(storedMails).toHaveLength(mails.length);

    // A decision comes a week after the last mail. First decisions are spread over eight days, and outages are shorter than a day.
    for (const [userId, at] of lastChanges) {
      const mustBeDecided = world.accounts.get(userId)!.lookingGlass && end - at > 17 * dayMs;
      const isDecided = decisions.some((one) => one.userId === userId && one.dueAt > at);
      if (mustBeDecided) expect([userId, isDecided]).toEqual([userId, true]);
    }
    for (let userId = 3; userId <= scale.accounts; userId += 3) {
      const decisionsOfUser = decisions.filter((one) => one.userId === userId);
      expect(decisionsOfUser.length).toBeGreaterThanOrEqual(Math.floor((scale.days - 8) / 7));
      for (const [n, { localDate, dueAt, outcome }] of decisionsOfUser.entries()) {
        const previous = decisionsOfUser[n - 1];
        if (previous) expect(Date.parse(localDate) - Date.parse(previous.localDate)).toBe(weekMs);
        const handledAt = runTimes.find((at) => at >= dueAt) ?? end;
        const afterDeadlineMs = handledAt - (dueAt + 6 * hourMs);
        // When a process was killed, the next one may be too late.
        if (Math.abs(afterDeadlineMs) < hourMs) continue;
        const isLate = afterDeadlineMs > 0;
        expect([userId, localDate, outcome]).toEqual([userId, localDate, isLate ? "too_late" : "mailed"]);
      }
      // Each entry comes as often as every other one, or once more.
      const counts = [...world.entries.keys()]
        .filter((id) => world.entries.get(id)!.userId === userId)
        .map((id) => mails.filter(({ entryId }) => entryId === id).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
  },
);

import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@daybook/platform/embedded/free-port";
import { startPostgres } from "@daybook/platform/embedded/postgres-server";
import { createJobSchedule } from "@daybook/platform/jobs/job-schedule";
import { createPool } from "@daybook/platform/postgres/pool";
import { cleanUp } from "../remote/clean-up.ts";
import { type ProductProcess, spawnProduct } from "../remote/product-process.ts";
import { checkLog } from "./check-log.ts";
import { checkMemberships, type MembershipTotals } from "./check-memberships.ts";
import { countDueRenewals, countOpenWork } from "./check-money.ts";
import { drawDeclinedCards } from "./declined-cards.ts";
import { type InterruptedWork, noInterruptedWork, noteInterruptedWork } from "./interrupted-work.ts";
import { createKillMoments } from "./kill-moment.ts";
import { type Members, signUpMembers } from "./members.ts";
import { createMovableClock } from "./movable-clock.ts";
import { errorOfRun, killProduct, waitUntilReady, withTimeout } from "./run-chaos.ts";
import { seededRandom } from "./seeded-random.ts";
import { Violation } from "./writers.ts";

const startTimeoutMs = 300_000;
/** The timeout for the first purchases of a day, for the end of a day after its kills, and for each step at the end of a run. */
const dayTimeoutMs = 600_000;
/** When the end of a day takes longer than this, a call probably waits for an interrupted payment. Then the run moves the clock ahead. */
const longDayMs = 120_000;
/**
 * The longest duration of a start that a run plans with. The members act at random moments within the time that the starts of a day
 * will probably take. The run expects each start to take as long as the last one, but at most this long. On a busy machine a start may
 * take longer. Calls then wait.
 */
const longestStartMs = 4_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const memberCount = 40;
/** How many of the people must begin with a plan of a year. The others choose any plan. */
const yearlyCount = 10;
const buyersPerDay = 5;
const maxKillsPerDay = 4;
/**
 * The longest move of the clock to the next day with kills. It is shorter than the time between two attempts to pay a renewal, so that
 * a run misses no attempt.
 */
const longestDayMoveMs = 80 * hourMs;
/** How often a run checks whether work is still open. */
const settlePollMs = 500;
const silentLogger = { info: () => {}, warn: () => {} };

/** The options of a run. */
export type MembershipChaosOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onProgress: (kills: number) => void;
};

/** The report of a run. */
export type MembershipChaosReport = MembershipTotals & {
  readonly lostReplies: number;
  /** Purchases that were stored, but not charged because of a kill. */
  readonly notCharged: number;
  /** How many days passed on the clock of the run. */
  readonly days: number;
  readonly interrupted: InterruptedWork;
};

/**
 * Runs the product with a clock that moves ahead by days, on a temporary data folder and its own PostgreSQL. People buy, renew,
 * change and downgrade memberships in the test mode, and memberships renew themselves, with cards that are declined now and then. The
 * server process is killed at random moments. Throws `Violation` for the first broken guarantee; the data folder is then not removed.
 * Ends all processes.
 */
export async function runMembershipChaos(options: MembershipChaosOptions): Promise<MembershipChaosReport> {
  const { signal, kills, onProgress } = options;
  const random = seededRandom(options.seed);
  const dataFolder = await mkdtemp(join(tmpdir(), "daybook-chaos-"));
  const folder = join(dataFolder, "postgres");
  await mkdir(folder);
  const postgres = await startPostgres({ folder, logger: silentLogger, passableFolders: [dataFolder] });
  const pool = createPool({ connectionString: postgres.url, max: 4, applicationName: "daybook chaos" });
  const port = await freePort();
  const schedule = createJobSchedule(pool);
  const clock = createMovableClock();
  const startedAt = clock.now();
  const interrupted = noInterruptedWork();
  let product: ProductProcess | undefined;
  /** How long the last start took, which depends on the load of the machine. */
  let startMs = 1_000;
  let keepsData = false;

  function spawn(): ProductProcess {
    const environment = { DATABASE_URL: postgres.url };
    product = spawnProduct({ port, dataFolder, environment, nodeOptions: clock.nodeOptions() });
    void product.ready.then(
      (ms) => (startMs = ms),
      () => {},
    );
    return product;
  }
  const start = () => waitUntilReady(spawn(), startTimeoutMs, signal);
  const inTime = <T>(name: string, work: Promise<T>) => withTimeout(dayTimeoutMs, name, signal, work);
  const moments = createKillMoments({ pool, clock, random, signal, interrupted });

  async function startAndKill(): Promise<void> {
    const waitForMoment = await moments.choose(startMs);
    const startingProduct = spawn();
    await waitForMoment();
    await killProduct(startingProduct);
    await noteInterruptedWork(pool, interrupted);
  }

  /**
   * Kills the product and moves the clock ahead; the caller starts the product again. Some of the stored cards are declined until the
   * next move.
   */
  async function moveAhead(ms: number): Promise<void> {
    if (product) await killProduct(product);
    await noteInterruptedWork(pool, interrupted);
    clock.moveAhead(ms);
    await drawDeclinedCards(pool, random);
  }

  /**
   * Lets everybody buy their first plan; no kill interrupts a purchase. First, some people buy plans of a year. When these
   * plans have about a month left, the others buy their plans on different days.
   */
  async function passFirstYear(members: Members): Promise<void> {
    await inTime("the first day", members.buyFirstPlans(0, yearlyCount, { mustBeYearly: true }));
    await moveAhead(331 * dayMs);
    for (let from = yearlyCount; from < memberCount; from += buyersPerDay) {
      await moveAhead(5 * dayMs);
      await start();
      const purchases = members.buyFirstPlans(from, from + buyersPerDay, { mustBeYearly: false });
      await inTime("a day of first purchases", purchases);
    }
  }

  /**
   * Waits until everybody has acted. When a kill has interrupted a payment before the charge, a later call of the same member can wait
   * for the payment: for example a downgrade. Such a call continues when the payment is old enough to count as not charged. So after a long
   * wait the clock moves ahead.
   */
  async function endDay(day: Promise<void>): Promise<void> {
    const dayEnd = day.then(() => true);
    const waitLongDay = () => sleep(longDayMs, false, { signal, ref: false });
    while (!(await Promise.race([dayEnd, waitLongDay()]))) {
      await moveAhead(hourMs);
      await start();
    }
  }

  /** Waits until these numbers are zero. */
  async function waitForZeros(count: () => Promise<Readonly<Record<string, number>>>): Promise<void> {
    while (Object.values(await count()).some((number) => number > 0)) {
      await sleep(settlePollMs, undefined, { signal });
    }
  }

  /**
   * Waits until the jobs have ended the work that kills have left open. An order that was not charged is released after 15 minutes, and
   * a renewal is then tried again after an hour.
   */
  async function settle(): Promise<void> {
    for (const hours of [1, 2]) {
      await moveAhead(hours * hourMs);
      await start();
      await waitForZeros(async () => ({
        ...(await countOpenWork(pool)),
        renewals: await countDueRenewals(pool, clock),
      }));
    }
  }

  try {
    await start();
    // This job removes old commands from the ledger. The ledger stores the time of PostgreSQL, which does not move ahead. Compared with
    // the clock of the run, every command would soon count as old.
    await schedule.setPaused("clean-up", true);
    const origin = `http://127.0.0.1:${port}`;
    const members = await signUpMembers({ origin, clock, count: memberCount, seed: options.seed });
    await passFirstYear(members);

    for (let killCount = 0; killCount < kills;) {
      await moveAhead(hourMs + random() * (longestDayMoveMs - hourMs));
      const killsOfDay = Math.min(kills - killCount, 1 + Math.floor(random() * maxKillsPerDay));
      const day = members.live(Math.min(startMs, longestStartMs) * killsOfDay);
      day.catch(() => {});
      for (let index = 0; index < killsOfDay; index++) {
        await Promise.race([startAndKill(), members.failure]);
        onProgress(++killCount);
      }
      await Promise.race([start(), members.failure]);
      await inTime("a day", endDay(day));
    }
    await inTime("the end of the open work", settle());
    // No renewal may happen between the checks by the members and the check of the log.
    await schedule.setPaused("renew-memberships", true);
    await inTime("the check of the entries", members.check());
    await inTime(
      "the end of the last downgrades",
      waitForZeros(() => countOpenWork(pool)),
    );
    const totals = await checkMemberships(pool, postgres.url, clock, members.records);
    await checkLog(dataFolder);
    const { lostReplies, records } = members;
    const notCharged = records.reduce((sum, record) => sum + record.notCharged, 0);
    const days = Math.round((clock.now() - startedAt) / dayMs);
    return { ...totals, lostReplies, notCharged, days, interrupted };
  } catch (caughtError) {
    const error = errorOfRun(caughtError, signal);
    keepsData = error instanceof Violation;
    if (error instanceof Violation)
      error.message += ` (the seed is ${options.seed}; the data are kept in ${dataFolder})`;
    throw error;
  } finally {
    await product?.stop();
    await pool.end();
    await postgres.stop();
    await cleanUp(dataFolder, keepsData);
  }
}

import type { Application } from "@daybook/application/application";
import { sendLookBacks } from "@daybook/application/looking-glass/send-look-backs";
import {
  createLookBackApp,
  fillReadModels,
} from "@daybook/application/looking-glass/testing/look-back-world";
import { oldDiaries } from "@daybook/application/looking-glass/testing/old-diaries";
import { createIdSource } from "@daybook/domain/kernel/ids";
import { createLookBacks } from "@daybook/platform/looking-glass/look-backs";
import { createOutbox } from "@daybook/platform/mail/outbox";
import type { Pool } from "pg";
import { withBenchDatabase } from "./bench-database.ts";
import { figureWithReference, type Figure, figure, isQuickRun, type Measurement } from "./figure.ts";

const fullSize = { accounts: 10_000, entries: 10_000 };
const quickSize = { accounts: 1_000, entries: 10_000 };
const fewEntries = 10;
const rounds = 20;
const weekMs = 7 * 24 * 3_600_000;

type LookBackBench = { readonly app: Application; readonly setTime: (now: number) => void };

/** Fills the tables with diaries, and creates an application on them. Only the log and the vault are in memory. */
async function openDiaries(pool: Pool, accounts: number, entriesEach: number): Promise<LookBackBench> {
  const world = oldDiaries(accounts, entriesEach);
  await pool.query("TRUNCATE read_models.accounts, read_models.journals, read_models.entries");
  await pool.query("TRUNCATE vault.credentials, outbox.mails CASCADE");
  await fillReadModels(pool, world);
  await pool.query("ANALYZE");
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now };
  const lookBacks = createLookBacks({ pool, clock, outbox: createOutbox({ pool, clock }) });
  const newId = createIdSource({ now: () => Date.now() }, Math.random);
  const app = createLookBackApp(world, { pool, clock, newId, lookBacks, logger: { warn: () => {} } });
  return { app, setTime: (moment) => (now = moment) };
}

/** Makes all look-backs due, a week later in each round, and runs the job. Returns how many milliseconds it took. */
async function sendAllDue(pool: Pool, { app, setTime }: LookBackBench, round: number): Promise<number> {
  const dueAt = Date.UTC(2026, 1, 1, 9) + round * weekMs;
  await pool.query(
    `UPDATE looking_glass.schedule SET local_date = to_timestamp($1::float8 / 1000)::date,
       due_at = to_timestamp($1::float8 / 1000), retry_at = to_timestamp($1::float8 / 1000)`,
    [dueAt],
  );
  setTime(dueAt);
  return measureJob(app);
}

async function measureJob(app: Application): Promise<number> {
  const startedAt = performance.now();
  await sendLookBacks(app, new AbortController().signal);
  return performance.now() - startedAt;
}

/** Plans and sends the look-backs of many accounts, and chooses among many entries of one account. */
export const lookBacks: Measurement = {
  name: "look-backs",
  run: (effort) =>
    withBenchDatabase(async ({ durable: pool }) => {
      const { accounts, entries } = isQuickRun(effort) ? quickSize : fullSize;
      const figures: Figure[] = [];
      const manyDiaries = await openDiaries(pool, accounts, 3);
      const planMs = await measureJob(manyDiaries.app);
      figures.push(figure(`look-backs of ${accounts} accounts: planned`, accounts / (planMs / 1_000), "/s"));
      figures.push(figure("a run of the job with nothing to do", await measureJob(manyDiaries.app), "ms"));
      const sendMs = await sendAllDue(pool, manyDiaries, 0);
      const { rowCount } = await pool.query("SELECT FROM outbox.mails");
      const isMet = rowCount === accounts && sendMs <= 600_000;
      const bound = { kind: "required", description: "all ≤ 600 s", isMet } as const;
      figures.push(figure("look-backs due at once: sent", accounts / (sendMs / 1_000), "/s", bound));

      const measureChoice = async (entriesEach: number): Promise<number> => {
        const oneDiary = await openDiaries(pool, 1, entriesEach);
        await measureJob(oneDiary.app);
        let total = 0;
        // oxlint-disable-next-line no-await-in-loop -- measured one after the other
        for (let round = 0; round < rounds; round++) total += await sendAllDue(pool, oneDiary, round);
        const { rowCount: mailCount } = await pool.query("SELECT FROM outbox.mails");
        if (mailCount !== rounds)
          throw new Error(`${rounds} look-backs were due, and ${mailCount} were sent`);
        return total / rounds;
      };
      const reference = { name: `among ${fewEntries}`, value: await measureChoice(fewEntries) };
      figures.push(
        figureWithReference(
          `a look-back chosen among ${entries} entries`,
          await measureChoice(entries),
          "ms",
          reference,
        ),
      );
      return figures;
    }),
};

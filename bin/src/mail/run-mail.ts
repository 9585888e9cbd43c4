import { systemClock } from "@daybook/platform/clock";
import type { Config } from "@daybook/platform/config";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import { createLogger } from "@daybook/platform/logger";
import { createOutbox, type Outbox } from "@daybook/platform/mail/outbox";
import { createPool } from "@daybook/platform/postgres/pool";
import { migrateDatabase } from "../start/migrate-all.ts";

/** A subcommand; returns the exit code. */
type Subcommand = (outbox: Outbox, printLine: (line: string) => void) => Promise<number>;

const formatLine = (cells: readonly unknown[]): string =>
  cells
    .map((cell) => String(cell).padEnd(22))
    .join("")
    .trimEnd();

/** Counts the mails by template, state and code. The exit code is 1 when some mails are dead. */
const status: Subcommand = async (outbox, printLine) => {
  const counts = await outbox.countMails();
  if (counts.length === 0) {
    printLine("There are no mails.");
    return 0;
  }
  printLine(formatLine(["template", "state", "code", "mails"]));
  for (const { template, state, code, count } of counts)
    printLine(formatLine([template, state, code ?? "–", count]));
  return counts.some(({ state }) => state === "dead") ? 1 : 0;
};

const retry: Subcommand = async (outbox, printLine) => {
  const count = await outbox.retryDead();
  const mails = count === 1 ? "1 dead mail" : `${count} dead mails`;
  printLine(count === 0 ? "There are no dead mails." : `${mails} will be sent again while Daybook runs.`);
  return 0;
};

const commands = { status, retry } satisfies Record<string, Subcommand>;

/** The subcommands of `npm run mail --`. */
export const subcommands = Object.keys(commands) as (keyof typeof commands)[];

/**
 * Runs a subcommand on the configured database. An embedded database may be running or stopped. Needs no keys, and shows neither
 * addresses nor texts. Returns the exit code.
 */
export async function runMail(
  subcommand: keyof typeof commands,
  config: Pick<Config, "databaseUrl" | "dataFolder">,
  printLine: (line: string) => void,
): Promise<number> {
  const logger = createLogger({ level: "error" });
  const { databaseUrl, dataFolder } = config;
  const database = await openDatabase({ databaseUrl, dataFolder, logger });
  try {
    const pool = createPool({ connectionString: database.url, applicationName: "daybook mail", logger });
    try {
      await migrateDatabase(pool);
      return await commands[subcommand](createOutbox({ pool, clock: systemClock }), printLine);
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}

import { createOutbox } from "@daybook/platform/mail/outbox";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { expect, test } from "vitest";
import { migrateDatabase } from "../start/migrate-all.ts";
import { runMail, type subcommands } from "./run-mail.ts";

test("`status` counts mails by template, state and code, and `retry` puts dead mails back to waiting", async () => {
  const database = await createTestDatabase();
  const pool = createPool({ connectionString: database.url, applicationName: "test" });
  const outbox = createOutbox({ pool, clock: { now: () => 0 } });
  const run = async (subcommand: (typeof subcommands)[number]) => {
    const lines: string[] = [];
    const config = { databaseUrl: database.url, dataFolder: "/nowhere" };
    const code = await runMail(subcommand, config, (line) => lines.push(line));
    return [code, lines.map((line) => line.replace(/ +/g, " "))];
  };
  try {
    await migrateDatabase(pool);
    expect(await run("status")).toEqual([0, ["There are no mails."]]);
    expect(await run("retry")).toEqual([0, ["There are no dead mails."]]);

    const content = {
      template: "welcome",
      params: {},
      userId: 1,
      recipient: null,
      cause: { commandId: "sign-up" },
    } as const;
    await outbox.enqueue({ ...content, id: 1, dedupeKey: "welcome/1" });
    await outbox.enqueue({ ...content, id: 2, dedupeKey: "welcome/2" });
    const [firstMail] = await outbox.claimDue(1);
    await outbox.markFailed(firstMail!, "smtp_550", true);
    const countLines = ["template state code mails", "welcome dead smtp_550 1", "welcome waiting – 1"];
    expect(await run("status")).toEqual([1, countLines]);

    const sentence = "1 dead mail will be sent again while Daybook runs.";
    expect(await run("retry")).toEqual([0, [sentence]]);
    const waitingLines = ["template state code mails", "welcome waiting – 1", "welcome waiting smtp_550 1"];
    expect(await run("status")).toEqual([0, waitingLines]);
  } finally {
    await pool.end();
    await database.drop();
  }
});

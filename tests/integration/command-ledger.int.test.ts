import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

let daybook: TestDaybook;
beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());

const marker = "Whinchat";

/** Every row of the ledger as text. */
async function readLedger(): Promise<string> {
  const { rows } = await daybook.platform.pools.durable.query<{ row: string }>(
    "SELECT c::text AS row FROM ledger.commands c",
  );
  return rows.map(({ row }) => row).join("\n");
}

/** Waits until the ledger has recorded the success of every command so far. Waits forever if a command was refused. */
async function waitForCompletions(): Promise<void> {
  const pool = daybook.platform.pools.durable;
  for (;;) {
    const openCommands = await pool.query("SELECT FROM ledger.commands WHERE status IS NULL");
    if (openCommands.rowCount === 0) return;
    await sleep(10);
  }
}

const statusAndLeak = (answer: { status: number; body: unknown }) => [
  answer.status,
  JSON.stringify(answer.body).includes(marker),
];

it("a repeated save of an erased entry is answered with 404, and shows none of its text", async () => {
  const { person, firstJournalId, inJournal, trash } = await newDiarist(daybook);
  const draft = {
    ...inJournal(firstJournalId),
    body: { title: marker, richtext_body: `<p>${marker}</p>` },
    key: randomUUID(),
  };
  const { entry } = ok(await person.call("createEntry", draft));
  const params = { journalId: String(firstJournalId), entryId: String(entry.id) };
  const edit = { params, body: { richtext_body: `<p>${marker} again</p>` }, key: randomUUID() };
  ok(await person.call("updateEntry", edit));
  await waitForCompletions();
  await trash([entry.id]);
  ok(
    await person.call("deleteEntries", {
      ...inJournal(firstJournalId),
      body: { entry_ids: [entry.id], permanent: true },
    }),
  );
  expect(statusAndLeak(await person.call("createEntry", draft))).toEqual([404, false]);
  expect(statusAndLeak(await person.call("updateEntry", edit))).toEqual([404, false]);
});

it("a repeated save in an erased journal is answered with 404", async () => {
  const { person, secondJournalId, inJournal } = await newDiarist(daybook);
  const draft = {
    ...inJournal(secondJournalId),
    body: { richtext_body: `<p>${marker}</p>` },
    key: randomUUID(),
  };
  ok(await person.call("createEntry", draft));
  await waitForCompletions();
  ok(await person.call("deleteJournal", { ...inJournal(secondJournalId), query: { permanent: "true" } }));
  expect(statusAndLeak(await person.call("createEntry", draft))).toEqual([404, false]);
});

it("repeating a command that changed nothing does not undo a later change", async () => {
  const { person, firstJournalId, read, write } = await newDiarist(daybook);
  const { id } = await write({ richtext_body: "<p>dined</p>" });
  const params = { journalId: String(firstJournalId), entryId: String(id) };
  const unstar = { params, body: { starred: false }, key: randomUUID() };
  ok(await person.call("updateEntry", unstar));
  await waitForCompletions();
  ok(await person.call("updateEntry", { params, body: { starred: true } }));
  ok(await person.call("updateEntry", unstar));
  expect((await read(firstJournalId, id)).starred).toBe(true);
});

it("the ledger keeps no content: no text, no names and nothing sealed", async () => {
  const { person, firstJournalId, inJournal } = await newDiarist(daybook);
  const newKey = () => randomUUID();
  ok(
    await person.call("createEntry", {
      ...inJournal(firstJournalId),
      body: { title: marker, richtext_body: `<p>${marker}</p>` },
      key: newKey(),
    }),
  );
  ok(await person.call("createJournal", { body: { name: marker }, key: newKey() }));
  ok(await person.call("refreshToken", { key: newKey() }));
  await waitForCompletions();
  expect(await readLedger()).not.toContain(marker);
  const { rows } = await daybook.platform.pools.durable.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'ledger' ORDER BY name",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "created_at",
    "fingerprint",
    "ids",
    "key",
    "runner",
    "status",
    "user_id",
  ]);
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

/** Words that stand nowhere else, one for each thing that a person writes or is. */
const marker = {
  firstName: "Zebulonia",
  lastName: "Quixotrim",
  email: "velvetmarmot@example.com",
  journal: "Umbrellaphant",
  title: "Gossamerkite",
  body: "Bluntwhisker",
  userAgent: "Cragfinch",
};

let daybook: TestDaybook;
let person: RemoteDaybook;

beforeAll(async () => {
  daybook = await startTestDaybook();
  person = remoteDaybook(daybook.url);
  const signup = await person.call("freeSignup", {
    body: {
      first_name: marker.firstName,
      last_name: marker.lastName,
      email: marker.email,
      password: "and so to bed 1660",
      retype_password: "and so to bed 1660",
    },
  });
  if (!signup.ok) throw new Error(signup.body.error);
  person.adopt(signup.body);
  const list = await person.call("listJournals");
  const journalId = String(list.ok && list.body.journals[0]?.journal.id);
  await person.call("updateJournal", {
    params: { journalId },
    body: { name: marker.journal },
    key: randomUUID(),
  });
  const body = { title: marker.title, richtext_body: `<p>${marker.body} one</p>` };
  const created = await person.call("createEntry", { params: { journalId }, body, key: randomUUID() });
  if (!created.ok) throw new Error(created.body.error);
  const params = { journalId, entryId: String(created.body.entry.id) };
  const edit = { richtext_body: `<p>${marker.body} two</p>`, modified: 1 };
  await person.call("updateEntry", { params, body: edit, key: randomUUID() });
  await person.call("updateEntry", {
    params,
    body: { ...edit, richtext_body: `<p>${marker.body} three</p>` },
    key: randomUUID(),
  });
  await person.call("getEntry", { params, query: { previous: "x" } });
  await person.call("listEntries", { params: { journalId }, query: { cursor: marker.body } });
  await fetch(`${daybook.url}/api/nothing?query=${marker.body}`, {
    headers: { "User-Agent": marker.userAgent },
  });
});
afterAll(() => daybook?.stop());

/** Every value of every column of every table, as text. */
async function everythingStored(): Promise<string> {
  const pool = daybook.platform.pools.durable;
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(rows.length).toBeGreaterThan(10);
  const texts: string[] = [];
  for (const { schema, name } of rows) {
    const found = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${schema}"."${name}" t`);
    texts.push(...found.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

describe("what a person wrote, and who they are", () => {
  it("stands in clear in no table", async () => {
    const stored = (await everythingStored()).toLowerCase();
    expect(stored).toContain("entryrevised");
    for (const word of Object.values(marker)) {
      expect(stored).not.toContain(word.toLowerCase());
      expect(stored).not.toContain(Buffer.from(word).toString("hex"));
    }
  });

  it("stands in no log line", () => {
    const log = daybook.log().toLowerCase();
    expect(log.length).toBeGreaterThan(0);
    for (const word of Object.values(marker)) expect(log).not.toContain(word.toLowerCase());
  });
});

import { randomUUID } from "node:crypto";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteInput } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

let daybook: TestDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await startTestDaybook();
});
beforeEach(async () => {
  pepys = await newDiarist(daybook);
});
afterAll(() => daybook?.stop());

const marker = "Whinchat";

/** Waits until the ledger has recorded the success of every command so far. A refused command has no status, so the wait fails. */
async function waitForCompletions(): Promise<void> {
  const pool = daybook.platform.pools.durable;
  const countOpenCommands = async () =>
    (await pool.query("SELECT FROM ledger.commands WHERE status IS NULL")).rowCount;
  await expect.poll(countOpenCommands).toBe(0);
}

/** The number of events in the log. */
async function countEvents(): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ count: string }>(
    "SELECT count(*) AS count FROM eventstore.events",
  );
  return Number(rows[0]?.count);
}

/** Sends a call, runs something else, and sends the call again. Expects that the repeat adds no event, and returns its answer. */
async function repeatAfter<N extends CallName>(
  name: N,
  input: RemoteInput<N>,
  runBetween: () => Promise<unknown>,
) {
  const call = { ...input, key: randomUUID() };
  const firstAnswer = await pepys.person.call(name, call);
  expect(firstAnswer.status).toBeLessThan(300);
  await waitForCompletions();
  await runBetween();
  const eventsBefore = await countEvents();
  const repeatedAnswer = await pepys.person.call(name, call);
  expect(await countEvents()).toBe(eventsBefore);
  return {
    status: repeatedAnswer.status,
    hasMarker: JSON.stringify(repeatedAnswer.body ?? "").includes(marker),
    body: repeatedAnswer.body,
  };
}

const notFound = { status: 404, hasMarker: false };

const eraseEntries = (ids: readonly number[], journalId = pepys.firstJournalId) =>
  pepys.person.call("deleteEntries", {
    ...pepys.inJournal(journalId),
    body: { entry_ids: [...ids], permanent: true },
  });
const eraseAll = async () => ok(await eraseEntries(await pepys.list()));
const lockPassword = "a locked page";
/** Puts a password lock on the first journal. The lock is closed afterwards. */
async function lockFirstJournal(): Promise<void> {
  const body = {
    lock: true,
    plain_password: lockPassword,
    retype_password: lockPassword,
    password_hint: "page",
  };
  ok(await pepys.person.call("updateJournal", { ...pepys.inJournal(pepys.firstJournalId), body }));
}

describe("repeated calls that write an entry", () => {
  const draft = () => ({
    ...pepys.inJournal(pepys.firstJournalId),
    body: { richtext_body: `<p>${marker}</p>` },
  });

  it("a repeated call that creates an entry is refused with 404 after the entry was erased", async () => {
    expect(await repeatAfter("createEntry", draft(), eraseAll)).toMatchObject(notFound);
  });

  it("a repeated call that creates an entry is refused with 423 after the journal was locked", async () => {
    const repeatedAnswer = await repeatAfter("createEntry", draft(), lockFirstJournal);
    expect(repeatedAnswer).toMatchObject({ status: 423, hasMarker: false });
  });

  it("a repeated call that creates an entry returns the current text", async () => {
    const repeatedAnswer = await repeatAfter("createEntry", draft(), async () => {
      const [id] = await pepys.list();
      const body = { richtext_body: "<p>corrected</p>" };
      ok(await pepys.person.call("updateEntry", { ...pepys.inEntry(pepys.firstJournalId, id ?? 0), body }));
    });
    expect(repeatedAnswer).toMatchObject({ status: 201, hasMarker: false });
    expect(JSON.stringify(repeatedAnswer.body)).toContain("corrected");
  });

  it("a repeated call that creates an entry returns it in the journal that it was moved to", async () => {
    const repeatedAnswer = await repeatAfter("createEntry", draft(), async () => {
      const body = { entry_ids: await pepys.list(), new_journal_id: pepys.secondJournalId };
      ok(await pepys.person.call("moveEntries", { ...pepys.inJournal(pepys.firstJournalId), body }));
    });
    expect(repeatedAnswer.body).toMatchObject({ entry: { journal: { id: pepys.secondJournalId } } });
  });

  it("a repeated call that updates an entry does not undo a later change of the entry", async () => {
    const { id } = await pepys.write();
    const entryInput = pepys.inEntry(pepys.firstJournalId, id);
    const repeatedAnswer = await repeatAfter(
      "updateEntry",
      { ...entryInput, body: { title: marker } },
      async () => ok(await pepys.person.call("updateEntry", { ...entryInput, body: { title: "renamed" } })),
    );
    expect(repeatedAnswer).toMatchObject({ status: 200, hasMarker: false });
  });

  it.each(["true", "false"] as const)(
    "a repeated call restores no version of an erased entry (replace: %s)",
    async (replace) => {
      const { id } = await pepys.write({ richtext_body: `<p>${marker}</p>` });
      const entryInput = pepys.inEntry(pepys.firstJournalId, id);
      const { versions } = ok(await pepys.person.call("listVersions", entryInput));
      const call = { ...entryInput, query: { version_id: String(versions[0]?.version.id), replace } };
      expect(await repeatAfter("restoreVersion", call, eraseAll)).toMatchObject(notFound);
    },
  );
});

describe("repeated calls over many entries", () => {
  it("a repeated call does not move entries again that were moved back", async () => {
    const { id } = await pepys.write();
    const move = {
      ...pepys.inJournal(pepys.firstJournalId),
      body: { entry_ids: [id], new_journal_id: pepys.secondJournalId },
    };
    const moveBack = {
      ...pepys.inJournal(pepys.secondJournalId),
      body: { entry_ids: [id], new_journal_id: pepys.firstJournalId },
    };
    const repeatedAnswer = await repeatAfter("moveEntries", move, async () =>
      ok(await pepys.person.call("moveEntries", moveBack)),
    );
    expect(repeatedAnswer.status).toBe(200);
    expect(await pepys.list(pepys.firstJournalId)).toEqual([id]);
  });

  it("a repeated call does not trash entries again that were restored", async () => {
    const { id } = await pepys.write();
    const body = { entry_ids: [id] };
    const repeatedAnswer = await repeatAfter(
      "deleteEntries",
      { ...pepys.inJournal(pepys.firstJournalId), body },
      async () =>
        ok(await pepys.person.call("restoreEntries", { ...pepys.inJournal(pepys.firstJournalId), body })),
    );
    expect(repeatedAnswer.status).toBe(200);
    expect(await pepys.list()).toEqual([id]);
  });

  it("a repeated call does not restore entries that were trashed again", async () => {
    const { id } = await pepys.write();
    await pepys.trash([id]);
    const body = { entry_ids: [id] };
    await repeatAfter("restoreEntries", { ...pepys.inJournal(pepys.firstJournalId), body }, () =>
      pepys.trash([id]),
    );
    expect(await pepys.list()).toEqual([]);
  });

  it("a repeated call does not erase entries that were written later", async () => {
    const { id } = await pepys.write();
    const body = { all_entries: true, permanent: true };
    await repeatAfter("deleteEntries", { ...pepys.inJournal(pepys.firstJournalId), body }, () =>
      pepys.write(),
    );
    expect(await pepys.list()).not.toContain(id);
    expect(await pepys.list()).toHaveLength(1);
  });

  it("a repeated call that restores missing entries does not restore one that was trashed later", async () => {
    const { id } = await pepys.write();
    const at = new Date(daybook.platform.clock.now()).toISOString();
    await pepys.trash([id]);
    await repeatAfter("restoreMissing", { ...pepys.inJournal(pepys.firstJournalId), body: { at } }, () =>
      pepys.trash([id]),
    );
    expect(await pepys.list()).toEqual([]);
  });
});

describe("repeated calls about a journal", () => {
  const eraseJournal = (journalId: number) =>
    pepys.person.call("deleteJournal", { ...pepys.inJournal(journalId), query: { permanent: "true" } });
  const findJournal = async (name: string) =>
    ok(await pepys.person.call("listJournals")).journals.find(({ journal }) => journal.name === name)
      ?.journal;

  it("a repeated call does not create an erased journal again", async () => {
    const repeatedAnswer = await repeatAfter("createJournal", { body: { name: marker } }, async () =>
      eraseJournal((await findJournal(marker))?.id ?? 0),
    );
    expect(repeatedAnswer).toMatchObject(notFound);
  });

  it("a repeated call does not undo a later rename of a journal, and returns the current name", async () => {
    const rename = (name: string) => ({ ...pepys.inJournal(pepys.secondJournalId), body: { name } });
    const repeatedAnswer = await repeatAfter("updateJournal", rename(marker), async () =>
      ok(await pepys.person.call("updateJournal", rename("Naval affairs"))),
    );
    expect(repeatedAnswer).toMatchObject({ status: 200, hasMarker: false });
    expect(await findJournal("Naval affairs")).toBeDefined();
  });

  it("a repeated call does not trash a restored journal again", async () => {
    const repeatedAnswer = await repeatAfter(
      "deleteJournal",
      pepys.inJournal(pepys.secondJournalId),
      async () =>
        ok(
          await pepys.person.call("updateJournal", {
            ...pepys.inJournal(pepys.secondJournalId),
            body: { restore: true },
          }),
        ),
    );
    expect(repeatedAnswer.status).toBe(204);
    expect(await findJournal("Second")).toBeDefined();
  });

  it("a repeated call does not undo a later change of the cover, and returns the current cover", async () => {
    const cover = (name: "red" | "blue") => ({ ...pepys.inJournal(pepys.secondJournalId), body: { name } });
    const repeatedAnswer = await repeatAfter("createCover", cover("red"), async () =>
      ok(await pepys.person.call("createCover", cover("blue"))),
    );
    expect(repeatedAnswer.body).toMatchObject({ journal_cover: { name: "blue" } });
  });
});

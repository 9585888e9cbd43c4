import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createApplication } from "@daybook/application/create-application";
import type { Application } from "@daybook/application/application";
import { createBackground } from "@daybook/application/background";
import { purgeTrashedJournals, resumeJournalErasures } from "@daybook/application/journals/erase-journal";
import { openSearch } from "@daybook/platform/search/open-search";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { accountDecider } from "@daybook/domain/account/decider";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { readEverythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { firstJournalIdOf, createPaidPerson } from "./people.ts";

const dayMs = 24 * 3_600_000;

let daybook: TestDaybook;
let app: Application;
const background = createBackground({ warn: () => {} });
beforeAll(async () => {
  daybook = await startTestDaybook();
  const { platform } = daybook;
  if (!platform.masterKey) throw new Error("no master key");
  app = createApplication(platform, platform.masterKey, {}, background, {
    blobs: await openBlobs(platform),
    search: await openSearch(platform),
  });
});
afterAll(async () => {
  await background.stop();
  app?.waiter.close();
  await daybook?.stop();
});

const journalsOf = async (person: RemoteDaybook, view: "active" | "trashed") =>
  ok(await person.call("listJournals", { query: { view } })).journals.map(({ journal }) => journal);
const trash = (person: RemoteDaybook, journalId: string | number) =>
  person.call("deleteJournal", { params: { journalId: String(journalId) }, key: randomUUID() });
const restore = (person: RemoteDaybook, journalId: string | number) =>
  person.call("updateJournal", {
    params: { journalId: String(journalId) },
    body: { restore: true },
    key: randomUUID(),
  });
const erase = (person: RemoteDaybook, journalId: string | number, key: string = randomUUID()) =>
  person.call("deleteJournal", {
    params: { journalId: String(journalId) },
    query: { permanent: "true" },
    key,
  });
const create = (person: RemoteDaybook, name = "Another") =>
  person.call("createJournal", { body: { name }, key: randomUUID() });
const write = async (person: RemoteDaybook, journalId: string, title: string) =>
  ok(await person.call("createEntry", { params: { journalId }, body: { title, richtext_body: title } }))
    .entry;

/** The ids of the journals for which the account has reserved a place. A free account has one place. */
const readReservations = async (person: RemoteDaybook) => {
  const stream = streamOf.account(person.session?.user.id ?? 0);
  return [...(await app.commands.load(accountDecider, stream)).state.journals.keys()];
};

describe("journals in the trash", () => {
  it("a journal in the trash is listed only there, and is restored unchanged", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = await firstJournalIdOf(person);
    await person.call("updateJournal", { params: { journalId }, body: { name: "Diary of 1660" } });
    await person.call("createCover", { params: { journalId }, body: { name: "kraft" } });
    const writtenEntry = await write(person, journalId, "Kept");
    const trashedEntry = await write(person, journalId, "In the trash before");
    await person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [trashedEntry.id] } });
    const journalBefore = ok(await person.call("getJournal", { params: { journalId } })).journal;

    expect((await trash(person, journalId)).status).toBe(204);
    expect(await journalsOf(person, "active")).toEqual([]);
    const [trashedJournal] = await journalsOf(person, "trashed");
    expect(trashedJournal).toEqual({ ...journalBefore, trashed_at: trashedJournal?.trashed_at });
    expect(trashedJournal?.trashed_at).not.toBeNull();
    expect((await person.call("listEntries", { params: { journalId } })).status).toBe(404);
    const renamedAnswer = await person.call("updateJournal", {
      params: { journalId },
      body: { name: "Other" },
    });
    expect([renamedAnswer.status, !renamedAnswer.ok && renamedAnswer.body.code]).toEqual([
      422,
      "journal_trashed",
    ]);
    expect((await trash(person, journalId)).status).toBe(204);

    expect(ok(await restore(person, journalId)).journal).toEqual(journalBefore);
    expect(await journalsOf(person, "trashed")).toEqual([]);
    const { entries } = ok(await person.call("listEntries", { params: { journalId } }));
    expect(entries.map(({ entry }) => entry.id)).toEqual([writtenEntry.id]);
  });
});

describe("free accounts", () => {
  it("a free account cannot restore a journal while it has another one", async () => {
    const person = await daybook.newPerson();
    const firstId = await firstJournalIdOf(person);
    await trash(person, firstId);
    const secondId = ok(await create(person)).journal.id;
    const refusedAnswer = await restore(person, firstId);
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([
      403,
      "pro_required",
    ]);
    await trash(person, secondId);
    expect((await restore(person, firstId)).status).toBe(200);
    expect(await readReservations(person)).toEqual([Number(firstId)]);
  });

  it("a free account has one journal after two are restored and two created concurrently", async () => {
    for (let round = 0; round < 8; round++) {
      const person = await daybook.newPerson();
      const firstId = await firstJournalIdOf(person);
      await trash(person, firstId);
      const secondId = ok(await create(person)).journal.id;
      await trash(person, secondId);
      const answers = await Promise.all([
        restore(person, firstId),
        create(person),
        restore(person, secondId),
        create(person),
      ]);
      const activeIds = (await journalsOf(person, "active")).map(({ id }) => id);
      expect(activeIds.length).toBe(1);
      expect(answers.filter((answer) => answer.ok).length).toBe(1);
      for (const { status } of answers) expect([200, 201, 403]).toContain(status);
      expect(await readReservations(person)).toEqual(activeIds);
    }
  });

  it("a free account keeps the reservation of a journal that is restored while it is being trashed", async () => {
    for (let round = 0; round < 8; round++) {
      const person = await daybook.newPerson();
      const journalId = await firstJournalIdOf(person);
      await Promise.all([trash(person, journalId), restore(person, journalId)]);
      await restore(person, journalId);
      expect(await readReservations(person)).toEqual([Number(journalId)]);
      expect((await create(person)).status).toBe(403);
    }
  });

  it("a free account can create a journal after a crash between trashing the old one and releasing its reservation", async () => {
    const person = await daybook.newPerson();
    const journalId = Number(await firstJournalIdOf(person));
    const at = new Date(daybook.platform.clock.now()).toISOString();
    await app.commands.execute({
      decider: journalDecider,
      stream: streamOf.journal(journalId),
      commands: [{ type: "TrashJournal", data: { journalId, at } }],
      context: {
        at,
        repeated: false,
        commandId: randomUUID(),
        actor: null,
        sessionId: null,
        requestId: null,
        source: "system",
      },
    });
    await daybook.waitUntilCaughtUp();
    expect(await readReservations(person)).toEqual([journalId]);
    const createdId = ok(await create(person)).journal.id;
    expect(await readReservations(person)).toEqual([createdId]);
  });
});

/** The number of a journal's rows and keys. */
async function countRemaining(journalId: number, entryIds: readonly number[]): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM read_models.journals WHERE id = $1)
      + (SELECT count(*) FROM read_models.entries WHERE journal_id = $1)
      + (SELECT count(*) FROM read_models.entry_bodies WHERE entry_id = ANY ($2::int8[]))
      + (SELECT count(*) FROM read_models.entry_versions WHERE entry_id = ANY ($2::int8[]))
      + (SELECT count(*) FROM vault.keys WHERE id = 'journal-' || $1 OR parent_id = 'journal-' || $1) AS count`,
    [journalId, entryIds],
  );
  return Number(rows[0]?.count);
}

async function expectNothingLeft(journalId: number, entryIds: readonly number[]): Promise<void> {
  for (let tries = 0; (await countRemaining(journalId, entryIds)) > 0 && tries < 1_200; tries++)
    await sleep(25);
  expect(await countRemaining(journalId, entryIds)).toBe(0);
}

describe("erased journals", () => {
  it("an erased journal leaves no row, key or readable text, and another journal can be created", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    const entry = await write(person, journalId, "Quillfeather");
    const key = randomUUID();
    expect((await erase(person, journalId, key)).status).toBe(204);
    expect((await erase(person, journalId, key)).status).toBe(204);
    for (const answer of [await erase(person, journalId), await restore(person, journalId)]) {
      expect([answer.status, !answer.ok && answer.body.code]).toEqual([404, "not_found"]);
    }
    await expectNothingLeft(Number(journalId), [entry.id]);
    expect(await readReservations(person)).toEqual([]);
    expect((await create(person)).status).toBe(201);
    expect(await readEverythingStored(daybook.platform.pools.durable)).not.toContain("Quillfeather");
  });

  it("an erased journal that was in the trash is no longer listed there", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    await trash(person, journalId);
    expect((await erase(person, journalId)).status).toBe(204);
    expect(await journalsOf(person, "trashed")).toEqual([]);
  });

  it("an erased journal is cleaned up after a crash right after the event `JournalErased`", async () => {
    const person = await daybook.newPerson();
    const id = Number(await firstJournalIdOf(person));
    const entry = await write(person, String(id), "Half erased");
    await app.vault.beginErasure(streamOf.journal(id));
    const at = new Date(daybook.platform.clock.now()).toISOString();
    await app.commands.execute({
      decider: journalDecider,
      stream: streamOf.journal(id),
      commands: [{ type: "EraseJournal", data: { journalId: id, at } }],
      context: {
        at,
        repeated: false,
        commandId: randomUUID(),
        actor: null,
        sessionId: null,
        requestId: null,
        source: "system",
      },
    });
    await daybook.waitUntilCaughtUp();
    expect((await person.call("getJournal", { params: { journalId: String(id) } })).status).toBe(404);
    await resumeJournalErasures(app);
    await expectNothingLeft(id, [entry.id]);
    expect((await create(person)).status).toBe(201);
  });
});

describe("the thirty days in the trash", () => {
  it("a journal in the trash is erased after thirty days, and a restored journal stays", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = Number(await firstJournalIdOf(person));
    const entry = await write(person, String(journalId), "Long in the trash");
    const restoredId = ok(await create(person)).journal.id;
    await trash(person, journalId);
    await trash(person, restoredId);
    await restore(person, restoredId);
    const now = daybook.platform.clock.now();
    await purgeTrashedJournals(app, now + 30 * dayMs - 60_000);
    expect((await journalsOf(person, "trashed")).map(({ id }) => id)).toEqual([journalId]);
    const [firstCount, secondCount] = await Promise.all([
      purgeTrashedJournals(app, now + 30 * dayMs + 60_000),
      purgeTrashedJournals(app, now + 30 * dayMs + 60_000),
    ]);
    expect(firstCount + secondCount).toBeGreaterThanOrEqual(1);
    await daybook.waitUntilCaughtUp();
    expect(await journalsOf(person, "trashed")).toEqual([]);
    expect((await journalsOf(person, "active")).map(({ id }) => id)).toEqual([restoredId]);
    await expectNothingLeft(journalId, [entry.id]);
    expect(await purgeTrashedJournals(app, now + 31 * dayMs)).toBe(0);
  });
});

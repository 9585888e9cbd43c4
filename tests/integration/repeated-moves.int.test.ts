import { randomUUID } from "node:crypto";
import { moveEntries } from "@daybook/application/entries/move-entries";
import { contentKeyId } from "@daybook/domain/kernel/ids";
import { beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { contextOf } from "./call-context.ts";
import { forgetCompletion } from "./completed-commands.ts";
import { newDiarist } from "./diarist.ts";
import { openSecondApplication } from "./second-application.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

it("repeating a move leaves an entry that was moved on since then, and its encryption key, in its new journal", async () => {
  const pepys = await newDiarist(daybook);
  const { person, firstJournalId, secondJournalId, inJournal } = pepys;
  const thirdJournalId = ok(await person.call("createJournal", { body: { name: "Third" } })).journal.id;
  const { id } = await pepys.write({ title: "a", richtext_body: "<p>a</p>" });
  const key = randomUUID();
  const moveCall = {
    ...inJournal(firstJournalId),
    body: { entry_ids: [id], new_journal_id: secondJournalId },
    key,
  };
  ok(await person.call("moveEntries", moveCall));
  ok(
    await person.call("moveEntries", {
      ...inJournal(secondJournalId),
      body: { entry_ids: [id], new_journal_id: thirdJournalId },
    }),
  );
  await forgetCompletion(daybook, key);
  ok(await person.call("moveEntries", moveCall));
  expect(await pepys.list(thirdJournalId)).toEqual([id]);
  expect([...(await pepys.parentKeyIdsOf([id]))]).toEqual([`journal-${thirdJournalId}/entries`]);
});

it("repeating a restore leaves an entry that was moved on since then, and its encryption key, in its new journal", async () => {
  const pepys = await newDiarist(daybook);
  const { person, firstJournalId, secondJournalId, inJournal } = pepys;
  const thirdJournalId = ok(await person.call("createJournal", { body: { name: "Third" } })).journal.id;
  const { id } = await pepys.write({ title: "a", richtext_body: "<p>a</p>" });
  await pepys.trash([id]);
  const key = randomUUID();
  const restoreCall = {
    ...inJournal(firstJournalId),
    body: { entry_ids: [id], new_journal_id: secondJournalId },
    key,
  };
  ok(await person.call("restoreEntries", restoreCall));
  ok(
    await person.call("moveEntries", {
      ...inJournal(secondJournalId),
      body: { entry_ids: [id], new_journal_id: thirdJournalId },
    }),
  );
  await forgetCompletion(daybook, key);
  ok(await person.call("restoreEntries", restoreCall));
  expect(await pepys.list(thirdJournalId)).toEqual([id]);
  expect([...(await pepys.parentKeyIdsOf([id]))]).toEqual([`journal-${thirdJournalId}/entries`]);
});

it("a move whose process paused until the entry was moved on leaves the encryption key in the entry's journal", async () => {
  const pepys = await newDiarist(daybook);
  const { person, firstJournalId, secondJournalId, inJournal } = pepys;
  const thirdJournalId = ok(await person.call("createJournal", { body: { name: "Third" } })).journal.id;
  const { id } = await pepys.write({ title: "a", richtext_body: "<p>a</p>" });
  const app = await openSecondApplication(daybook.platform);
  const { actor, command } = contextOf(app, person.session?.user.id ?? 0);
  const moveAfterPause: typeof app.vault.move = async (...parameters) => {
    // Another process does this when the lease has ended.
    await app.moves.end([id], command);
    const body = { entry_ids: [id], new_journal_id: thirdJournalId };
    ok(await person.call("moveEntries", { ...inJournal(firstJournalId), body }));
    return app.vault.move(...parameters);
  };
  const pausedApp = { ...app, vault: { ...app.vault, move: moveAfterPause } };
  const journals = { from: firstJournalId, to: secondJournalId };
  const results = await moveEntries(pausedApp, actor, command, "move", { ids: [id], ...journals });
  app.waiter.close();
  expect(results).toMatchObject([{ entryId: id, outcome: { code: "unavailable" } }]);
  expect([...(await pepys.parentKeyIdsOf([id]))]).toEqual([contentKeyId(thirdJournalId)]);
  expect((await pepys.read(thirdJournalId, id)).title).toBe("a");
});

it("restoring an active entry into another journal does not separate the entry from its encryption key", async () => {
  const pepys = await newDiarist(daybook);
  const { person, firstJournalId, secondJournalId, inJournal } = pepys;
  const { id } = await pepys.write({ title: "a", richtext_body: "<p>a</p>" });
  await person.call("restoreEntries", {
    ...inJournal(firstJournalId),
    body: { entry_ids: [id], new_journal_id: secondJournalId },
  });
  const journalOfEntry = (await pepys.list(firstJournalId)).includes(id) ? firstJournalId : secondJournalId;
  expect([...(await pepys.parentKeyIdsOf([id]))]).toEqual([`journal-${journalOfEntry}/entries`]);
});

it("moving, restoring, trashing and erasing entries concurrently separates no entry from its encryption key", async () => {
  const pepys = await newDiarist(daybook);
  const { person, firstJournalId, secondJournalId, inJournal, inEntry } = pepys;
  const thirdJournalId = ok(await person.call("createJournal", { body: { name: "Third" } })).journal.id;
  const ids = await pepys.writeMany(6);
  const [erasedId = 0, ...remainingIds] = ids;
  const answers = await Promise.all(
    [firstJournalId, secondJournalId, thirdJournalId].flatMap((from) =>
      [firstJournalId, secondJournalId, thirdJournalId].flatMap((to) => [
        person.call("moveEntries", {
          ...inJournal(from),
          body: { entry_ids: remainingIds, new_journal_id: to },
        }),
        person.call("deleteEntries", { ...inJournal(from), body: { entry_ids: remainingIds } }),
        person.call("restoreEntries", {
          ...inJournal(from),
          body: { entry_ids: remainingIds, new_journal_id: to },
        }),
        person.call("updateEntry", {
          ...inEntry(from, remainingIds[0] ?? 0),
          body: { journal_id: to, title: `${from}` },
        }),
        person.call("moveEntries", {
          ...inJournal(from),
          body: { entry_ids: [erasedId], new_journal_id: to },
        }),
        person.call("deleteEntries", {
          ...inJournal(from),
          body: { entry_ids: [erasedId], permanent: true },
        }),
      ]),
    ),
  );
  expect(answers.filter(({ status }) => status === 500)).toEqual([]);
  await daybook.waitUntilCaughtUp();
  // A concurrent move may have made each erasure fail.
  for (const journalId of [firstJournalId, secondJournalId, thirdJournalId])
    await person.call("deleteEntries", {
      ...inJournal(journalId),
      body: { entry_ids: [erasedId], permanent: true },
    });
  await daybook.waitUntilCaughtUp();
  const pool = daybook.platform.pools.durable;
  const { rows } = await pool.query<{ id: number; journal: string | null; parent: string | null }>(
    `SELECT a.id, 'journal-' || e.journal_id || '/entries' AS journal, k.parent_id AS parent
     FROM unnest($1::bigint[]) AS a (id) LEFT JOIN read_models.entries e USING (id) LEFT JOIN vault.keys k ON k.id = 'entry-' || a.id`,
    [ids],
  );
  expect(rows).toHaveLength(ids.length);
  expect(rows.filter(({ journal, parent }) => journal !== parent)).toEqual([]);
  expect(rows.filter(({ journal }) => journal === null)).toEqual([
    { id: erasedId, journal: null, parent: null },
  ]);
  const openMoves = await pool.query("SELECT FROM processes.moves WHERE entry_id = ANY ($1::bigint[])", [
    ids,
  ]);
  expect(openMoves.rowCount).toBe(0);
});

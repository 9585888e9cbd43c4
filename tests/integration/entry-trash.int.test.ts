import { purgeTrashedEntries } from "@daybook/application/entries/purge-entries";
import { eraseEntriesOfJournal } from "@daybook/application/erasure/erase-entry";
import { contentKeyId } from "@daybook/domain/kernel/ids";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { openSecondApplication } from "./second-application.ts";

let daybook: RunningDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  pepys = await newDiarist(daybook);
});

describe("the trash", () => {
  it("asks for another journal when the entry's journal is in the trash", async () => {
    const { id } = await pepys.write();
    await pepys.trash([id]);
    ok(
      await pepys.person.call("restoreEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        body: { entry_ids: [id] },
      }),
    );
    await pepys.trash([id]);
    await pepys.person.call("deleteJournal", pepys.inJournal(pepys.firstJournalId));
    const restore = (body: object) =>
      pepys.person.call("restoreEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        body: { entry_ids: [id], ...body },
      });
    const refusedAnswer = await restore({});
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([
      422,
      "journal_trashed",
    ]);
    expect(await pepys.list(pepys.firstJournalId, { view: "trashed" })).toEqual([id]);
    ok(await restore({ new_journal_id: pepys.secondJournalId }));
    expect(await pepys.list(pepys.secondJournalId)).toEqual([id]);
    expect(await pepys.parentKeyIdsOf([id])).toEqual(new Set([contentKeyId(pepys.secondJournalId)]));
  });

  it("restores an entry of a trashed journal into another journal", async () => {
    const { id } = await pepys.write({ title: "rescued" });
    await pepys.person.call("deleteJournal", pepys.inJournal(pepys.firstJournalId));
    const body = { entry_ids: [id], new_journal_id: pepys.secondJournalId };
    ok(await pepys.person.call("restoreEntries", { ...pepys.inJournal(pepys.firstJournalId), body }));
    expect((await pepys.read(pepys.secondJournalId, id)).title).toBe("rescued");
    expect(await pepys.parentKeyIdsOf([id])).toEqual(new Set([contentKeyId(pepys.secondJournalId)]));
  });

  it("erases entries thirty days after they were trashed, but not the entries of a trashed journal", async () => {
    const app = await openSecondApplication(daybook.platform);
    const dayMs = 86_400_000;
    const now = daybook.platform.clock.now();
    // Removes the leftovers of other tests.
    await purgeTrashedEntries(app, now + 31 * dayMs);
    const [trashedEntry, activeEntry, entryOfTrashedJournal] = [
      await pepys.write(),
      await pepys.write(),
      await pepys.write({}, pepys.secondJournalId),
    ];
    await pepys.trash([trashedEntry.id]);
    await pepys.trash([entryOfTrashedJournal.id], pepys.secondJournalId);
    await pepys.person.call("deleteJournal", pepys.inJournal(pepys.secondJournalId));
    expect(await purgeTrashedEntries(app, now + 29 * dayMs)).toBe(0);
    expect(await purgeTrashedEntries(app, now + 31 * dayMs)).toBe(1);
    expect(await purgeTrashedEntries(app, now + 31 * dayMs)).toBe(0);
    app.waiter.close();
    const events = await daybook.platform.store.readStream(`entry-${trashedEntry.id}`);
    expect([events.at(-1)?.type, events.at(-1)?.meta.source]).toEqual(["EntryErased", "scheduler"]);
    expect(await pepys.list(pepys.firstJournalId)).toEqual([activeEntry.id]);
    await expect.poll(() => pepys.list(pepys.firstJournalId, { view: "trashed" })).toEqual([]);
    expect(await pepys.list(pepys.secondJournalId, { view: "trashed" })).toEqual([entryOfTrashedJournal.id]);
    expect(await pepys.parentKeyIdsOf([entryOfTrashedJournal.id, activeEntry.id])).toHaveProperty("size", 2);
  });

  it("erases the other entries when some cannot be erased", async () => {
    const app = await openSecondApplication(daybook.platform);
    const inAMonth = daybook.platform.clock.now() + 31 * 86_400_000;
    await purgeTrashedEntries(app, inAMonth);
    const ids = await pepys.writeMany(9);
    for (const id of ids) await pepys.trash([id]);
    const failingStreams = new Set(ids.slice(0, 8).map((id) => `entry-${id}`));
    const beginErasure = async (stream: string): Promise<void> => {
      if (failingStreams.has(stream)) throw new Error("this key cannot be erased");
      await app.vault.beginErasure(stream);
    };
    const failingApp = { ...app, vault: { ...app.vault, beginErasure } };
    expect(await purgeTrashedEntries(failingApp, inAMonth)).toBe(1);
    expect(await purgeTrashedEntries(app, inAMonth)).toBe(8);
    app.waiter.close();
  });
});

it("an entry that was moved is not erased with its former journal while the read model still lists it there", async () => {
  const { firstJournalId, secondJournalId, person } = pepys;
  const { id } = await pepys.write({ title: "moved in time" });
  // While this client locks the table, the projection waits, and calls can still read.
  const lockingClient = await daybook.platform.pools.durable.connect();
  try {
    await lockingClient.query("BEGIN");
    await lockingClient.query("LOCK TABLE read_models.entries IN EXCLUSIVE MODE");
    const body = { entry_ids: [id], new_journal_id: secondJournalId };
    ok(await person.call("moveEntries", { ...pepys.inJournal(firstJournalId), body }));
    const query = { permanent: "true" } as const;
    await person.call("deleteJournal", { ...pepys.inJournal(firstJournalId), query });
    const app = await openSecondApplication(daybook.platform);
    await eraseEntriesOfJournal(app, person.session?.user.id ?? 0, firstJournalId);
    app.waiter.close();
  } finally {
    await lockingClient.query("ROLLBACK");
    lockingClient.release();
  }
  await daybook.waitUntilCaughtUp();
  expect((await pepys.read(secondJournalId, id)).title).toBe("moved in time");
});

import { purgeTrashedEntries } from "@daybook/application/entries/purge-entries";
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
});

import { purgeTrashedEntries } from "@daybook/application/entries/purge-entries";
import { contentKeyId } from "@daybook/domain/kernel/ids";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Diarist, newDiarist, ok } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { secondProcess } from "./second-process.ts";

let daybook: RunningDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  pepys = await newDiarist(daybook);
});

describe("the trash", () => {
  it("asks for another journal when the entry's journal is gone", async () => {
    const { id } = await pepys.write();
    await pepys.trash([id]);
    ok(await pepys.person.call("restoreEntries", { ...pepys.at(pepys.first), body: { entry_ids: [id] } }));
    await pepys.trash([id]);
    await pepys.person.call("deleteJournal", pepys.at(pepys.first));
    const restore = (body: object) =>
      pepys.person.call("restoreEntries", { ...pepys.at(pepys.first), body: { entry_ids: [id], ...body } });
    const refusedAnswer = await restore({});
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([
      422,
      "journal_trashed",
    ]);
    expect(await pepys.list(pepys.first, { view: "trashed" })).toEqual([id]);
    ok(await restore({ new_journal_id: pepys.second }));
    expect(await pepys.list(pepys.second)).toEqual([id]);
    expect(await pepys.parentsOf([id])).toEqual(new Set([contentKeyId(pepys.second)]));
  });

  it("restores an entry of a trashed journal", async () => {
    const { id } = await pepys.write({ title: "rescued" });
    await pepys.person.call("deleteJournal", pepys.at(pepys.first));
    const body = { entry_ids: [id], new_journal_id: pepys.second };
    ok(await pepys.person.call("restoreEntries", { ...pepys.at(pepys.first), body }));
    expect((await pepys.read(pepys.second, id)).title).toBe("rescued");
    expect(await pepys.parentsOf([id])).toEqual(new Set([contentKeyId(pepys.second)]));
  });

  it("loses entries thirty days after their event, but not the entries of a trashed journal", async () => {
    const deps = await secondProcess(daybook.platform);
    const dayMs = 86_400_000;
    const now = daybook.platform.clock.now();
    // Leftovers of other tests.
    await purgeTrashedEntries(deps, now + 31 * dayMs);
    const [old, oneDayLeft, hiddenEntry] = [
      await pepys.write(),
      await pepys.write(),
      await pepys.write({}, pepys.second),
    ];
    await pepys.trash([old.id]);
    await pepys.trash([hiddenEntry.id], pepys.second);
    await pepys.person.call("deleteJournal", pepys.at(pepys.second));
    expect(await purgeTrashedEntries(deps, now + 29 * dayMs)).toBe(0);
    expect(await purgeTrashedEntries(deps, now + 31 * dayMs)).toBe(1);
    expect(await purgeTrashedEntries(deps, now + 31 * dayMs)).toBe(0);
    deps.waiter.close();
    const events = await daybook.platform.store.readStream(`entry-${old.id}`);
    expect([events.at(-1)?.type, events.at(-1)?.meta.source]).toEqual(["EntryErased", "scheduler"]);
    expect(await pepys.list(pepys.first)).toEqual([oneDayLeft.id]);
    await expect.poll(() => pepys.list(pepys.first, { view: "trashed" })).toEqual([]);
    expect(await pepys.list(pepys.second, { view: "trashed" })).toEqual([hiddenEntry.id]);
    expect(await pepys.parentsOf([hiddenEntry.id, oneDayLeft.id])).toHaveProperty("size", 2);
  });
});

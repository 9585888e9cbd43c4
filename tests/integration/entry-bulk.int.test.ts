import { randomUUID } from "node:crypto";
import { contentKeyId } from "@daybook/domain/kernel/ids";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { forgetCompletion } from "./completed-commands.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  pepys = await newDiarist(daybook);
});

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);
const idsIn = (body: object): number[] =>
  "entries" in body ? (body.entries as { entry: { id: number } }[]).map(({ entry }) => entry.id) : [];

const move = (body: { entry_ids?: number[]; all_entries?: boolean; since?: string }, key?: string) =>
  pepys.person.call("moveEntries", {
    ...pepys.inJournal(pepys.firstJournalId),
    body: { ...body, new_journal_id: pepys.secondJournalId },
    ...(key && { key }),
  });

describe("moving entries", () => {
  it("moving entries moves their encryption keys too, also those of trashed entries, and the texts stay readable", async () => {
    const [firstEntry, secondEntry, thirdEntry] = [
      await pepys.write({ title: "1" }),
      await pepys.write(),
      await pepys.write(),
    ];
    await pepys.trash([secondEntry.id]);
    const movedReply = ok(await move({ entry_ids: [firstEntry.id, secondEntry.id, firstEntry.id] }));
    expect(movedReply).toEqual({
      entries: [{ entry: { id: firstEntry.id } }, { entry: { id: secondEntry.id } }],
      total: 2,
    });
    expect(await pepys.list(pepys.firstJournalId)).toEqual([thirdEntry.id]);
    expect(await pepys.list(pepys.secondJournalId)).toEqual([firstEntry.id]);
    expect(await pepys.list(pepys.secondJournalId, { view: "trashed" })).toEqual([secondEntry.id]);
    expect((await pepys.read(pepys.secondJournalId, firstEntry.id)).title).toBe("1");
    expect(
      (await pepys.person.call("getEntry", pepys.inEntry(pepys.firstJournalId, firstEntry.id))).status,
    ).toBe(404);
    expect(await pepys.parentKeyIdsOf([firstEntry.id, secondEntry.id])).toEqual(
      new Set([contentKeyId(pepys.secondJournalId)]),
    );
  });

  it("a move of several entries is refused when one entry or the journal belongs to another person", async () => {
    const { id } = await pepys.write();
    const stranger = await newDiarist(daybook);
    const foreignEntry = await stranger.write();
    expect((await move({ entry_ids: [id, foreignEntry.id] })).status).toBe(404);
    const moveBody = { entry_ids: [id], new_journal_id: stranger.firstJournalId };
    const foreignMove = await pepys.person.call("moveEntries", {
      ...pepys.inJournal(pepys.firstJournalId),
      body: moveBody,
    });
    expect(foreignMove.status).toBe(404);
    expect(await pepys.list()).toEqual([id]);
    expect(await pepys.parentKeyIdsOf([id])).toEqual(new Set([contentKeyId(pepys.firstJournalId)]));
  });

  it("a save moves an entry and stores its text, but a save that conflicts moves nothing", async () => {
    const entry = await pepys.write({ title: "a" });
    const key = randomUUID();
    const save = (body: object) =>
      pepys.person.call("updateEntry", {
        ...pepys.inEntry(pepys.firstJournalId, entry.id),
        body: { ...body, journal_id: pepys.secondJournalId },
        key,
      });
    const conflict = await pepys.person.call("updateEntry", {
      ...pepys.inEntry(pepys.firstJournalId, entry.id),
      body: { title: "b", modified: 7, journal_id: pepys.secondJournalId },
    });
    expect(conflict.status).toBe(409);
    expect(await pepys.list(pepys.secondJournalId)).toEqual([]);
    const movedEntry = ok(await save({ title: "c", modified: 1 })).entry;
    expect([movedEntry.title, movedEntry.journal]).toEqual([
      "c",
      { id: pepys.secondJournalId, name: "Second" },
    ]);
    await forgetCompletion(daybook, key);
    expect(ok(await save({ title: "c", modified: 1 })).entry.journal.id).toBe(pepys.secondJournalId);
    const bodyOfOtherEntry = { journal_id: pepys.secondJournalId, entry_id: entry.id + 1 };
    const refusedAnswer = await pepys.person.call("updateEntry", {
      ...pepys.inEntry(pepys.secondJournalId, entry.id),
      body: bodyOfOtherEntry,
    });
    expect(refusedAnswer.status).toBe(422);
  });

  it("concurrent moves do not separate an entry from its encryption key", async () => {
    const { id } = await pepys.write();
    const thirdJournalId = ok(await pepys.person.call("createJournal", { body: { name: "Third" } })).journal
      .id;
    const moveTo = (new_journal_id: number) =>
      pepys.person.call("moveEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        body: { entry_ids: [id], new_journal_id },
      });
    const answers = await Promise.all(
      [pepys.secondJournalId, thirdJournalId, pepys.secondJournalId, thirdJournalId].map(moveTo),
    );
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const isInSecondJournal = (await pepys.list(pepys.secondJournalId)).includes(id);
    expect(await pepys.parentKeyIdsOf([id])).toEqual(
      new Set([contentKeyId(isInSecondJournal ? pepys.secondJournalId : thirdJournalId)]),
    );
    const openMoves = await daybook.platform.pools.durable.query(
      "SELECT FROM processes.moves WHERE entry_id = $1",
      [id],
    );
    expect(openMoves.rowCount).toBe(0);
  });
});

describe("requests for all entries", () => {
  it("a request for all entries takes those that were in the journal at the given instant and still are", async () => {
    const writtenIds = await pepys.writeMany(3);
    const listedAt = new Date(daybook.platform.clock.now()).toISOString();
    const laterEntry = await pepys.write();
    const [movedId] = writtenIds;
    ok(await move({ entry_ids: [movedId!] }));
    const remainingIds = sorted(writtenIds.slice(1));
    const trashedReply = ok(
      await pepys.person.call("deleteEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        body: { all_entries: true, since: listedAt },
      }),
    );
    expect([sorted(idsIn(trashedReply)), "total" in trashedReply && trashedReply.total]).toEqual([
      remainingIds,
      2,
    ]);
    expect(await pepys.list()).toEqual([laterEntry.id]);
    const restoredReply = ok(
      await pepys.person.call("restoreEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        body: { all_entries: true },
      }),
    );
    expect(sorted(idsIn(restoredReply))).toEqual(remainingIds);
    expect(await pepys.list()).toHaveLength(3);
  });

  it("all entries of one view, for example of the trash, can be erased with their encryption keys", async () => {
    const [firstEntry, secondEntry] = [await pepys.write(), await pepys.write()];
    await pepys.trash([secondEntry.id]);
    const erase = (body: object) =>
      pepys.person.call("deleteEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        query: { permanent: "true" },
        body: { all_entries: true, ...body },
      });
    expect(idsIn(ok(await erase({ view: "trashed" })))).toEqual([secondEntry.id]);
    expect(await pepys.list()).toEqual([firstEntry.id]);
    expect(idsIn(ok(await erase({})))).toEqual([firstEntry.id]);
    const keyIds = [`entry-${firstEntry.id}`, `entry-${secondEntry.id}`];
    const { rows } = await daybook.platform.pools.durable.query(
      "SELECT FROM vault.keys WHERE id = ANY ($1)",
      [keyIds],
    );
    expect(rows).toHaveLength(0);
    expect(
      (await pepys.person.call("getEntry", pepys.inEntry(pepys.firstJournalId, firstEntry.id))).status,
    ).toBe(404);
  });

  it("a move of all entries of an empty journal returns an empty list", async () => {
    expect(ok(await move({ all_entries: true }))).toEqual({ entries: [], total: 0 });
  });
});

describe("more than a hundred entries", () => {
  it("moving more than a hundred entries starts one operation, also when repeated, and its owner can poll it", async () => {
    const ids = await pepys.writeMany(130);
    const key = randomUUID();
    const startedAnswer = await move({ all_entries: true }, key);
    expect(startedAnswer.status).toBe(202);
    const body = ok(startedAnswer);
    if (!("operation" in body)) throw new Error("no operation");
    expect([body.operation.kind, body.operation.total]).toEqual(["move", 130]);
    await forgetCompletion(daybook, key);
    const repeatedReply = ok(await move({ all_entries: true }, key));
    expect("operation" in repeatedReply && repeatedReply.operation.id).toBe(body.operation.id);

    const stranger = await daybook.newPerson();
    const params = { operationId: String(body.operation.id) };
    expect((await stranger.call("getOperation", { params })).status).toBe(404);

    const endedOperation = await pepys.waitForOperation(body.operation.id);
    const result = { affected: 130, skipped: 0 };
    expect(endedOperation).toEqual({ ...body.operation, done: 130, status: "done", result });
    expect(await pepys.list(pepys.firstJournalId)).toEqual([]);
    expect(sorted(await pepys.list(pepys.secondJournalId, { limit: "100" }))).toHaveLength(100);
    expect(await pepys.parentKeyIdsOf(ids)).toEqual(new Set([contentKeyId(pepys.secondJournalId)]));
  });

  it("a move of more than a hundred entries is refused when some do not exist", async () => {
    const ids = await pepys.writeMany(3);
    const manyIds = [...ids, ...Array.from({ length: 100 }, (_, n) => 1_000 + n)];
    expect((await move({ entry_ids: manyIds })).status).toBe(404);
    expect(await pepys.list()).toHaveLength(3);
  });
});

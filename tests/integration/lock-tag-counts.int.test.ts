import { lockTypes } from "@daybook/domain/contract/lock-types";
import { expect, it } from "vitest";
import { ok } from "../answers.ts";
import { lockForm, lockJournal, password, unlockJournal, useLockableDiaries } from "./lockable-diary.ts";

const { setup } = useLockableDiaries();

it("a journal's lock removes its entries from the counts of their tags, as an entry's own lock does", async () => {
  const { firstSession, secondSession, journalId, entryId, otherEntryId } = setup.diary;
  const entries = [Number(entryId), Number(otherEntryId)];
  const { tag } = ok(
    await firstSession.call("createTag", { body: { name: "Navy", entries_added_to: entries } }),
  );
  const tagOnOneEntry = { name: "Pepys", entries_added_to: entries.slice(0, 1) };
  const { tag: otherTag } = ok(await firstSession.call("createTag", { body: tagOnOneEntry }));
  const readTagCounts = async (session: typeof firstSession, query: { journal_id?: string } = {}) =>
    ok(await session.call("listTags", { query })).tags.map(({ tag: { name, total_entries: total } }) => [
      name,
      total,
    ]);
  const lock = { params: { journalId, entryId }, body: lockForm(lockTypes.password) };
  ok(await firstSession.call("updateEntry", lock));
  const params = { tagId: String(tag.id) };
  for (const session of [firstSession, secondSession]) {
    expect(await readTagCounts(session)).toEqual([
      ["Navy", 1],
      ["Pepys", 0],
    ]);
    expect(await readTagCounts(session, { journal_id: journalId })).toEqual([["Navy", 1]]);
    expect(ok(await session.call("getTag", { params })).tag.total_entries).toBe(1);
  }
  const unlockBody = { unlock: true, plain_password: password };
  ok(await secondSession.call("updateEntry", { params: lock.params, body: unlockBody }));
  expect(await readTagCounts(secondSession, { journal_id: journalId })).toEqual([
    ["Navy", 2],
    ["Pepys", 1],
  ]);
  expect(await readTagCounts(firstSession, { journal_id: journalId })).toEqual([["Navy", 1]]);

  await lockJournal(setup.diary, lockTypes.password);
  await unlockJournal(setup.diary, secondSession);
  const reply = ok(await firstSession.call("search", { query: { query: "Navy", field: "tags" } }));
  expect(reply.tags.map((hit) => hit.tag)).toEqual([{ ...tag, total_entries: 0 }]);
  const renamedAnswer = await firstSession.call("updateTag", {
    params: { tagId: String(otherTag.id) },
    body: { name: "Sam" },
  });
  expect(ok(renamedAnswer).tag).toEqual({ ...otherTag, name: "Sam", total_entries: 0 });
  expect(await readTagCounts(firstSession)).toEqual([
    ["Navy", 0],
    ["Sam", 0],
  ]);
  expect(await readTagCounts(secondSession)).toEqual([
    ["Navy", 2],
    ["Sam", 1],
  ]);
});

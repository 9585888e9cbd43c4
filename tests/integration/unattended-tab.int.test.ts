import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeEach, describe, expect, it } from "vitest";
import { commandCompleted } from "./completed-commands.ts";
import { lockedDiaries, lockForm, lockJournal, ok, openJournal, password, refusal } from "./locked-diary.ts";

const { at } = lockedDiaries();
const wrongPassword = [422, "wrong_password"];
const proof = { plain_password: password };
const guess = { plain_password: "a guess of it" };

const newJournal = async () =>
  ok(await at.diary.firstSession.call("createJournal", { body: { name: "Other" }, key: randomUUID() }))
    .journal.id;
const params = () => ({ journalId: at.diary.journalId });
const entryIds = () => [Number(at.diary.entryId)];
const allEntries = { all_entries: true };
const countListed = async (view: "active" | "trashed" = "active", journalId = at.diary.journalId) => {
  const answer = await at.diary.firstSession.call("listEntries", { params: { journalId }, query: { view } });
  return ok(answer).entries.length;
};

describe.each([lockTypes.password, lockTypes.encryption])(
  "in an open journal with a lock of type %i",
  (type) => {
    beforeEach(async () => {
      await lockJournal(at.diary, type);
      await openJournal(at.diary, at.diary.firstSession);
    });

    it("entries are deleted forever only with its password, some or all", async () => {
      const { firstSession } = at.diary;
      const erase = (body: object, key: string = randomUUID()) =>
        firstSession.call("deleteEntries", {
          params: params(),
          body: { ...allEntries, permanent: true, ...body },
          key,
        });
      for (const entrySelection of [allEntries, { all_entries: undefined, entry_ids: entryIds() }]) {
        expect(refusal(await erase(entrySelection))).toEqual(wrongPassword);
        expect(refusal(await erase({ ...entrySelection, ...guess }))).toEqual(wrongPassword);
      }
      const byQuery = { params: params(), query: { permanent: "true" as const }, body: allEntries };
      expect(refusal(await firstSession.call("deleteEntries", byQuery))).toEqual(wrongPassword);
      expect(await countListed()).toBe(2);
      const [body, key] = [{ all_entries: undefined, entry_ids: entryIds(), ...proof }, randomUUID()];
      ok(await erase(body, key));
      await commandCompleted(at.daybook, key);
      ok(await erase(body, key));
      ok(await firstSession.call("deleteEntries", { params: params(), body: allEntries }));
      expect(refusal(await erase({ view: "trashed" }))).toEqual(wrongPassword);
      ok(await erase({ view: "trashed", ...proof }));
      expect(await countListed("trashed")).toBe(0);
    });

    it("entries move to another journal only with its password: some, all, one by its PUT, or from the trash", async () => {
      const { firstSession, entryId } = at.diary;
      const to = await newJournal();
      const moveBody = { new_journal_id: to };
      const move = (body: object) =>
        firstSession.call("moveEntries", { params: params(), body: { ...moveBody, ...body } });
      const put = (body: object) =>
        firstSession.call("updateEntry", {
          params: { ...params(), entryId },
          body: { journal_id: to, ...body },
        });
      const restore = (body: object) =>
        firstSession.call("restoreEntries", {
          params: params(),
          body: { ...allEntries, ...moveBody, ...body },
        });
      for (const attempt of [allEntries, { entry_ids: entryIds() }, { ...allEntries, ...guess }]) {
        expect(refusal(await move(attempt))).toEqual(wrongPassword);
      }
      expect(refusal(await put({ title: "Changed" }))).toEqual(wrongPassword);
      expect(refusal(await put({ title: "Changed", ...guess }))).toEqual(wrongPassword);
      const { entry } = ok(await firstSession.call("getEntry", { params: { ...params(), entryId } }));
      expect(entry.title).not.toBe("Changed");
      ok(await put({ title: "Changed", ...proof }));
      ok(await firstSession.call("deleteEntries", { params: params(), body: allEntries }));
      expect(refusal(await restore({}))).toEqual(wrongPassword);
      ok(await restore(proof));
      expect([await countListed(), await countListed("active", String(to))]).toEqual([0, 2]);
    });

    it("trashing, restoring and moving within the journal need no password", async () => {
      const { firstSession } = at.diary;
      const body = { entry_ids: entryIds() };
      ok(await firstSession.call("deleteEntries", { params: params(), body }));
      ok(await firstSession.call("restoreEntries", { params: params(), body }));
      const sameJournal = { ...body, new_journal_id: Number(at.diary.journalId) };
      ok(await firstSession.call("moveEntries", { params: params(), body: sameJournal }));
    });
  },
);

it("five wrong passwords block further tries for the journal", async () => {
  await lockJournal(at.diary, lockTypes.password);
  await openJournal(at.diary, at.diary.firstSession);
  const body = { ...allEntries, permanent: true };
  const erase = (more: object) =>
    at.diary.firstSession.call("deleteEntries", { params: params(), body: { ...body, ...more } });
  for (let tries = 0; tries < 5; tries++) expect(refusal(await erase(guess))).toEqual(wrongPassword);
  expect(refusal(await erase(proof))).toEqual([429, "rate_limited"]);
  expect(await countListed()).toBe(2);
});

it("without a lock no password is needed, and a repeat does not ask for that of a later lock", async () => {
  const { firstSession } = at.diary;
  const key = randomUUID();
  const move = { params: params(), body: { entry_ids: entryIds(), new_journal_id: await newJournal() }, key };
  ok(await firstSession.call("moveEntries", move));
  await commandCompleted(at.daybook, key);
  await lockJournal(at.diary, lockTypes.password);
  await openJournal(at.diary, firstSession);
  ok(await firstSession.call("moveEntries", move));
});

it("the lock form of an entry takes the password of the entry, not that of its journal", async () => {
  const { firstSession, entryId } = at.diary;
  const entryPassword = "the password of the entry";
  const put = (body: object) => firstSession.call("updateEntry", { params: { ...params(), entryId }, body });
  ok(await put(lockForm(lockTypes.password, entryPassword)));
  await lockJournal(at.diary, lockTypes.password);
  await openJournal(at.diary, firstSession);
  const move = { journal_id: await newJournal() };
  const unlock = { unlock: true, plain_password: entryPassword };
  expect(refusal(await put({ ...unlock, ...move }))).toEqual(wrongPassword);
  ok(await put(unlock));
  ok(await put({ ...move, ...proof }));
});

it("restoring what a journal had earlier takes nothing out of the trash of another journal with a lock", async () => {
  const { firstSession, journalId, entryId } = at.diary;
  const { entry } = ok(await firstSession.call("getEntry", { params: { ...params(), entryId } }));
  const otherId = await newJournal();
  const otherDiary = { ...at.diary, journalId: String(otherId) };
  const body = { entry_ids: entryIds() };
  ok(
    await firstSession.call("moveEntries", { params: params(), body: { ...body, new_journal_id: otherId } }),
  );
  ok(await firstSession.call("deleteEntries", { params: { journalId: otherDiary.journalId }, body }));
  await lockJournal(otherDiary, lockTypes.password);
  await openJournal(otherDiary, firstSession);
  const restore = { params: { journalId }, body: { at: entry.modified_at } };
  expect(ok(await firstSession.call("restoreMissing", restore))).toEqual({ entries: [], total: 0 });
  const removal = { unlock: true, lock_type: lockTypes.none, ...proof };
  ok(
    await firstSession.call("updateJournal", { params: { journalId: otherDiary.journalId }, body: removal }),
  );
  expect(ok(await firstSession.call("restoreMissing", restore))).toEqual(
    expect.objectContaining({ total: 1 }),
  );
});

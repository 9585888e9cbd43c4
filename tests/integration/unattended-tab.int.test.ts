import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { waitForCompletion } from "./completed-commands.ts";
import {
  lockForm,
  lockJournal,
  namedLockTypes,
  password,
  refusal,
  unlockJournal,
  useLockableDiaries,
} from "./lockable-diary.ts";

const { setup, lockDiary, unlockDiary } = useLockableDiaries();
const refusedPassword = [422, "wrong_password"];
const rightPassword = { plain_password: password };
const wrongGuess = { plain_password: "a guess of it" };

const createJournal = async () =>
  ok(await setup.diary.firstSession.call("createJournal", { body: { name: "Other" }, key: randomUUID() }))
    .journal.id;
const params = () => ({ journalId: setup.diary.journalId });
const entryIds = () => [Number(setup.diary.entryId)];
const allEntries = { all_entries: true };
const countListed = async (view: "active" | "trashed" = "active", journalId = setup.diary.journalId) => {
  const answer = await setup.diary.firstSession.call("listEntries", {
    params: { journalId },
    query: { view },
  });
  return ok(answer).entries.length;
};

describe.each(namedLockTypes)("in an unlocked journal with a lock of type %s", (_, type) => {
  beforeEach(async () => {
    await lockDiary(type);
    await unlockDiary();
  });

  it("some or all entries are deleted forever only with the journal's password", async () => {
    const { firstSession } = setup.diary;
    const eraseEntries = (body: object, key: string = randomUUID()) =>
      firstSession.call("deleteEntries", {
        params: params(),
        body: { ...allEntries, permanent: true, ...body },
        key,
      });
    for (const entrySelection of [allEntries, { all_entries: undefined, entry_ids: entryIds() }]) {
      expect(refusal(await eraseEntries(entrySelection))).toEqual(refusedPassword);
      expect(refusal(await eraseEntries({ ...entrySelection, ...wrongGuess }))).toEqual(refusedPassword);
    }
    const byQuery = { params: params(), query: { permanent: "true" as const }, body: allEntries };
    expect(refusal(await firstSession.call("deleteEntries", byQuery))).toEqual(refusedPassword);
    expect(await countListed()).toBe(2);
    const [body, key] = [{ all_entries: undefined, entry_ids: entryIds(), ...rightPassword }, randomUUID()];
    ok(await eraseEntries(body, key));
    await waitForCompletion(setup.daybook, key);
    ok(await eraseEntries(body, key));
    ok(await firstSession.call("deleteEntries", { params: params(), body: allEntries }));
    expect(refusal(await eraseEntries({ view: "trashed" }))).toEqual(refusedPassword);
    ok(await eraseEntries({ view: "trashed", ...rightPassword }));
    expect(await countListed("trashed")).toBe(0);
  });

  it("entries move out only with the journal's password: some, all, one by an update, or from the trash", async () => {
    const { firstSession, entryId } = setup.diary;
    const otherJournalId = await createJournal();
    const moveBody = { new_journal_id: otherJournalId };
    const moveEntries = (body: object) =>
      firstSession.call("moveEntries", { params: params(), body: { ...moveBody, ...body } });
    const updateEntry = (body: object) =>
      firstSession.call("updateEntry", {
        params: { ...params(), entryId },
        body: { journal_id: otherJournalId, ...body },
      });
    const restoreEntries = (body: object) =>
      firstSession.call("restoreEntries", {
        params: params(),
        body: { ...allEntries, ...moveBody, ...body },
      });
    for (const attempt of [allEntries, { entry_ids: entryIds() }, { ...allEntries, ...wrongGuess }]) {
      expect(refusal(await moveEntries(attempt))).toEqual(refusedPassword);
    }
    expect(refusal(await updateEntry({ title: "Changed" }))).toEqual(refusedPassword);
    expect(refusal(await updateEntry({ title: "Changed", ...wrongGuess }))).toEqual(refusedPassword);
    const { entry } = ok(await firstSession.call("getEntry", { params: { ...params(), entryId } }));
    expect(entry.title).not.toBe("Changed");
    ok(await updateEntry({ title: "Changed", ...rightPassword }));
    ok(await firstSession.call("deleteEntries", { params: params(), body: allEntries }));
    expect(refusal(await restoreEntries({}))).toEqual(refusedPassword);
    ok(await restoreEntries(rightPassword));
    expect([await countListed(), await countListed("active", String(otherJournalId))]).toEqual([0, 2]);
  });

  it("trashing, restoring and moving within the journal need no password", async () => {
    const { firstSession } = setup.diary;
    const body = { entry_ids: entryIds() };
    ok(await firstSession.call("deleteEntries", { params: params(), body }));
    ok(await firstSession.call("restoreEntries", { params: params(), body }));
    const sameJournal = { ...body, new_journal_id: Number(setup.diary.journalId) };
    ok(await firstSession.call("moveEntries", { params: params(), body: sameJournal }));
  });
});

it("five wrong passwords block further tries for the journal", async () => {
  await lockDiary(lockTypes.password);
  await unlockDiary();
  const body = { ...allEntries, permanent: true };
  const eraseEntries = (options: object) =>
    setup.diary.firstSession.call("deleteEntries", { params: params(), body: { ...body, ...options } });
  for (let attempt = 0; attempt < 5; attempt++)
    expect(refusal(await eraseEntries(wrongGuess))).toEqual(refusedPassword);
  expect(refusal(await eraseEntries(rightPassword))).toEqual([429, "rate_limited"]);
  expect(await countListed()).toBe(2);
});

it("a move out of a journal without a lock needs no password, and its repeat does not ask for the password of a later lock", async () => {
  const { firstSession } = setup.diary;
  const key = randomUUID();
  const move = {
    params: params(),
    body: { entry_ids: entryIds(), new_journal_id: await createJournal() },
    key,
  };
  ok(await firstSession.call("moveEntries", move));
  await waitForCompletion(setup.daybook, key);
  await lockDiary(lockTypes.password);
  await unlockDiary();
  ok(await firstSession.call("moveEntries", move));
});

it("the password of an entry unlocks it, but does not move it out of a journal with a lock", async () => {
  const { firstSession, entryId } = setup.diary;
  const entryPassword = "the password of the entry";
  const updateEntry = (body: object) =>
    firstSession.call("updateEntry", { params: { ...params(), entryId }, body });
  ok(await updateEntry(lockForm(lockTypes.password, entryPassword)));
  await lockDiary(lockTypes.password);
  await unlockDiary();
  const move = { journal_id: await createJournal() };
  const unlock = { unlock: true, plain_password: entryPassword };
  expect(refusal(await updateEntry({ ...unlock, ...move }))).toEqual(refusedPassword);
  ok(await updateEntry(unlock));
  ok(await updateEntry({ ...move, ...rightPassword }));
});

it("restoring what a journal had earlier takes nothing out of the trash of another journal with a lock", async () => {
  const { firstSession, journalId, entryId } = setup.diary;
  const { entry } = ok(await firstSession.call("getEntry", { params: { ...params(), entryId } }));
  const otherId = await createJournal();
  const otherDiary = { ...setup.diary, journalId: String(otherId) };
  const body = { entry_ids: entryIds() };
  ok(
    await firstSession.call("moveEntries", { params: params(), body: { ...body, new_journal_id: otherId } }),
  );
  ok(await firstSession.call("deleteEntries", { params: { journalId: otherDiary.journalId }, body }));
  await lockJournal(otherDiary, lockTypes.password);
  await unlockJournal(otherDiary, firstSession);
  const restore = { params: { journalId }, body: { at: entry.modified_at } };
  expect(ok(await firstSession.call("restoreMissing", restore))).toEqual({ entries: [], total: 0 });
  const removal = { unlock: true, lock_type: lockTypes.none, ...rightPassword };
  ok(
    await firstSession.call("updateJournal", { params: { journalId: otherDiary.journalId }, body: removal }),
  );
  expect(ok(await firstSession.call("restoreMissing", restore))).toEqual(
    expect.objectContaining({ total: 1 }),
  );
});

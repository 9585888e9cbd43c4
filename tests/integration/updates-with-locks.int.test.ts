import { randomUUID } from "node:crypto";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { commandCompleted } from "./completed-commands.ts";
import { lockedDiaries, lockForm, lockJournal, ok, openJournal, password, refusal } from "./locked-diary.ts";

const { at, putJournal } = lockedDiaries();

const otherPassword = "another good password";
const wrongPassword = "not the password";
const change = { ...lockForm(lockTypes.password, otherPassword), current_password: password };
const removal = { unlock: true, lock_type: lockTypes.none, plain_password: password };

const path = () => ({ journalId: at.diary.journalId, entryId: at.diary.entryId });
const putEntry = (body: BodyOf<"updateEntry">, params = path(), key: string = randomUUID()) =>
  at.diary.firstSession.call("updateEntry", { params, body, key });
const entryNow = async (params = path()) =>
  ok(await at.diary.firstSession.call("getEntry", { params })).entry;
const journalNow = async () =>
  ok(await at.diary.firstSession.call("getJournal", { params: { journalId: at.diary.journalId } })).journal;

describe("an edit together with a refused change of the entry's lock changes nothing", () => {
  it.each([
    ["a wrong current password", { ...change, current_password: wrongPassword }, "wrong_password"],
    ["no current password", { ...change, current_password: undefined }, "wrong_password"],
    ["a password that is not remembered", { lock: true, use_stored_password: true }, "invalid"],
    ["a wrong password for the removal", { ...removal, plain_password: wrongPassword }, "wrong_password"],
  ])("because of %s", async (_, lock, code) => {
    ok(await putEntry(lockForm(lockTypes.password)));
    ok(await putEntry({ unlock: true, plain_password: password }));
    const entryBefore = await entryNow();
    const edit = { title: "Changed", starred: true, ...lock };
    expect(refusal(await putEntry(edit))).toEqual([422, code]);
    expect(await entryNow()).toEqual(entryBefore);
  });

  it("because the entry has no lock to close", async () => {
    const entryBefore = await entryNow();
    const edit = { title: "Changed", lock: true, use_stored_password: true };
    expect(refusal(await putEntry(edit))).toEqual([422, "invalid"]);
    expect(await entryNow()).toEqual(entryBefore);
  });

  it("and a refused edit does not remove the lock", async () => {
    ok(await putEntry(lockForm(lockTypes.password)));
    const edit = { richtext_body: "<p>changed</p>", modified: 1, ...removal };
    expect(refusal(await putEntry(edit))).toEqual([409, "revision_conflict"]);
    expect((await entryNow()).locked).toBe(true);
  });

  it("and a right password changes both", async () => {
    ok(await putEntry(lockForm(lockTypes.password)));
    ok(await putEntry({ unlock: true, plain_password: password }));
    ok(await putEntry({ title: "Changed", ...change }));
    ok(await putEntry({ unlock: true, plain_password: otherPassword }));
    expect((await entryNow()).title).toBe("Changed");
    ok(await putEntry({ title: "Again", ...removal, plain_password: otherPassword }));
    expect(await entryNow()).toEqual(expect.objectContaining({ title: "Again", locked: false }));
  });
});

describe("a new name together with a refused change of the journal's lock changes nothing", () => {
  it.each([
    ["a wrong current password", { ...change, current_password: wrongPassword }, "wrong_password"],
    ["no current password", { ...change, current_password: undefined }, "wrong_password"],
    ["a password that is not remembered", { lock: true, use_stored_password: true }, "invalid"],
    ["a wrong password to open it", { unlock: true, plain_password: wrongPassword }, "wrong_password"],
    ["a wrong password to remove it", { ...removal, plain_password: wrongPassword }, "wrong_password"],
  ])("because of %s", async (_, lock, code) => {
    await lockJournal(at.diary, lockTypes.password);
    await openJournal(at.diary, at.diary.firstSession);
    const journalBefore = await journalNow();
    expect(refusal(await putJournal({ name: "Changed", ...lock }))).toEqual([422, code]);
    expect(await journalNow()).toEqual(journalBefore);
  });

  it("because the journal is locked and its auto-lock is to change", async () => {
    await lockJournal(at.diary, lockTypes.password);
    expect(refusal(await putJournal({ name: "Changed", auto: true }))).toEqual([423, "locked"]);
    expect((await journalNow()).name).not.toBe("Changed");
  });

  it("because encryption needs PRO, or the password is a common one", async () => {
    const person = await at.daybook.newPerson();
    const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
    const put = (body: BodyOf<"updateJournal">) =>
      person.call("updateJournal", { params: { journalId }, body });
    const encrypt = { name: "Changed", ...lockForm(lockTypes.encryption) };
    expect(refusal(await put(encrypt))).toEqual([403, "pro_required"]);
    const commonPassword = { ...lockForm(lockTypes.encryption, "password123"), name: "Changed" };
    expect(refusal(await putJournal(commonPassword))).toEqual([422, "invalid"]);
    const { name } = ok(await person.call("getJournal", { params: { journalId } })).journal;
    expect([name, (await journalNow()).name]).not.toContain("Changed");
  });

  it("and does not restore it from the trash", async () => {
    await lockJournal(at.diary, lockTypes.password);
    const params = { journalId: at.diary.journalId };
    expect((await at.diary.firstSession.call("deleteJournal", { params })).status).toBe(204);
    const restore = { restore: true, ...change };
    expect(refusal(await putJournal({ ...restore, current_password: wrongPassword }))).toEqual([
      422,
      "wrong_password",
    ]);
    expect((await journalNow()).trashed_at).not.toBeNull();
    ok(await putJournal(restore));
    expect((await journalNow()).trashed_at).toBeNull();
    await openJournal(at.diary, at.diary.firstSession, otherPassword);
  });
});

describe("a repeated change of an entry's lock that also moved the entry", () => {
  const newJournal = async () =>
    ok(await at.diary.firstSession.call("createJournal", { body: { name: "Other" }, key: randomUUID() }))
      .journal.id;
  const unlock = { unlock: true, plain_password: password };

  it.each([
    ["opened it", unlock],
    ["removed its lock", removal],
    ["changed its password", change],
  ])("gets the same answer as the first time: it %s", async (_, lock) => {
    ok(await putEntry(lockForm(lockTypes.password)));
    if (lock === change) ok(await putEntry(unlock));
    const to = await newJournal();
    const [body, key] = [{ ...lock, journal_id: to }, randomUUID()];
    const firstEntry = ok(await putEntry(body, path(), key))?.entry;
    expect(firstEntry?.journal.id).toBe(to);
    // At once, and after the ledger has recorded the end of the command.
    expect(ok(await putEntry(body, path(), key))?.entry).toEqual(firstEntry);
    await commandCompleted(at.daybook, key);
    expect(ok(await putEntry(body, path(), key))?.entry).toEqual(firstEntry);
  });

  it("shows the entry where it is now, after it was moved again", async () => {
    ok(await putEntry(lockForm(lockTypes.password)));
    const to = await newJournal();
    const [body, key] = [{ ...unlock, journal_id: to }, randomUUID()];
    ok(await putEntry(body, path(), key));
    await commandCompleted(at.daybook, key);
    const moveBack = { journal_id: Number(at.diary.journalId) };
    ok(await putEntry(moveBack, { ...path(), journalId: String(to) }));
    expect(ok(await putEntry(body, path(), key))?.entry.journal.id).toBe(Number(at.diary.journalId));
  });
});

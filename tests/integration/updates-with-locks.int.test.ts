import { randomUUID } from "node:crypto";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { waitForCompletion } from "./completed-commands.ts";
import {
  useLockableDiaries,
  lockForm,
  lockJournal,
  unlockJournal,
  password,
  refusal,
} from "./lockable-diary.ts";

const { setup, updateJournal } = useLockableDiaries();

const otherPassword = "another good password";
const wrongPassword = "not the password";
const lockChange = { ...lockForm(lockTypes.password, otherPassword), current_password: password };
const lockRemoval = { unlock: true, lock_type: lockTypes.none, plain_password: password };

const entryPath = () => ({ journalId: setup.diary.journalId, entryId: setup.diary.entryId });
const updateEntry = (body: BodyOf<"updateEntry">, params = entryPath(), key: string = randomUUID()) =>
  setup.diary.firstSession.call("updateEntry", { params, body, key });
const readEntry = async (params = entryPath()) =>
  ok(await setup.diary.firstSession.call("getEntry", { params })).entry;
const readJournal = async () =>
  ok(await setup.diary.firstSession.call("getJournal", { params: { journalId: setup.diary.journalId } }))
    .journal;

describe("an edit together with a change of the entry's lock", () => {
  it.each([
    ["a wrong current password", { ...lockChange, current_password: wrongPassword }, "wrong_password"],
    ["no current password", { ...lockChange, current_password: undefined }, "wrong_password"],
    ["a password that is not remembered", { lock: true, use_stored_password: true }, "invalid"],
    ["a wrong password for the removal", { ...lockRemoval, plain_password: wrongPassword }, "wrong_password"],
  ])("changes nothing because of %s", async (_, lock, code) => {
    ok(await updateEntry(lockForm(lockTypes.password)));
    ok(await updateEntry({ unlock: true, plain_password: password }));
    const entryBefore = await readEntry();
    const edit = { title: "Changed", starred: true, ...lock };
    expect(refusal(await updateEntry(edit))).toEqual([422, code]);
    expect(await readEntry()).toEqual(entryBefore);
  });

  it("changes nothing because the entry has no lock to close", async () => {
    const entryBefore = await readEntry();
    const edit = { title: "Changed", lock: true, use_stored_password: true };
    expect(refusal(await updateEntry(edit))).toEqual([422, "invalid"]);
    expect(await readEntry()).toEqual(entryBefore);
  });

  it("does not remove the lock when the edit is refused", async () => {
    ok(await updateEntry(lockForm(lockTypes.password)));
    const edit = { richtext_body: "<p>changed</p>", modified: 1, ...lockRemoval };
    expect(refusal(await updateEntry(edit))).toEqual([409, "revision_conflict"]);
    expect((await readEntry()).locked).toBe(true);
  });

  it("changes both with the right password", async () => {
    ok(await updateEntry(lockForm(lockTypes.password)));
    ok(await updateEntry({ unlock: true, plain_password: password }));
    ok(await updateEntry({ title: "Changed", ...lockChange }));
    ok(await updateEntry({ unlock: true, plain_password: otherPassword }));
    expect((await readEntry()).title).toBe("Changed");
    ok(await updateEntry({ title: "Again", ...lockRemoval, plain_password: otherPassword }));
    expect(await readEntry()).toEqual(expect.objectContaining({ title: "Again", locked: false }));
  });
});

describe("a rename or a restore together with a change of the journal's lock", () => {
  it.each([
    ["a wrong current password", { ...lockChange, current_password: wrongPassword }, "wrong_password"],
    ["no current password", { ...lockChange, current_password: undefined }, "wrong_password"],
    ["a password that is not remembered", { lock: true, use_stored_password: true }, "invalid"],
    ["a wrong password to open it", { unlock: true, plain_password: wrongPassword }, "wrong_password"],
    ["a wrong password to remove it", { ...lockRemoval, plain_password: wrongPassword }, "wrong_password"],
  ])("changes nothing because of %s", async (_, lock, code) => {
    await lockJournal(setup.diary, lockTypes.password);
    await unlockJournal(setup.diary, setup.diary.firstSession);
    const journalBefore = await readJournal();
    expect(refusal(await updateJournal({ name: "Changed", ...lock }))).toEqual([422, code]);
    expect(await readJournal()).toEqual(journalBefore);
  });

  it("changes nothing because the auto-lock of a journal cannot be changed while its lock is closed", async () => {
    await lockJournal(setup.diary, lockTypes.password);
    expect(refusal(await updateJournal({ name: "Changed", auto: true }))).toEqual([423, "locked"]);
    expect((await readJournal()).name).not.toBe("Changed");
  });

  it("changes nothing because encryption needs PRO, or the password is a common one", async () => {
    const person = await setup.daybook.newPerson();
    const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
    const updateFreeJournal = (body: BodyOf<"updateJournal">) =>
      person.call("updateJournal", { params: { journalId }, body });
    const encrypt = { name: "Changed", ...lockForm(lockTypes.encryption) };
    expect(refusal(await updateFreeJournal(encrypt))).toEqual([403, "pro_required"]);
    const commonPassword = { ...lockForm(lockTypes.encryption, "password123"), name: "Changed" };
    expect(refusal(await updateJournal(commonPassword))).toEqual([422, "invalid"]);
    const { name } = ok(await person.call("getJournal", { params: { journalId } })).journal;
    expect([name, (await readJournal()).name]).not.toContain("Changed");
  });

  it("does not restore the journal from the trash when the change of its lock is refused", async () => {
    await lockJournal(setup.diary, lockTypes.password);
    const params = { journalId: setup.diary.journalId };
    expect((await setup.diary.firstSession.call("deleteJournal", { params })).status).toBe(204);
    const restore = { restore: true, ...lockChange };
    expect(refusal(await updateJournal({ ...restore, current_password: wrongPassword }))).toEqual([
      422,
      "wrong_password",
    ]);
    expect((await readJournal()).trashed_at).not.toBeNull();
    ok(await updateJournal(restore));
    expect((await readJournal()).trashed_at).toBeNull();
    await unlockJournal(setup.diary, setup.diary.firstSession, otherPassword);
  });
});

describe("a repeated change of an entry's lock that also moved the entry", () => {
  const createJournal = async () =>
    ok(await setup.diary.firstSession.call("createJournal", { body: { name: "Other" }, key: randomUUID() }))
      .journal.id;
  const unlock = { unlock: true, plain_password: password };

  it.each([
    ["the entry is opened", unlock],
    ["the lock is removed", lockRemoval],
    ["the password is changed", lockChange],
  ])("gets the same answer as the first time: %s", async (_, lock) => {
    ok(await updateEntry(lockForm(lockTypes.password)));
    if (lock === lockChange) ok(await updateEntry(unlock));
    const otherJournalId = await createJournal();
    const [body, key] = [{ ...lock, journal_id: otherJournalId }, randomUUID()];
    const firstEntry = ok(await updateEntry(body, entryPath(), key))?.entry;
    expect(firstEntry?.journal.id).toBe(otherJournalId);
    // The first repeat comes immediately, the second one after the ledger has recorded the end of the command.
    expect(ok(await updateEntry(body, entryPath(), key))?.entry).toEqual(firstEntry);
    await waitForCompletion(setup.daybook, key);
    expect(ok(await updateEntry(body, entryPath(), key))?.entry).toEqual(firstEntry);
  });

  it("shows the entry where it is now, after it was moved again", async () => {
    ok(await updateEntry(lockForm(lockTypes.password)));
    const otherJournalId = await createJournal();
    const [body, key] = [{ ...unlock, journal_id: otherJournalId }, randomUUID()];
    ok(await updateEntry(body, entryPath(), key));
    await waitForCompletion(setup.daybook, key);
    const moveBack = { journal_id: Number(setup.diary.journalId) };
    ok(await updateEntry(moveBack, { ...entryPath(), journalId: String(otherJournalId) }));
    expect(ok(await updateEntry(body, entryPath(), key))?.entry.journal.id).toBe(
      Number(setup.diary.journalId),
    );
  });
});

import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { completeRepeatable } from "./completed-commands.ts";
import { lockForm, namedLockTypes, password, refusal, useLockableDiaries } from "./lockable-diary.ts";
import { waitForMail } from "./mailbox.ts";

const { setup, updateJournal, lockDiary, unlockDiary } = useLockableDiaries();

const unlock = { unlock: true, plain_password: password };
const lockRemoval = { ...unlock, lock_type: lockTypes.none };
const otherPassword = "another good password";

const readJournal = async (session = setup.diary.secondSession) =>
  ok(await session.call("getJournal", { params: { journalId: setup.diary.journalId } })).journal;
const entryPath = () => ({ journalId: setup.diary.journalId, entryId: setup.diary.entryId });
const updateEntry = (body: BodyOf<"updateEntry">, key: string = randomUUID()) =>
  setup.diary.firstSession.call("updateEntry", { params: entryPath(), body, key });

describe.each(namedLockTypes)("repeated commands about a lock of type %s", (_, type) => {
  it("a repeated lock command neither locks nor closes the journal again", async () => {
    const repeat = await completeRepeatable(setup.daybook, (key) =>
      updateJournal(lockForm(type), setup.diary.firstSession, key),
    );
    await unlockDiary();
    expect(ok(await repeat()).journal).toEqual(
      expect.objectContaining({ lock_type_id: type, is_unlocked: true }),
    );
    ok(await updateJournal(lockRemoval));
    expect(ok(await repeat()).journal.lock_type_id).toBe(lockTypes.none);
    expect((await readJournal()).lock_type_id).toBe(lockTypes.none);
  });

  it("a repeated change of the password does not restore an old password", async () => {
    await lockDiary(type);
    const change = { ...lockForm(type, otherPassword), current_password: password };
    const repeat = await completeRepeatable(setup.daybook, (key) =>
      updateJournal(change, setup.diary.firstSession, key),
    );
    const changeBack = { ...lockForm(type), current_password: otherPassword };
    ok(await updateJournal(changeBack));
    expect(ok(await repeat()).journal.is_unlocked).toBe(false);
    ok(await updateJournal(unlock));
    expect(refusal(await updateJournal({ ...unlock, plain_password: otherPassword }))).toEqual([
      422,
      "wrong_password",
    ]);
  });

  it("a repeated unlock command does not open a journal that was closed again", async () => {
    await lockDiary(type, { remember_password: true });
    const { firstSession } = setup.diary;
    const repeat = await completeRepeatable(setup.daybook, (key) => updateJournal(unlock, firstSession, key));
    ok(await updateJournal({ lock: true, use_stored_password: true }));
    const repeatedReply = ok(await repeat());
    expect([repeatedReply.journal.is_unlocked, repeatedReply.unlock_token]).toEqual([false, undefined]);
    firstSession.setUnlockTokens();
    expect((await readJournal(firstSession)).is_unlocked).toBe(false);
    ok(await updateJournal({ ...lockForm(type, otherPassword), current_password: password }));
    expect(ok(await repeat()).journal.is_unlocked).toBe(false);
  });

  it("a repeated unlock command returns the open journal if it is still open", async () => {
    await lockDiary(type);
    const { firstSession, journalId } = setup.diary;
    const repeat = await completeRepeatable(setup.daybook, (key) => updateJournal(unlock, firstSession, key));
    const repeatedReply = ok(await repeat());
    if (repeatedReply.unlock_token) firstSession.setUnlockTokens(repeatedReply.unlock_token);
    expect(repeatedReply.journal.is_unlocked).toBe(true);
    ok(await firstSession.call("listEntries", { params: { journalId } }));
  });

  it("a repeated command to close a lock does not close a journal that was opened later", async () => {
    await lockDiary(type, { remember_password: true });
    const closeBody = { lock: true, use_stored_password: true };
    const repeat = await completeRepeatable(setup.daybook, (key) =>
      updateJournal(closeBody, setup.diary.firstSession, key),
    );
    await unlockDiary();
    expect(ok(await repeat()).journal.is_unlocked).toBe(true);
  });

  it("a repeated removal of a lock does not remove a newer lock", async () => {
    await lockDiary(type);
    const repeat = await completeRepeatable(setup.daybook, (key) =>
      updateJournal(lockRemoval, setup.diary.firstSession, key),
    );
    await lockDiary(type);
    expect(ok(await repeat()).journal.lock_type_id).toBe(type);
    expect(await readJournal()).toEqual(expect.objectContaining({ lock_type_id: type, is_unlocked: false }));
  });

  it("a repeated lock or unlock command is refused with 404 after the journal is erased", async () => {
    const { firstSession, journalId } = setup.diary;
    const repeatLock = await completeRepeatable(setup.daybook, (key) =>
      updateJournal(lockForm(type), firstSession, key),
    );
    const repeatUnlock = await completeRepeatable(setup.daybook, (key) =>
      updateJournal(unlock, firstSession, key),
    );
    const body = { plain_password: password };
    ok(
      await firstSession.call("deleteJournal", {
        params: { journalId },
        query: { permanent: "true" },
        body,
      }),
    );
    for (const repeat of [repeatLock, repeatUnlock])
      expect(refusal(await repeat())).toEqual([404, "not_found"]);
  });
});

it("a repeated change of the auto-lock setting changes nothing", async () => {
  const { firstSession, journalId } = setup.diary;
  await lockDiary(lockTypes.password, { auto: true });
  await unlockDiary();
  const repeatDisable = await completeRepeatable(setup.daybook, (key) =>
    firstSession.call("disableAutoLock", { params: { journalId }, key }),
  );
  const repeatEnable = await completeRepeatable(setup.daybook, (key) =>
    updateJournal({ auto: true }, firstSession, key),
  );
  expect(ok(await repeatDisable()).journal.auto_lock).toBe(true);
  ok(await updateJournal({ auto: false }));
  expect(ok(await repeatEnable()).journal.auto_lock).toBe(false);
});

it("a repeated request for an unlock link makes no new link, and a repeated use does not remove a newer lock", async () => {
  const { firstSession, email, journalId } = setup.diary;
  const params = { journalId };
  await lockDiary(lockTypes.password);
  const repeatRequest = await completeRepeatable(setup.daybook, (key) =>
    firstSession.call("requestUnlockLink", { params, key }),
  );
  const folder = setup.daybook.platform.config.dataFolder;
  const mail = await waitForMail(folder, email, `/journals/${journalId}/unlock`);
  const token = /unlock\?token=([\w-]{22})/.exec(mail.text)?.[1] ?? "";
  const repeatUse = await completeRepeatable(setup.daybook, (key) =>
    firstSession.call("unlockByLink", { params, body: { token }, key }),
  );
  await lockDiary(lockTypes.password);
  expect(ok(await repeatUse()).journal.lock_type_id).toBe(lockTypes.password);
  const pool = setup.daybook.platform.pools.durable;
  const readLinks = async () =>
    (await pool.query("SELECT id FROM vault.links WHERE purpose = $1", [`unlock journal-${journalId}`])).rows;
  expect([(await repeatRequest()).status, await readLinks()]).toEqual([204, []]);
});

it("a repeated command about an entry's lock returns the current entry, unless the journal is locked or the entry erased", async () => {
  const { firstSession, journalId } = setup.diary;
  const repeatLock = await completeRepeatable(setup.daybook, (key) =>
    updateEntry(lockForm(lockTypes.password), key),
  );
  const repeatUnlock = await completeRepeatable(setup.daybook, (key) => updateEntry(unlock, key));
  const repeatRemoval = await completeRepeatable(setup.daybook, (key) => updateEntry(lockRemoval, key));
  expect(ok(await repeatLock())).toEqual({
    entry: expect.objectContaining({ locked: false, title: "Gossamerkite" }),
  });
  ok(await updateEntry(lockForm(lockTypes.password, otherPassword)));
  for (const repeat of [repeatLock, repeatUnlock, repeatRemoval]) {
    const { entry } = ok(await repeat()) ?? {};
    expect([entry?.locked, entry?.is_unlocked, entry?.richtext_body]).toEqual([true, false, ""]);
  }
  await lockDiary(lockTypes.password);
  for (const repeat of [repeatLock, repeatUnlock, repeatRemoval])
    expect(refusal(await repeat())).toEqual([423, "locked"]);
  await unlockDiary();
  ok(await updateEntry({ ...unlock, plain_password: otherPassword }));
  const trash = { params: { journalId }, body: { entry_ids: [Number(setup.diary.entryId)] } };
  ok(await firstSession.call("deleteEntries", trash));
  const erase = { ...trash.body, permanent: true, plain_password: password };
  ok(await firstSession.call("deleteEntries", { ...trash, body: erase }));
  for (const repeat of [repeatLock, repeatUnlock, repeatRemoval])
    expect(refusal(await repeat())).toEqual([404, "not_found"]);
});

import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { expect, it } from "vitest";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteAnswer } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import {
  allTexts,
  lockForm,
  lockJournal,
  marker,
  namedLockTypes,
  unlockJournal,
  password,
  refusal,
  useLockableDiaries,
} from "./lockable-diary.ts";

const { setup, updateJournal, listEntries } = useLockableDiaries();

const unlock = { unlock: true, plain_password: password };
const findVisibleTexts = <N extends CallName>(answer: RemoteAnswer<N>): string[] =>
  allTexts.filter((text) => JSON.stringify(answer.body).includes(text));
const eventTypesOf = async (stream: string): Promise<string[]> => {
  const events = await setup.daybook.platform.store.readStream(stream, { from: 0, limit: 100 });
  return events.map(({ type }) => type);
};

it("a token unlocks only in its own session, and only in requests that send it", async () => {
  const { firstSession, secondSession } = setup.diary;
  await lockJournal(setup.diary, lockTypes.encryption);
  const unlockReply = ok(await updateJournal(unlock));
  expect([
    unlockReply.journal.is_unlocked,
    unlockReply.unlock_token?.length,
    unlockReply.draft_key?.length,
  ]).toEqual([true, 43, 44]);
  expect(refusal(await listEntries())).toEqual([423, "locked"]);
  secondSession.setUnlockTokens(unlockReply.unlock_token ?? "");
  expect(refusal(await listEntries(secondSession))).toEqual([423, "locked"]);
  firstSession.setUnlockTokens("nonsense", unlockReply.unlock_token ?? "", `${unlockReply.unlock_token}x`);
  expect(findVisibleTexts(await listEntries())).toContain(marker.title);

  // A second tab of the session gets its own token, but the same draft key.
  const repeatedReply = ok(await updateJournal(unlock));
  expect(repeatedReply.unlock_token).not.toBe(unlockReply.unlock_token);
  expect(repeatedReply.draft_key).toBe(unlockReply.draft_key);
  expect(findVisibleTexts(await listEntries())).toContain(marker.title);
});

it("several journals can be unlocked at the same time, each with its own token", async () => {
  const { firstSession } = setup.diary;
  const { journal } = ok(
    await firstSession.call("createJournal", { body: { name: "Second" }, key: randomUUID() }),
  );
  const secondJournal = { params: { journalId: String(journal.id) } };
  await lockJournal(setup.diary, lockTypes.encryption);
  ok(
    await firstSession.call("updateJournal", {
      ...secondJournal,
      body: lockForm(lockTypes.encryption, "another good password"),
    }),
  );
  const firstToken = ok(await updateJournal(unlock)).unlock_token ?? "";
  const body = { unlock: true, plain_password: "another good password" };
  const secondToken =
    ok(await firstSession.call("updateJournal", { ...secondJournal, body })).unlock_token ?? "";
  firstSession.setUnlockTokens(secondToken);
  expect(refusal(await listEntries())).toEqual([423, "locked"]);
  ok(await firstSession.call("listEntries", secondJournal));
  firstSession.setUnlockTokens(secondToken, firstToken);
  ok(await listEntries());
  // An entry and its key move from one journal to the other.
  const entry_ids = [Number(setup.diary.entryId)];
  const params = { journalId: setup.diary.journalId };
  ok(await firstSession.call("deleteEntries", { params, body: { entry_ids }, key: randomUUID() }));
  const move = { params, body: { entry_ids, new_journal_id: journal.id, plain_password: password } };
  firstSession.setUnlockTokens(firstToken);
  expect(refusal(await firstSession.call("restoreEntries", move))).toEqual([423, "locked"]);
  firstSession.setUnlockTokens(secondToken);
  expect(refusal(await firstSession.call("restoreEntries", move))).toEqual([423, "locked"]);
  firstSession.setUnlockTokens(firstToken, secondToken);
  ok(await firstSession.call("restoreEntries", move));
  firstSession.setUnlockTokens(secondToken);
  const movedEntry = { params: { journalId: String(journal.id), entryId: setup.diary.entryId } };
  expect(findVisibleTexts(await firstSession.call("getEntry", movedEntry))).toContain(marker.body);
});

it("the recovery code unlocks, changes the password and removes the lock", async () => {
  const { firstSession } = setup.diary;
  const { recovery_code: code = "" } = await lockJournal(setup.diary, lockTypes.encryption, {
    recovery: true,
  });
  expect(code).toMatch(/^(\w{4}-){6}\w{4}$/);
  await unlockJournal(setup.diary, firstSession, code.toLowerCase());
  expect(findVisibleTexts(await listEntries())).toContain(marker.title);
  firstSession.setUnlockTokens();
  const changedReply = ok(
    await updateJournal({
      ...lockForm(lockTypes.encryption, "another good password"),
      current_password: code,
    }),
  );
  // The code stays valid, because nobody asked for a new one.
  expect(changedReply.recovery_code).toBeUndefined();
  expect(refusal(await updateJournal(unlock))).toEqual([422, "wrong_password"]);
  ok(await updateJournal({ unlock: true, lock_type: lockTypes.none, plain_password: code }));
  expect(findVisibleTexts(await listEntries(setup.diary.secondSession))).toContain(marker.title);
});

it("a repeated lock command locks once, and returns a new recovery code that replaces the first", async () => {
  const { firstSession, journalId } = setup.diary;
  const key = randomUUID();
  const form = { ...lockForm(lockTypes.encryption), recovery: true };
  const firstReply = ok(await updateJournal(form, firstSession, key));
  const secondReply = ok(await updateJournal(form, setup.diary.secondSession, key));
  expect(secondReply.recovery_code).not.toBe(firstReply.recovery_code);
  const eventTypes = await eventTypesOf(`journal-${journalId}`);
  expect(eventTypes.filter((type) => type === "JournalLocked")).toHaveLength(1);
  expect(
    refusal(await updateJournal({ unlock: true, plain_password: firstReply.recovery_code ?? "" })),
  ).toEqual([422, "wrong_password"]);
  await unlockJournal(setup.diary, firstSession, secondReply.recovery_code);
  ok(await listEntries());
  const unlockKey = randomUUID();
  for (let times = 0; times < 2; times++) ok(await updateJournal(unlock, firstSession, unlockKey));
  const accountEventTypes = await eventTypesOf(`account-${firstSession.session?.user.id}`);
  expect(accountEventTypes.filter((type) => type === "LockOpened")).toHaveLength(2);
});

it("the same lock command sent twice concurrently locks once", async () => {
  const key = randomUUID();
  const answers = await Promise.all([
    updateJournal(lockForm(lockTypes.encryption), setup.diary.firstSession, key),
    updateJournal(lockForm(lockTypes.encryption), setup.diary.secondSession, key),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const eventTypes = await eventTypesOf(`journal-${setup.diary.journalId}`);
  expect(eventTypes.filter((type) => type === "JournalLocked")).toHaveLength(1);
  await unlockJournal(setup.diary, setup.diary.firstSession);
  ok(await listEntries());
});

it.each(namedLockTypes)(
  "a repeated command does not return its old answer while a lock of type %s is closed",
  async (_, type) => {
    const { firstSession, secondSession, journalId, entryId } = setup.diary;
    const params = { journalId, entryId };
    const [keyBeforeLock, keyWhileUnlocked] = [randomUUID(), randomUUID()];
    const edit = (word: string) => ({ params, body: { richtext_body: `<p>${marker.body} ${word}</p>` } });
    expect(
      findVisibleTexts(await firstSession.call("updateEntry", { ...edit("one"), key: keyBeforeLock })),
    ).toContain(marker.body);
    await lockJournal(setup.diary, type, { remember_password: true });
    await unlockJournal(setup.diary, firstSession);
    expect(
      findVisibleTexts(await firstSession.call("updateEntry", { ...edit("two"), key: keyWhileUnlocked })),
    ).toContain(marker.body);
    ok(await updateJournal({ lock: true, use_stored_password: true }));
    for (const session of [firstSession, secondSession]) {
      for (const [word, key] of [
        ["one", keyBeforeLock],
        ["two", keyWhileUnlocked],
      ] as const) {
        const repeatedAnswer = await session.call("updateEntry", { ...edit(word), key });
        expect([...refusal(repeatedAnswer), ...findVisibleTexts(repeatedAnswer)]).toEqual([423, "locked"]);
      }
    }
    // The session that unlocks the journal may repeat the first command, and the text of the second stays.
    await unlockJournal(setup.diary, firstSession);
    ok(await firstSession.call("updateEntry", { ...edit("one"), key: keyBeforeLock }));
    const { entry } = ok(await firstSession.call("getEntry", { params }));
    expect([entry.plaintext_body, entry.revision]).toEqual([`${marker.body} two`, 4]);
  },
);

it("a new password keeps the encryption, unless the command names another lock type", async () => {
  await lockJournal(setup.diary, lockTypes.encryption, { remember_password: true, auto: true });
  await unlockJournal(setup.diary, setup.diary.firstSession);
  const { lock_type: _, ...form } = lockForm(lockTypes.encryption, "another good password");
  expect(ok(await updateJournal({ ...form, current_password: password })).journal).toEqual(
    expect.objectContaining({ lock_type_id: lockTypes.encryption, remember_password: true, auto_lock: true }),
  );
  const passwordLock = {
    ...lockForm(lockTypes.password),
    auto: false,
    current_password: "another good password",
  };
  expect(ok(await updateJournal(passwordLock)).journal).toEqual(
    expect.objectContaining({ lock_type_id: lockTypes.password, remember_password: true, auto_lock: false }),
  );
  await unlockJournal(setup.diary, setup.diary.firstSession);
  expect(findVisibleTexts(await listEntries())).toContain(marker.title);
});

it("only PRO may encrypt; without PRO, an encrypted journal stays usable and can be decrypted", async () => {
  const { firstSession } = setup.diary;
  await lockJournal(setup.diary, lockTypes.encryption);
  const endDate = new Date(Date.now() - 1000).toISOString();
  const { store, clock } = setup.daybook.platform;
  const { grantMembership } = await import("@daybook/bin/account/grant-membership");
  const userId = firstSession.session?.user.id ?? 0;
  const membership = { level: "pro", packageName: "standard", subscriptionLength: 1 } as const;
  await grantMembership(store, userId, { ...membership, expiresAt: endDate, autoRenew: false }, clock.now());
  await unlockJournal(setup.diary, firstSession);
  ok(await listEntries());
  ok(await updateJournal({ unlock: true, lock_type: lockTypes.none, plain_password: password }));
  expect(refusal(await updateJournal(lockForm(lockTypes.encryption)))).toEqual([403, "pro_required"]);
  ok(await updateJournal(lockForm(lockTypes.password)));
});

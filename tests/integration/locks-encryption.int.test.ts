import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { expect, it } from "vitest";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteAnswer } from "@daybook/bin/remote/remote-daybook";
import {
  allTexts,
  lockForm,
  lockJournal,
  marker,
  ok,
  openJournal,
  password,
  refusal,
  lockedDiaries,
} from "./locked-diary.ts";

const { at, putJournal, list } = lockedDiaries();

const unlock = { unlock: true, plain_password: password };
const visibleTexts = <N extends CallName>(answer: RemoteAnswer<N>): string[] =>
  allTexts.filter((text) => JSON.stringify(answer.body).includes(text));
const eventsOf = async (stream: string): Promise<string[]> => {
  const events = await at.daybook.platform.store.readStream(stream, { from: 0, limit: 100 });
  return events.map(({ type }) => type);
};

it("a token unlocks only in its own session, and only in requests that send it", async () => {
  const { firstSession, secondSession } = at.diary;
  await lockJournal(at.diary, lockTypes.encryption);
  const openedReply = ok(await putJournal(unlock));
  expect([
    openedReply.journal.is_unlocked,
    openedReply.unlock_token?.length,
    openedReply.draft_key?.length,
  ]).toEqual([true, 43, 44]);
  expect(refusal(await list())).toEqual([423, "locked"]);
  secondSession.setUnlockTokens(openedReply.unlock_token ?? "");
  expect(refusal(await list(secondSession))).toEqual([423, "locked"]);
  firstSession.setUnlockTokens("nonsense", openedReply.unlock_token ?? "", `${openedReply.unlock_token}x`);
  expect(visibleTexts(await list())).toContain(marker.title);

  // A second tab of the session gets its own token, but the same draft key.
  const repeatedReply = ok(await putJournal(unlock));
  expect(repeatedReply.unlock_token).not.toBe(openedReply.unlock_token);
  expect(repeatedReply.draft_key).toBe(openedReply.draft_key);
  expect(visibleTexts(await list())).toContain(marker.title);
});

it("several journals can be unlocked at once, each with its own token", async () => {
  const { firstSession } = at.diary;
  const { journal } = ok(
    await firstSession.call("createJournal", { body: { name: "Second" }, key: randomUUID() }),
  );
  const secondJournal = { params: { journalId: String(journal.id) } };
  await lockJournal(at.diary, lockTypes.encryption);
  ok(
    await firstSession.call("updateJournal", {
      ...secondJournal,
      body: lockForm(lockTypes.encryption, "another good password"),
    }),
  );
  const firstToken = ok(await putJournal(unlock)).unlock_token ?? "";
  const body = { unlock: true, plain_password: "another good password" };
  const secondToken =
    ok(await firstSession.call("updateJournal", { ...secondJournal, body })).unlock_token ?? "";
  firstSession.setUnlockTokens(secondToken);
  expect(refusal(await list())).toEqual([423, "locked"]);
  ok(await firstSession.call("listEntries", secondJournal));
  firstSession.setUnlockTokens(secondToken, firstToken);
  ok(await list());
  // An entry and its key move from one journal to the other.
  const entry_ids = [Number(at.diary.entryId)];
  const params = { journalId: at.diary.journalId };
  ok(await firstSession.call("deleteEntries", { params, body: { entry_ids }, key: randomUUID() }));
  const move = { params, body: { entry_ids, new_journal_id: journal.id, plain_password: password } };
  firstSession.setUnlockTokens(firstToken);
  expect(refusal(await firstSession.call("restoreEntries", move))).toEqual([423, "locked"]);
  firstSession.setUnlockTokens(secondToken);
  expect(refusal(await firstSession.call("restoreEntries", move))).toEqual([423, "locked"]);
  firstSession.setUnlockTokens(firstToken, secondToken);
  ok(await firstSession.call("restoreEntries", move));
  firstSession.setUnlockTokens(secondToken);
  const movedPath = { params: { journalId: String(journal.id), entryId: at.diary.entryId } };
  expect(visibleTexts(await firstSession.call("getEntry", movedPath))).toContain(marker.body);
});

it("the recovery code unlocks, changes the password and removes the lock", async () => {
  const { firstSession } = at.diary;
  const { recovery_code: code = "" } = await lockJournal(at.diary, lockTypes.encryption, { recovery: true });
  expect(code).toMatch(/^(\w{4}-){6}\w{4}$/);
  await openJournal(at.diary, firstSession, code.toLowerCase());
  expect(visibleTexts(await list())).toContain(marker.title);
  firstSession.setUnlockTokens();
  const changedReply = ok(
    await putJournal({ ...lockForm(lockTypes.encryption, "another good password"), current_password: code }),
  );
  // The code stays valid, because nobody asked for a new one.
  expect(changedReply.recovery_code).toBeUndefined();
  expect(refusal(await putJournal(unlock))).toEqual([422, "wrong_password"]);
  ok(await putJournal({ unlock: true, lock_type: lockTypes.none, plain_password: code }));
  expect(visibleTexts(await list(at.diary.secondSession))).toContain(marker.title);
});

it("a repeated lock command locks once and returns the valid recovery code", async () => {
  const { firstSession, journalId } = at.diary;
  const key = randomUUID();
  const form = { ...lockForm(lockTypes.encryption), recovery: true };
  const firstReply = ok(await putJournal(form, firstSession, key));
  const secondReply = ok(await putJournal(form, at.diary.secondSession, key));
  expect(secondReply.recovery_code).not.toBe(firstReply.recovery_code);
  const events = await eventsOf(`journal-${journalId}`);
  expect(events.filter((type) => type === "JournalLocked")).toHaveLength(1);
  expect(refusal(await putJournal({ unlock: true, plain_password: firstReply.recovery_code ?? "" }))).toEqual(
    [422, "wrong_password"],
  );
  await openJournal(at.diary, firstSession, secondReply.recovery_code);
  ok(await list());
  const openKey = randomUUID();
  for (let times = 0; times < 2; times++) ok(await putJournal(unlock, firstSession, openKey));
  const account = await eventsOf(`account-${firstSession.session?.user.id}`);
  expect(account.filter((type) => type === "LockOpened")).toHaveLength(2);
});

it("the same lock command sent twice at once locks once", async () => {
  const key = randomUUID();
  const answers = await Promise.all([
    putJournal(lockForm(lockTypes.encryption), at.diary.firstSession, key),
    putJournal(lockForm(lockTypes.encryption), at.diary.secondSession, key),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const events = await eventsOf(`journal-${at.diary.journalId}`);
  expect(events.filter((type) => type === "JournalLocked")).toHaveLength(1);
  await openJournal(at.diary, at.diary.firstSession);
  ok(await list());
});

it.each([lockTypes.password, lockTypes.encryption] as const)(
  "a repeated command does not return its old answer while the lock is closed (type %i)",
  async (type) => {
    const { firstSession, secondSession, journalId, entryId } = at.diary;
    const params = { journalId, entryId };
    const [keyBeforeLock, keyWhileUnlocked] = [randomUUID(), randomUUID()];
    const edit = (word: string) => ({ params, body: { richtext_body: `<p>${marker.body} ${word}</p>` } });
    expect(
      visibleTexts(await firstSession.call("updateEntry", { ...edit("one"), key: keyBeforeLock })),
    ).toContain(marker.body);
    await lockJournal(at.diary, type, { remember_password: true });
    await openJournal(at.diary, firstSession);
    expect(
      visibleTexts(await firstSession.call("updateEntry", { ...edit("two"), key: keyWhileUnlocked })),
    ).toContain(marker.body);
    ok(await putJournal({ lock: true, use_stored_password: true }));
    for (const session of [firstSession, secondSession]) {
      for (const [word, key] of [
        ["one", keyBeforeLock],
        ["two", keyWhileUnlocked],
      ] as const) {
        const repeat = await session.call("updateEntry", { ...edit(word), key });
        expect([...refusal(repeat), ...visibleTexts(repeat)]).toEqual([423, "locked"]);
      }
    }
    // A session with an unlocked journal repeats both, and nothing changes.
    await openJournal(at.diary, firstSession);
    ok(await firstSession.call("updateEntry", { ...edit("one"), key: keyBeforeLock }));
    const { entry } = ok(await firstSession.call("getEntry", { params }));
    expect([entry.plaintext_body, entry.revision]).toEqual([`${marker.body} two`, 4]);
  },
);

it("a new password keeps the encryption, unless the command names another lock type", async () => {
  await lockJournal(at.diary, lockTypes.encryption, { remember_password: true, auto: true });
  await openJournal(at.diary, at.diary.firstSession);
  const { lock_type: _, ...form } = lockForm(lockTypes.encryption, "another good password");
  expect(ok(await putJournal({ ...form, current_password: password })).journal).toEqual(
    expect.objectContaining({ lock_type_id: lockTypes.encryption, remember_password: true, auto_lock: true }),
  );
  const weaker = { ...lockForm(lockTypes.password), auto: false, current_password: "another good password" };
  expect(ok(await putJournal(weaker)).journal).toEqual(
    expect.objectContaining({ lock_type_id: lockTypes.password, remember_password: true, auto_lock: false }),
  );
  await openJournal(at.diary, at.diary.firstSession);
  expect(visibleTexts(await list())).toContain(marker.title);
});

it("only PRO may encrypt; without PRO, an encrypted journal stays usable and can be decrypted", async () => {
  const { firstSession } = at.diary;
  await lockJournal(at.diary, lockTypes.encryption);
  const endDate = new Date(Date.now() - 1000).toISOString();
  const { store, clock } = at.daybook.platform;
  const { grantMembership } = await import("@daybook/bin/account/grant-membership");
  const userId = firstSession.session?.user.id ?? 0;
  const membership = { level: "pro", packageName: "standard", subscriptionLength: 1 } as const;
  await grantMembership(store, userId, { ...membership, expiresAt: endDate, autoRenew: false }, clock.now());
  await openJournal(at.diary, firstSession);
  ok(await list());
  ok(await putJournal({ unlock: true, lock_type: lockTypes.none, plain_password: password }));
  expect(refusal(await putJournal(lockForm(lockTypes.encryption)))).toEqual([403, "pro_required"]);
  ok(await putJournal(lockForm(lockTypes.password)));
});

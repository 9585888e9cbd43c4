import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import {
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

const readLockType = async () =>
  ok(await setup.diary.firstSession.call("getJournal", { params: { journalId: setup.diary.journalId } }))
    .journal.lock_type_id;
const unlock = { unlock: true, plain_password: password };

describe("deleting a journal forever", () => {
  const erase = (body: object = {}) =>
    setup.diary.firstSession.call("deleteJournal", {
      params: { journalId: setup.diary.journalId },
      query: { permanent: "true" },
      body,
      key: randomUUID(),
    });
  const updateEntry = (body: object) => {
    const { firstSession, journalId, entryId } = setup.diary;
    return firstSession.call("updateEntry", { params: { journalId, entryId }, body, key: randomUUID() });
  };

  it.each([false, true])(
    "deleting a journal forever is refused while one of its entries has a closed lock (journal in the trash: %s)",
    async (isTrashed) => {
      const { firstSession, journalId, entryId } = setup.diary;
      ok(await updateEntry(lockForm(lockTypes.password)));
      if (isTrashed) ok(await firstSession.call("deleteJournal", { params: { journalId } }));
      const refusedAnswer = await erase();
      expect(refusal(refusedAnswer)).toEqual([423, "locked"]);
      expect(!refusedAnswer.ok && refusedAnswer.body).toMatchObject({
        locked: "entry",
        lock_type_id: lockTypes.password,
        password_hint: marker.hint,
        entries: [{ entry: { id: Number(entryId), title: marker.title } }],
      });
      if (isTrashed) ok(await updateJournal({ restore: true }));
      ok(await updateEntry(unlock));
      if (isTrashed) ok(await firstSession.call("deleteJournal", { params: { journalId } }));
      ok(await erase());
      expect((await listEntries()).status).toBe(404);
    },
  );

  it("deleting a locked journal with a locked entry forever is refused, and no entry is named while the journal is closed", async () => {
    ok(await updateEntry(lockForm(lockTypes.password)));
    await lockJournal(setup.diary, lockTypes.encryption);
    expect(refusal(await erase({}))).toEqual([422, "wrong_password"]);
    const refusedAnswer = await erase({ plain_password: password });
    expect(refusal(refusedAnswer)).toEqual([423, "locked"]);
    expect(JSON.stringify(refusedAnswer.body)).not.toContain(marker.title);
    await unlockJournal(setup.diary, setup.diary.firstSession);
    ok(await updateEntry({ ...unlock, lock_type: lockTypes.none }));
    ok(await erase({ plain_password: password }));
  });
});

describe("changing locks", () => {
  it.each(namedLockTypes)(
    "a lock of type %s gets another password only with the current one, even while it is open, and is closed afterwards",
    async (_, type) => {
      await lockJournal(setup.diary, type);
      const otherLock = lockForm(type, "another good password");
      const { firstSession, secondSession } = setup.diary;
      const expectRefusals = async () => {
        for (const current of [{}, { current_password: "guess" }, { current_password: "" }]) {
          const answer = await updateJournal({ ...otherLock, ...current });
          expect([...refusal(answer), !answer.ok && Object.keys(answer.body.fields ?? {})]).toEqual([
            422,
            "wrong_password",
            ["current_password"],
          ]);
        }
      };
      await expectRefusals();
      await unlockJournal(setup.diary, firstSession);
      await expectRefusals();
      ok(await listEntries());
      const changedReply = ok(await updateJournal({ ...otherLock, current_password: password }));
      expect(changedReply.journal.is_unlocked).toBe(false);
      expect(refusal(await listEntries())).toEqual([423, "locked"]);
      expect(refusal(await updateJournal(unlock))).toEqual([422, "wrong_password"]);
      // The current password is enough; the journal need not be unlocked first.
      ok(
        await updateJournal({ ...lockForm(type), current_password: "another good password" }, secondSession),
      );
      expect(refusal(await listEntries(secondSession))).toEqual([423, "locked"]);
      await unlockJournal(setup.diary, secondSession);
      expect(ok(await listEntries(secondSession)).entries.map(({ entry }) => entry.title)).toContain(
        marker.title,
      );
    },
  );

  it.each([
    ["password", "encryption"],
    ["encryption", "password"],
  ] as const)(
    "a lock of type %s is not converted to type %s without its password, even while it is open",
    async (from, to) => {
      await lockJournal(setup.diary, lockTypes[from]);
      const otherLock = lockForm(lockTypes[to], "another good password");
      expect(refusal(await updateJournal(otherLock))).toEqual([422, "wrong_password"]);
      await unlockJournal(setup.diary, setup.diary.firstSession);
      expect(refusal(await updateJournal(otherLock))).toEqual([422, "wrong_password"]);
      expect(await readLockType()).toBe(lockTypes[from]);
      ok(await updateJournal({ ...otherLock, current_password: password }));
      expect(await readLockType()).toBe(lockTypes[to]);
      await unlockJournal(setup.diary, setup.diary.firstSession, "another good password");
      expect(ok(await listEntries()).entries).toHaveLength(2);
    },
  );

  it("the lock of an entry changes only with its password, even while it is open", async () => {
    const { firstSession, journalId, entryId } = setup.diary;
    const updateEntry = (body: object) =>
      firstSession.call("updateEntry", { params: { journalId, entryId }, body });
    ok(await updateEntry(lockForm(lockTypes.password)));
    const otherLock = lockForm(lockTypes.password, "another good password");
    expect(refusal(await updateEntry(otherLock))).toEqual([422, "wrong_password"]);
    ok(await updateEntry(unlock));
    expect(refusal(await updateEntry(otherLock))).toEqual([422, "wrong_password"]);
    ok(await updateEntry({ ...otherLock, current_password: password }));
    expect(refusal(await updateEntry(unlock))).toEqual([422, "wrong_password"]);
    ok(await updateEntry({ unlock: true, plain_password: "another good password" }));
  });
});

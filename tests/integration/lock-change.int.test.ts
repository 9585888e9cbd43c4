import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import {
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

const lockTypeSeen = async () =>
  ok(await at.diary.firstSession.call("getJournal", { params: { journalId: at.diary.journalId } })).journal
    .lock_type_id;
const unlock = { unlock: true, plain_password: password };

describe("deleting a journal forever", () => {
  const erase = (body: object = {}) =>
    at.diary.firstSession.call("deleteJournal", {
      params: { journalId: at.diary.journalId },
      query: { permanent: "true" },
      body,
      key: randomUUID(),
    });
  const putEntry = (body: object) => {
    const { firstSession, journalId, entryId } = at.diary;
    return firstSession.call("updateEntry", { params: { journalId, entryId }, body, key: randomUUID() });
  };

  it.each([false, true])(
    "is refused while an entry in it has a closed lock (trashed: %s)",
    async (isTrashed) => {
      const { firstSession, journalId, entryId } = at.diary;
      ok(await putEntry(lockForm(lockTypes.password)));
      if (isTrashed) ok(await firstSession.call("deleteJournal", { params: { journalId } }));
      const refusedAnswer = await erase();
      expect(refusal(refusedAnswer)).toEqual([423, "locked"]);
      expect(!refusedAnswer.ok && refusedAnswer.body).toMatchObject({
        locked: "entry",
        lock_type_id: lockTypes.password,
        password_hint: marker.hint,
        entries: [{ entry: { id: Number(entryId), title: marker.title } }],
      });
      if (isTrashed) ok(await putJournal({ restore: true }));
      ok(await putEntry(unlock));
      if (isTrashed) ok(await firstSession.call("deleteJournal", { params: { journalId } }));
      ok(await erase());
      expect((await list()).status).toBe(404);
    },
  );

  it("with its own lock needs the passwords of the entries too, and names none while it is closed", async () => {
    ok(await putEntry(lockForm(lockTypes.password)));
    await lockJournal(at.diary, lockTypes.encryption);
    expect(refusal(await erase({}))).toEqual([422, "wrong_password"]);
    const refusedAnswer = await erase({ plain_password: password });
    expect(refusal(refusedAnswer)).toEqual([423, "locked"]);
    expect(JSON.stringify(refusedAnswer.body)).not.toContain(marker.title);
    await openJournal(at.diary, at.diary.firstSession);
    ok(await putEntry({ ...unlock, lock_type: lockTypes.none }));
    ok(await erase({ plain_password: password }));
  });
});

describe("a lock", () => {
  it.each([lockTypes.password, lockTypes.encryption] as const)(
    "gets another password only with the current one, open or not, which closes it (type %i)",
    async (type) => {
      await lockJournal(at.diary, type);
      const otherLock = lockForm(type, "another good password");
      const { firstSession, secondSession } = at.diary;
      const refuseBoth = async () => {
        for (const current of [{}, { current_password: "guess" }, { current_password: "" }]) {
          const answer = await putJournal({ ...otherLock, ...current });
          expect([...refusal(answer), !answer.ok && Object.keys(answer.body.fields ?? {})]).toEqual([
            422,
            "wrong_password",
            ["current_password"],
          ]);
        }
      };
      await refuseBoth();
      await openJournal(at.diary, firstSession);
      await refuseBoth();
      ok(await list());
      const changedReply = ok(await putJournal({ ...otherLock, current_password: password }));
      expect(changedReply.journal.is_unlocked).toBe(false);
      expect(refusal(await list())).toEqual([423, "locked"]);
      expect(refusal(await putJournal(unlock))).toEqual([422, "wrong_password"]);
      // The current password is enough; the journal need not be unlocked first.
      ok(await putJournal({ ...lockForm(type), current_password: "another good password" }, secondSession));
      expect(refusal(await list(secondSession))).toEqual([423, "locked"]);
      await openJournal(at.diary, secondSession);
      expect(ok(await list(secondSession)).entries.map(({ entry }) => entry.title)).toContain(marker.title);
    },
  );

  it.each([
    [lockTypes.password, lockTypes.encryption],
    [lockTypes.encryption, lockTypes.password],
  ] as const)("is not converted without its password, open or not (type %i to %i)", async (from, to) => {
    await lockJournal(at.diary, from);
    const converted = lockForm(to, "another good password");
    expect(refusal(await putJournal(converted))).toEqual([422, "wrong_password"]);
    await openJournal(at.diary, at.diary.firstSession);
    expect(refusal(await putJournal(converted))).toEqual([422, "wrong_password"]);
    expect(await lockTypeSeen()).toBe(from);
    ok(await putJournal({ ...converted, current_password: password }));
    expect(await lockTypeSeen()).toBe(to);
    await openJournal(at.diary, at.diary.firstSession, "another good password");
    expect(ok(await list()).entries).toHaveLength(2);
  });

  it("of an entry changes only with its password, open or not", async () => {
    const { firstSession, journalId, entryId } = at.diary;
    const put = (body: object) => firstSession.call("updateEntry", { params: { journalId, entryId }, body });
    ok(await put(lockForm(lockTypes.password)));
    const otherLock = lockForm(lockTypes.password, "another good password");
    expect(refusal(await put(otherLock))).toEqual([422, "wrong_password"]);
    ok(await put(unlock));
    expect(refusal(await put(otherLock))).toEqual([422, "wrong_password"]);
    ok(await put({ ...otherLock, current_password: password }));
    expect(refusal(await put(unlock))).toEqual([422, "wrong_password"]);
    ok(await put({ unlock: true, plain_password: "another good password" }));
  });
});

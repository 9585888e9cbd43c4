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

const readJournal = async (session = setup.diary.firstSession) =>
  ok(await session.call("getJournal", { params: { journalId: setup.diary.journalId } })).journal;
const unlock = { unlock: true, plain_password: password };
const lockRemoval = { ...unlock, lock_type: lockTypes.none };

const form = lockForm(lockTypes.password);

describe("lock commands", () => {
  it.each([
    ["a short password", { ...form, plain_password: "short", retype_password: "short" }, "plain_password"],
    ["a different retyped password", { ...form, retype_password: "by water home" }, "retype_password"],
    ["no hint", { ...form, password_hint: " " }, "password_hint"],
    ["a hint that contains the password", { ...form, password_hint: `It's ${password}` }, "password_hint"],
    ["a long hint", { ...form, password_hint: "x".repeat(201) }, "password_hint"],
    ["the lock type none", { ...form, lock_type: lockTypes.none }, "lock_type"],
    ["the fields to lock and to unlock", { ...form, unlock: true }, "unlock"],
    ["no password to unlock", { unlock: true }, "plain_password"],
    [
      "a guessable password to encrypt with",
      { ...lockForm(lockTypes.encryption), plain_password: "password", retype_password: "password" },
      "plain_password",
    ],
    ["the field to close a lock that does not exist", { lock: true, use_stored_password: true }, "lock"],
    ["automatic closing of a lock that does not exist", { auto: true }, "lock"],
  ] as const)("a lock command with %s is refused, and locks nothing", async (_, body, field) => {
    const answer = await updateJournal(body);
    expect(refusal(answer)).toEqual([422, "invalid"]);
    expect(Object.keys((!answer.ok && answer.body.fields) || {})).toEqual([field]);
    expect((await readJournal()).lock_type_id).toBe(lockTypes.none);
  });

  it("a single entry cannot be encrypted, and a journal in the trash cannot be locked", async () => {
    const { firstSession, journalId, entryId } = setup.diary;
    const answer = await firstSession.call("updateEntry", {
      params: { journalId, entryId },
      body: lockForm(lockTypes.encryption),
    });
    expect([...refusal(answer), !answer.ok && answer.body.fields]).toEqual([
      422,
      "invalid",
      { lock_type: "Only a whole journal can be encrypted." },
    ]);
    ok(await firstSession.call("deleteJournal", { params: { journalId } }));
    expect(refusal(await updateJournal(lockForm(lockTypes.password)))).toEqual([422, "journal_trashed"]);
  });
});

describe("locks of journals", () => {
  it("a journal's lock shows its type and settings, but not the password", async () => {
    const lockReply = await lockJournal(setup.diary, lockTypes.password, {
      remember_password: true,
      auto: true,
    });
    expect(lockReply.journal).toEqual(
      expect.objectContaining({
        lock_type_id: lockTypes.password,
        is_unlocked: false,
        password_hint: marker.hint,
        remember_password: true,
        auto_lock: true,
        name: "Samuel’s Journal",
        entries: { total_entries: 2 },
      }),
    );
    expect(Object.keys(lockReply)).toEqual(["journal"]);
    expect(JSON.stringify(lockReply)).not.toContain(password);
  });

  it("a journal's lock refuses a wrong password with a 422, and too many with a 429 in every session", async () => {
    await lockJournal(setup.diary, lockTypes.password);
    for (let tries = 0; tries < 5; tries++) {
      const session = tries % 2 ? setup.diary.firstSession : setup.diary.secondSession;
      const wrongAnswer = await updateJournal({ unlock: true, plain_password: `guess ${tries}` }, session);
      expect([...refusal(wrongAnswer), !wrongAnswer.ok && wrongAnswer.body.fields]).toEqual([
        422,
        "wrong_password",
        { plain_password: "This is not the password of this journal." },
      ]);
    }
    for (const session of [setup.diary.firstSession, setup.diary.secondSession]) {
      expect(refusal(await updateJournal(unlock, session))).toEqual([429, "rate_limited"]);
      expect(refusal(await updateJournal(lockRemoval, session))).toEqual([429, "rate_limited"]);
    }
    expect(refusal(await listEntries())).toEqual([423, "locked"]);
  });

  it("a journal's lock forgets wrong passwords when the right one opens the journal", async () => {
    await lockJournal(setup.diary, lockTypes.password);
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 3; tries++) await updateJournal({ unlock: true, plain_password: "guess" });
      ok(await updateJournal(unlock));
    }
    ok(await listEntries());
  });

  it("a journal's lock stays open after a refresh and another session's log-out, and closes at log-out", async () => {
    await lockJournal(setup.diary, lockTypes.encryption);
    await unlockJournal(setup.diary, setup.diary.firstSession);
    setup.diary.firstSession.setSession(ok(await setup.diary.firstSession.call("refreshToken")));
    ok(await listEntries());
    await unlockJournal(setup.diary, setup.diary.secondSession);
    ok(await setup.diary.secondSession.call("logout"));
    ok(await listEntries());
    const { rows } = await setup.daybook.platform.pools.durable.query(
      "SELECT stream FROM vault.open_locks WHERE stream = $1",
      [`journal-${setup.diary.journalId}`],
    );
    expect(rows).toHaveLength(1);
  });

  it("a journal's lock can be closed without a password only if it remembers one, or encrypts", async () => {
    const lockAgain = { lock: true, use_stored_password: true };
    await lockJournal(setup.diary, lockTypes.password);
    await unlockJournal(setup.diary, setup.diary.firstSession);
    const refusedAnswer = await updateJournal(lockAgain);
    expect([
      ...refusal(refusedAnswer),
      !refusedAnswer.ok && Object.keys(refusedAnswer.body.fields ?? {}),
    ]).toEqual([422, "invalid", ["plain_password"]]);
    const currentPassword = { current_password: password };
    ok(await updateJournal({ ...lockForm(lockTypes.password), ...currentPassword, remember_password: true }));
    await unlockJournal(setup.diary, setup.diary.firstSession);
    ok(await updateJournal(lockAgain, setup.diary.secondSession));
    expect(refusal(await listEntries())).toEqual([423, "locked"]);
    await unlockJournal(setup.diary, setup.diary.firstSession);
    ok(await updateJournal({ ...lockForm(lockTypes.encryption), ...currentPassword }));
    await unlockJournal(setup.diary, setup.diary.firstSession);
    ok(await updateJournal(lockAgain, setup.diary.secondSession));
    expect(refusal(await listEntries())).toEqual([423, "locked"]);
  });

  it.each(namedLockTypes)(
    "a lock of type %s is removed with its password, and everything is readable again",
    async (_, type) => {
      await lockJournal(setup.diary, type);
      expect(refusal(await updateJournal({ ...lockRemoval, plain_password: "guess" }))).toEqual([
        422,
        "wrong_password",
      ]);
      const removalReply = ok(await updateJournal(lockRemoval));
      expect([
        removalReply.journal.lock_type_id,
        removalReply.journal.is_unlocked,
        removalReply.journal.password_hint,
      ]).toEqual([lockTypes.none, true, null]);
      for (const session of [setup.diary.firstSession, setup.diary.secondSession])
        expect(ok(await listEntries(session)).entries).toHaveLength(2);
      ok(await updateJournal(lockRemoval));
    },
  );

  it("a journal can be renamed, trashed and restored while its lock is closed", async () => {
    const { firstSession, journalId } = setup.diary;
    await lockJournal(setup.diary, lockTypes.encryption);
    expect(ok(await updateJournal({ name: "Tangier" })).journal.name).toBe("Tangier");
    ok(await firstSession.call("deleteJournal", { params: { journalId } }));
    ok(await updateJournal({ restore: true }));
    expect(refusal(await listEntries())).toEqual([423, "locked"]);
    await unlockJournal(setup.diary, firstSession);
    expect(ok(await listEntries()).journal.name).toBe("Tangier");
  });

  it("the unlocking of a journal is in the activity list, and changes of its lock are in the event log", async () => {
    await lockJournal(setup.diary, lockTypes.password);
    await unlockJournal(setup.diary, setup.diary.secondSession);
    const { activities } = ok(await setup.diary.firstSession.call("listActivity"));
    expect(activities.map(({ activity }) => activity.kind)).toContain("unlock");
    await lockJournal(setup.diary, lockTypes.password, { current_password: password });
    ok(await updateJournal(lockRemoval));
    const events = await setup.daybook.platform.store.readStream(`journal-${setup.diary.journalId}`, {
      from: 1,
      limit: 100,
    });
    expect(events.map(({ type }) => type)).toEqual(["JournalLocked", "JournalLocked", "JournalLockRemoved"]);
    expect(JSON.stringify(events)).not.toContain(marker.hint);
  });
});

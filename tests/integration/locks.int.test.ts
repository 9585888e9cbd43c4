import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it, vi } from "vitest";
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

const journalSeen = async (session = at.diary.firstSession) =>
  ok(await session.call("getJournal", { params: { journalId: at.diary.journalId } })).journal;
const unlock = { unlock: true, plain_password: password };
const lockRemoval = { ...unlock, lock_type: lockTypes.none };

const form = lockForm(lockTypes.password);

describe("the form that sets a lock", () => {
  it.each([
    ["a short password", { ...form, plain_password: "short", retype_password: "short" }, "plain_password"],
    ["another retyped password", { ...form, retype_password: "by water home" }, "retype_password"],
    ["no hint", { ...form, password_hint: " " }, "password_hint"],
    ["a hint that contains the password", { ...form, password_hint: `It's ${password}` }, "password_hint"],
    ["a long hint", { ...form, password_hint: "x".repeat(201) }, "password_hint"],
    ["no kind of lock", { ...form, lock_type: lockTypes.none }, "lock_type"],
    ["both at once", { ...form, unlock: true }, "unlock"],
    ["no password to open it", { unlock: true }, "plain_password"],
    [
      "a guessable password to encrypt with",
      { ...lockForm(lockTypes.encryption), plain_password: "password", retype_password: "password" },
      "plain_password",
    ],
    ["nothing to close", { lock: true, use_stored_password: true }, "lock"],
    ["nothing to close by itself", { auto: true }, "lock"],
  ] as const)("with %s is refused, and locks nothing", async (_, body, field) => {
    const answer = await putJournal(body);
    expect(refusal(answer)).toEqual([422, "invalid"]);
    expect(Object.keys((!answer.ok && answer.body.fields) || {})).toEqual([field]);
    expect((await journalSeen()).lock_type_id).toBe(lockTypes.none);
  });

  it("cannot encrypt a single entry, nor a journal in the trash", async () => {
    const { firstSession, journalId, entryId } = at.diary;
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
    expect(refusal(await putJournal(lockForm(lockTypes.password)))).toEqual([422, "journal_trashed"]);
  });
});

describe("a journal's lock", () => {
  it("shows its type and settings, but not the password", async () => {
    const lockReply = await lockJournal(at.diary, lockTypes.password, {
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
  });

  it("opens only with its password; a wrong one is a 422, and too many a 429 in every session", async () => {
    await lockJournal(at.diary, lockTypes.password);
    for (let tries = 0; tries < 5; tries++) {
      const session = tries % 2 ? at.diary.firstSession : at.diary.secondSession;
      const wrongAnswer = await putJournal({ unlock: true, plain_password: `guess ${tries}` }, session);
      expect([...refusal(wrongAnswer), !wrongAnswer.ok && wrongAnswer.body.fields]).toEqual([
        422,
        "wrong_password",
        { plain_password: "This is not the password of this journal." },
      ]);
    }
    for (const session of [at.diary.firstSession, at.diary.secondSession]) {
      expect(refusal(await putJournal(unlock, session))).toEqual([429, "rate_limited"]);
      expect(refusal(await putJournal(lockRemoval, session))).toEqual([429, "rate_limited"]);
    }
    expect(refusal(await list())).toEqual([423, "locked"]);
  });

  it("can be opened any number of times after one wrong password", async () => {
    await lockJournal(at.diary, lockTypes.password);
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 3; tries++) await putJournal({ unlock: true, plain_password: "guess" });
      ok(await putJournal(unlock));
    }
    ok(await list());
  });

  it("stays open after a refresh and another session's log-out, and closes at log-out", async () => {
    await lockJournal(at.diary, lockTypes.encryption);
    await openJournal(at.diary, at.diary.firstSession);
    at.diary.firstSession.setSession(ok(await at.diary.firstSession.call("refreshToken")));
    ok(await list());
    await openJournal(at.diary, at.diary.secondSession);
    ok(await at.diary.secondSession.call("logout"));
    ok(await list());
    const { rows } = await at.daybook.platform.pools.durable.query(
      "SELECT stream FROM vault.open_locks WHERE stream = $1",
      [`journal-${at.diary.journalId}`],
    );
    expect(rows).toHaveLength(1);
  });

  it("can be closed without a password only if it remembers one, or encrypts", async () => {
    const closeBody = { lock: true, use_stored_password: true };
    await lockJournal(at.diary, lockTypes.password);
    await openJournal(at.diary, at.diary.firstSession);
    const refusedAnswer = await putJournal(closeBody);
    expect([
      ...refusal(refusedAnswer),
      !refusedAnswer.ok && Object.keys(refusedAnswer.body.fields ?? {}),
    ]).toEqual([422, "invalid", ["plain_password"]]);
    const current = { current_password: password };
    ok(await putJournal({ ...lockForm(lockTypes.password), ...current, remember_password: true }));
    await openJournal(at.diary, at.diary.firstSession);
    ok(await putJournal(closeBody, at.diary.secondSession));
    expect(refusal(await list())).toEqual([423, "locked"]);
    await openJournal(at.diary, at.diary.firstSession);
    ok(await putJournal({ ...lockForm(lockTypes.encryption), ...current }));
    await openJournal(at.diary, at.diary.firstSession);
    ok(await putJournal(closeBody, at.diary.secondSession));
    expect(refusal(await list())).toEqual([423, "locked"]);
  });

  it.each([lockTypes.password, lockTypes.encryption] as const)(
    "is removed with its password, and everything is readable again (type %i)",
    async (type) => {
      await lockJournal(at.diary, type);
      expect(refusal(await putJournal({ ...lockRemoval, plain_password: "guess" }))).toEqual([
        422,
        "wrong_password",
      ]);
      const unlockedReply = ok(await putJournal(lockRemoval));
      expect([
        unlockedReply.journal.lock_type_id,
        unlockedReply.journal.is_unlocked,
        unlockedReply.journal.password_hint,
      ]).toEqual([1, true, null]);
      for (const session of [at.diary.firstSession, at.diary.secondSession])
        expect(ok(await list(session)).entries).toHaveLength(2);
      ok(await putJournal(lockRemoval));
    },
  );

  it("closes after 15 minutes without use, unless auto-lock is off", async () => {
    const { firstSession, journalId } = at.diary;
    const { pools } = at.daybook.platform;
    const setIdle = (minutes: number) =>
      pools.durable.query(
        "UPDATE vault.open_locks SET last_used_at = last_used_at - $2 * interval '1 minute' WHERE stream = $1",
        [`journal-${journalId}`, minutes],
      );
    await lockJournal(at.diary, lockTypes.password, { auto: true });
    await openJournal(at.diary, firstSession);
    await setIdle(14);
    ok(await list());
    for (let tries = 0; tries < 1_200; tries++) {
      const { rows } = await pools.durable.query<{ used: boolean }>(
        "SELECT last_used_at > now() - interval '1 minute' AS used FROM vault.open_locks WHERE stream = $1",
        [`journal-${journalId}`],
      );
      if (rows[0]?.used) break;
    }
    await setIdle(14);
    ok(await list());
    await setIdle(16);
    expect((await journalSeen()).is_unlocked).toBe(false);
    expect(refusal(await list())).toEqual([423, "locked"]);
    expect(refusal(await firstSession.call("disableAutoLock", { params: { journalId } }))).toEqual([
      423,
      "locked",
    ]);
    await openJournal(at.diary, firstSession);
    const turnedOff = ok(await firstSession.call("disableAutoLock", { params: { journalId } }));
    expect(turnedOff.journal.auto_lock).toBe(false);
    await setIdle(60);
    ok(await list());
    expect(ok(await putJournal({ auto: true })).journal.auto_lock).toBe(true);
    expect(refusal(await list())).toEqual([423, "locked"]);
  });

  it("closes after 15 minutes although its owner reads the journal list and 'On this day'", async () => {
    const { firstSession, journalId } = at.diary;
    const { pools } = at.daybook.platform;
    const createdAnswer = await firstSession.call("createJournal", {
      body: { name: "Other" },
      key: randomUUID(),
    });
    const otherId = String(ok(createdAnswer).journal.id);
    for (const diary of [at.diary, { ...at.diary, journalId: otherId }]) {
      await lockJournal(diary, lockTypes.password, { auto: true });
      await openJournal(diary, firstSession);
    }
    const [stream, otherStream] = [`journal-${journalId}`, `journal-${otherId}`];
    await pools.durable.query(
      "UPDATE vault.open_locks SET last_used_at = last_used_at - interval '14 minutes' WHERE stream = ANY ($1)",
      [[stream, otherStream]],
    );
    const wasUsed = async (name: string) => {
      const { rows } = await pools.durable.query<{ used: boolean }>(
        "SELECT last_used_at > now() - interval '13 minutes' AS used FROM vault.open_locks WHERE stream = $1",
        [name],
      );
      return rows[0]?.used;
    };
    ok(await firstSession.call("onThisDay"));
    ok(await firstSession.call("listJournals"));
    // The server notes a use in the background, after the answer. When it has noted this later use, it has noted all earlier ones.
    ok(await firstSession.call("listEntries", { params: { journalId: otherId } }));
    await vi.waitFor(async () => expect(await wasUsed(otherStream)).toBe(true), 60_000);
    expect(await wasUsed(stream)).toBe(false);
  });

  it("removes its entries from the counts of their tags, as an entry's own lock does", async () => {
    const { firstSession, secondSession, journalId, entryId, otherEntryId } = at.diary;
    const entries = [Number(entryId), Number(otherEntryId)];
    const { tag } = ok(
      await firstSession.call("createTag", { body: { name: "Navy", entries_added_to: entries } }),
    );
    const tagOnOneEntry = { name: "Pepys", entries_added_to: entries.slice(0, 1) };
    const { tag: otherTag } = ok(await firstSession.call("createTag", { body: tagOnOneEntry }));
    const tagCounts = async (session: typeof firstSession, query: { journal_id?: string } = {}) =>
      ok(await session.call("listTags", { query })).tags.map(({ tag: { name, total_entries: total } }) => [
        name,
        total,
      ]);
    const lock = { params: { journalId, entryId }, body: lockForm(lockTypes.password) };
    ok(await firstSession.call("updateEntry", lock));
    const params = { tagId: String(tag.id) };
    for (const session of [firstSession, secondSession]) {
      expect(await tagCounts(session)).toEqual([
        ["Navy", 1],
        ["Pepys", 0],
      ]);
      expect(await tagCounts(session, { journal_id: journalId })).toEqual([["Navy", 1]]);
      expect(ok(await session.call("getTag", { params })).tag.total_entries).toBe(1);
    }
    const unlockBody = { unlock: true, plain_password: password };
    ok(await secondSession.call("updateEntry", { params: lock.params, body: unlockBody }));
    expect(await tagCounts(secondSession, { journal_id: journalId })).toEqual([
      ["Navy", 2],
      ["Pepys", 1],
    ]);
    expect(await tagCounts(firstSession, { journal_id: journalId })).toEqual([["Navy", 1]]);

    await lockJournal(at.diary, lockTypes.password);
    await openJournal(at.diary, secondSession);
    const reply = ok(await firstSession.call("search", { query: { query: "Navy", field: "tags" } }));
    expect(reply.tags.map((hit) => hit.tag)).toEqual([{ ...tag, total_entries: 0 }]);
    const renamedAnswer = await firstSession.call("updateTag", {
      params: { tagId: String(otherTag.id) },
      body: { name: "Sam" },
    });
    expect(ok(renamedAnswer).tag).toEqual({ ...otherTag, name: "Sam", total_entries: 0 });
    expect(await tagCounts(firstSession)).toEqual([
      ["Navy", 0],
      ["Sam", 0],
    ]);
    expect(await tagCounts(secondSession)).toEqual([
      ["Navy", 2],
      ["Sam", 1],
    ]);
  });

  it("can be renamed, trashed and restored while it is closed", async () => {
    const { firstSession, journalId } = at.diary;
    await lockJournal(at.diary, lockTypes.encryption);
    expect(ok(await putJournal({ name: "Tangier" })).journal.name).toBe("Tangier");
    ok(await firstSession.call("deleteJournal", { params: { journalId } }));
    ok(await putJournal({ restore: true }));
    expect(refusal(await list())).toEqual([423, "locked"]);
    await openJournal(at.diary, firstSession);
    expect(ok(await list()).journal.name).toBe("Tangier");
  });

  it("appears in the activity list and in the event log", async () => {
    await lockJournal(at.diary, lockTypes.password);
    await openJournal(at.diary, at.diary.secondSession);
    const { activities } = ok(await at.diary.firstSession.call("listActivity"));
    expect(activities.map(({ activity }) => activity.kind)).toContain("unlock");
    await lockJournal(at.diary, lockTypes.password, { current_password: password });
    ok(await putJournal(lockRemoval));
    const events = await at.daybook.platform.store.readStream(`journal-${at.diary.journalId}`, {
      from: 1,
      limit: 100,
    });
    expect(events.map(({ type }) => type)).toEqual(["JournalLocked", "JournalLocked", "JournalLockRemoved"]);
    expect(JSON.stringify(events)).not.toContain(marker.hint);
  });
});

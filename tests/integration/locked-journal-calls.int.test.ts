import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { rows } from "./contract-rows.ts";
import { allowedOnLockedJournal, findShownTexts, idsOf, journalCalls } from "./locked-calls.ts";
import {
  allTexts,
  type LockableDiary,
  lockForm,
  lockJournal,
  marker,
  namedLockTypes,
  password,
  refusal,
  unlockJournal,
  writeDiary,
} from "./lockable-diary.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let otherUrl: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
  otherUrl = await daybook.startAnotherApi();
});

describe.each(namedLockTypes)("closed locks of type %s", (_, type) => {
  let diary: LockableDiary;
  beforeAll(async () => {
    diary = await writeDiary(daybook, otherUrl);
    expect(await findShownTexts(diary, diary.secondSession)).toEqual(allTexts);
    await lockJournal(diary, type);
  });

  it.each(journalCalls.filter((name) => !allowedOnLockedJournal.includes(name)))(
    "a locked journal refuses the call %s with 423 and the hint, in every session and process",
    async (name) => {
      for (const session of [diary.firstSession, diary.secondSession]) {
        const answer = await session.call(name, {
          ...rows[name].input(idsOf(diary)),
          key: randomUUID(),
        });
        expect(refusal(answer)).toEqual([423, "locked"]);
        expect(answer.body).toHaveProperty("password_hint", marker.hint);
        expect(answer.body).toHaveProperty("lock_type_id", type);
        for (const text of allTexts) expect(JSON.stringify(answer.body)).not.toContain(text);
      }
    },
  );

  it("a locked journal does not exist for other people", async () => {
    const stranger = await daybook.newPerson();
    for (const name of journalCalls) {
      const answer = await stranger.call(name, rows[name].input(idsOf(diary)));
      expect(refusal(answer)).toEqual([404, "not_found"]);
      expect(JSON.stringify(answer.body)).not.toContain(marker.hint);
    }
  });

  it("a locked journal is in the journal list, without its content", async () => {
    for (const session of [diary.firstSession, diary.secondSession]) {
      const { journals } = ok(await session.call("listJournals"));
      expect(journals[0]?.journal).toEqual(
        expect.objectContaining({ lock_type_id: type, is_unlocked: false, password_hint: marker.hint }),
      );
      expect(await findShownTexts(diary, session)).toEqual([]);
    }
  });

  it("a locked journal opens only for the session that gives the password", async () => {
    await unlockJournal(diary, diary.secondSession);
    expect(await findShownTexts(diary, diary.secondSession)).toEqual(allTexts);
    expect(await findShownTexts(diary, diary.firstSession)).toEqual([]);
    const journal = ok(
      await diary.secondSession.call("getJournal", { params: { journalId: diary.journalId } }),
    );
    expect(journal.journal.is_unlocked).toBe(true);
  });

  it("an unlocked journal closes immediately in every session and process when one session closes it", async () => {
    const { firstSession, secondSession, journalId } = diary;
    const params = { journalId };
    const rememberBody = { ...lockForm(type), current_password: password, remember_password: true };
    ok(await secondSession.call("updateJournal", { params, body: rememberBody }));
    for (const session of [firstSession, secondSession]) {
      await unlockJournal(diary, session);
      expect(ok(await session.call("listEntries", { params })).entries).toHaveLength(2);
    }
    const body = { lock: true, use_stored_password: true };
    const lockReply = ok(await secondSession.call("updateJournal", { params, body }));
    expect(lockReply.journal.is_unlocked).toBe(false);
    for (const session of [firstSession, secondSession]) {
      expect(await findShownTexts(diary, session)).toEqual([]);
    }
  });
});

import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { type CallName, methodAndPath, paths } from "@daybook/domain/contract/paths";
import { beforeAll, describe, expect, it } from "vitest";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { rows, type PersonIds } from "./contract-rows.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import {
  allTexts,
  type LockedDiary,
  lockForm,
  lockJournal,
  marker,
  unlockJournal,
  password,
  refusal,
  writeDiary,
} from "./locked-diary.ts";

/** Calls that a closed journal allows: show and change what is not its content, unlock it, move it to the trash. */
const allowedOnLockedJournal: readonly CallName[] = [
  "getJournal",
  "updateJournal",
  "deleteJournal",
  "requestUnlockLink",
  "unlockByLink",
  "createCover",
  "updateCover",
  "listPageThemes",
  "getPageTheme",
  "listPadThemes",
  "getPadTheme",
  "updateComposeSetting",
  "toggleLookingGlass",
  "listReminders",
  "addReminder",
  "removeReminder",
];
/** Calls that a closed entry allows, besides the calls about its journal. */
const allowedOnLockedEntry: readonly CallName[] = [
  "updateEntry",
  "requestEntryUnlockLink",
  "unlockEntryByLink",
  "excludeFromLookingGlass",
];

const callNames = Object.keys(paths) as CallName[];
const journalCalls = callNames.filter((name) => paths[name].includes(":journalId"));
const entryCalls = callNames.filter((name) => paths[name].includes(":entryId"));
const otherReads = callNames.filter((name) => paths[name].startsWith("GET") && !journalCalls.includes(name));

let daybook: RunningDaybook;
let otherUrl: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
  otherUrl = await daybook.startAnotherApi();
});

const idsOf = ({ journalId, entryId, versionId }: LockedDiary): PersonIds => ({
  journalId,
  entryId,
  versionId,
  sessionId: "1",
  photoId: "1",
  tagId: "1",
  reminderId: "1",
});

/** GET calls that change or mail something. */
const changingGets: readonly CallName[] = ["restoreVersion", "requestDelete"];

/** Calls every read of the API, and returns the texts of the diary that the answers show. */
async function findShownTexts(diary: LockedDiary, session: RemoteDaybook): Promise<string[]> {
  const reads = [...journalCalls, ...otherReads].filter(
    (name) => methodAndPath(name).method === "GET" && !changingGets.includes(name),
  );
  const answers = [];
  for (const name of reads) answers.push(await session.call(name, rows[name].input(idsOf(diary))));
  const answersText = JSON.stringify(answers);
  return allTexts.filter((text) => answersText.includes(text));
}

describe.each([lockTypes.password, lockTypes.encryption] as const)(
  "a closed journal (lock type %i)",
  (type) => {
    let diary: LockedDiary;
    beforeAll(async () => {
      diary = await writeDiary(daybook, otherUrl);
      expect(await findShownTexts(diary, diary.secondSession)).toEqual(allTexts);
      await lockJournal(diary, type);
    });

    it.each(journalCalls.filter((name) => !allowedOnLockedJournal.includes(name)))(
      "is a 423 with its hint, in every session and process: %s",
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

    it("is a 404 for anybody else", async () => {
      const stranger = await daybook.newPerson();
      for (const name of journalCalls) {
        const answer = await stranger.call(name, rows[name].input(idsOf(diary)));
        expect(refusal(answer)).toEqual([404, "not_found"]);
        expect(JSON.stringify(answer.body)).not.toContain(marker.hint);
      }
    });

    it("is in the journal list, without its content", async () => {
      for (const session of [diary.firstSession, diary.secondSession]) {
        const { journals } = ok(await session.call("listJournals"));
        expect(journals[0]?.journal).toEqual(
          expect.objectContaining({ lock_type_id: type, is_unlocked: false, password_hint: marker.hint }),
        );
        expect(await findShownTexts(diary, session)).toEqual([]);
      }
    });

    it("opens only for the session that gives the password", async () => {
      await unlockJournal(diary, diary.secondSession);
      expect(await findShownTexts(diary, diary.secondSession)).toEqual(allTexts);
      expect(await findShownTexts(diary, diary.firstSession)).toEqual([]);
      const journal = ok(
        await diary.secondSession.call("getJournal", { params: { journalId: diary.journalId } }),
      );
      expect(journal.journal.is_unlocked).toBe(true);
    });

    it("closes at once in every session and process after a new lock command", async () => {
      const { firstSession, secondSession, journalId } = diary;
      const params = { journalId };
      await unlockJournal(diary, firstSession);
      expect(ok(await firstSession.call("listEntries", { params })).entries).toHaveLength(2);
      const repeatedBody = { ...lockForm(type), current_password: password, remember_password: true };
      ok(await secondSession.call("updateJournal", { params, body: repeatedBody }));
      await unlockJournal(diary, firstSession);
      expect(ok(await firstSession.call("listEntries", { params })).entries).toHaveLength(2);
      const body = { lock: true, use_stored_password: true };
      const lockReply = ok(await secondSession.call("updateJournal", { params, body }));
      expect(lockReply.journal.is_unlocked).toBe(false);
      for (const session of [firstSession, secondSession]) {
        expect(await findShownTexts(diary, session)).toEqual([]);
      }
    });
  },
);

describe("a closed entry in an open journal", () => {
  let diary: LockedDiary;
  beforeAll(async () => {
    diary = await writeDiary(daybook, otherUrl);
    const params = { journalId: diary.journalId, entryId: diary.entryId };
    const lockedReply = ok(
      await diary.firstSession.call("updateEntry", {
        params,
        body: lockForm(lockTypes.password),
        key: randomUUID(),
      }),
    );
    if (!lockedReply) throw new Error("no entry");
    expect(lockedReply.entry).toEqual(
      expect.objectContaining({
        locked: true,
        is_unlocked: false,
        password_hint: marker.hint,
        remember_password: false,
        auto_lock: false,
        title: marker.title,
        excerpt: "",
        word_count: 0,
        richtext_body: "",
        html_body: "",
        plaintext_body: "",
      }),
    );
  });

  it.each(entryCalls.filter((name) => !allowedOnLockedEntry.includes(name)))(
    "is a 423 with its hint, in every session and process: %s",
    async (name) => {
      for (const session of [diary.firstSession, diary.secondSession]) {
        const answer = await session.call(name, { ...rows[name].input(idsOf(diary)), key: randomUUID() });
        expect(refusal(answer)).toEqual([423, "locked"]);
        expect(answer.body).toEqual(
          expect.objectContaining({
            password_hint: marker.hint,
            lock_type_id: lockTypes.password,
            locked: "entry",
          }),
        );
      }
    },
  );

  it("refuses edits and permanent deletion, but can be trashed and restored", async () => {
    const { firstSession, journalId, entryId } = diary;
    const ids = { entry_ids: [Number(entryId)] };
    const edit = { params: { journalId, entryId }, body: { title: "Mine now" } };
    expect(refusal(await firstSession.call("updateEntry", edit))).toEqual([423, "locked"]);
    const erase = { params: { journalId }, body: { ...ids, permanent: true } };
    expect(refusal(await firstSession.call("deleteEntries", erase))).toEqual([423, "locked"]);
    ok(await firstSession.call("deleteEntries", { params: { journalId }, body: ids }));
    expect(refusal(await firstSession.call("deleteEntries", erase))).toEqual([423, "locked"]);
    ok(await firstSession.call("restoreEntries", { params: { journalId }, body: ids }));
  });

  it("shows only its title, in lists and as a neighbour of other entries", async () => {
    const { secondSession, journalId, entryId, otherEntryId } = diary;
    expect(await findShownTexts(diary, secondSession)).toEqual([marker.title]);
    const { entries } = ok(await secondSession.call("listEntries", { params: { journalId } }));
    const listedEntry = entries.find(({ entry }) => String(entry.id) === entryId)?.entry;
    expect(listedEntry).toEqual(
      expect.objectContaining({ title: marker.title, excerpt: "", word_count: 0, locked: true }),
    );
    const withNeighbours = {
      params: { journalId, entryId: otherEntryId },
      query: { previous: "10", next: "10" },
    };
    const { previous, next } = ok(await secondSession.call("getEntry", withNeighbours));
    expect([...previous, ...next].map(({ entry }) => [entry.title, entry.locked])).toEqual([
      [marker.title, true],
    ]);
  });

  it("returns the settings of its lock, like a journal", async () => {
    const { firstSession, journalId, entryId, otherEntryId } = await writeDiary(daybook, otherUrl);
    const params = { journalId, entryId };
    const readLockSettings = async () => {
      const { entries } = ok(await firstSession.call("listEntries", { params: { journalId } }));
      return entries.map(({ entry }) => [String(entry.id), entry.remember_password, entry.auto_lock]);
    };
    const body = { ...lockForm(lockTypes.password), remember_password: true, auto: true };
    const lockedReply = ok(await firstSession.call("updateEntry", { params, body }));
    expect(lockedReply?.entry).toEqual(expect.objectContaining({ remember_password: true, auto_lock: true }));
    const unlockedRow = [otherEntryId, false, false];
    expect(await readLockSettings()).toEqual(expect.arrayContaining([[entryId, true, true], unlockedRow]));
    const removeLock = { unlock: true, lock_type: lockTypes.none, plain_password: password };
    const removalReply = ok(await firstSession.call("updateEntry", { params, body: removeLock }));
    expect(removalReply?.entry).toEqual(
      expect.objectContaining({ remember_password: false, auto_lock: false }),
    );
    expect(await readLockSettings()).toEqual(expect.arrayContaining([[entryId, false, false], unlockedRow]));
  });

  it("opens for one session, which can edit it and remove its lock", async () => {
    const { firstSession, secondSession, journalId, entryId } = diary;
    const params = { journalId, entryId };
    const unlockBody = { unlock: true, plain_password: password };
    const unlockReply = ok(
      await secondSession.call("updateEntry", { params, body: unlockBody, key: randomUUID() }),
    );
    expect(unlockReply && [unlockReply.entry.is_unlocked, unlockReply.entry.plaintext_body]).toEqual([
      true,
      `${marker.body} went to bed`,
    ]);
    ok(await secondSession.call("updateEntry", { params, body: { title: "New title" }, key: randomUUID() }));
    expect(refusal(await firstSession.call("getEntry", { params }))).toEqual([423, "locked"]);
    const removeLock = { unlock: true, lock_type: lockTypes.none, plain_password: password };
    const removalReply = ok(
      await firstSession.call("updateEntry", { params, body: removeLock, key: randomUUID() }),
    );
    expect(removalReply && [removalReply.entry.locked, removalReply.entry.title]).toEqual([
      false,
      "New title",
    ]);
    expect(ok(await secondSession.call("getEntry", { params })).entry.locked).toBe(false);
  });
});

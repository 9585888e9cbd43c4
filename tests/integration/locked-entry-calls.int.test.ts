import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { rows } from "./contract-rows.ts";
import { allowedOnLockedEntry, entryCalls, findShownTexts, idsOf } from "./locked-calls.ts";
import { type LockableDiary, lockForm, marker, password, refusal, writeDiary } from "./lockable-diary.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let otherUrl: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
  otherUrl = await daybook.startAnotherApi();
});

describe("an entry with a closed lock in a journal without a lock", () => {
  let diary: LockableDiary;
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
    "refuses the call %s with 423 and the hint, in every session and process",
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

  it("returns the settings of its lock", async () => {
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

  it("opens for one session, which can edit it; another session can remove its lock with the password", async () => {
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

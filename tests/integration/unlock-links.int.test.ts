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
  writeDiary,
} from "./locked-diary.ts";
import { mailTo } from "./mailbox.ts";

const { at, list } = lockedDiaries();

describe("a mailed unlock link", () => {
  const tokenIn = (text: string) => /unlock\?token=([\w-]{22})/.exec(text)?.[1] ?? "";

  it("removes the password lock of its own journal, once", async () => {
    const { firstSession, secondSession, email, journalId } = at.diary;
    const params = { journalId };
    expect(refusal(await firstSession.call("requestUnlockLink", { params }))).toEqual([422, "invalid"]);
    await lockJournal(at.diary, lockTypes.password);
    ok(await firstSession.call("requestUnlockLink", { params }));
    const mail = await mailTo(at.daybook.platform.config.dataFolder, email, `/journals/${journalId}/unlock`);
    const token = tokenIn(mail.text);
    expect(mail.text).not.toContain(marker.hint);
    const stranger = await writeDiary(at.daybook, at.otherUrl);
    await lockJournal(stranger, lockTypes.password);
    const theirs = { params: { journalId: stranger.journalId }, body: { token } };
    expect(refusal(await stranger.firstSession.call("unlockByLink", theirs))).toEqual([422, "wrong_code"]);
    const mine = { params, body: { token } };
    const key = randomUUID();
    expect(refusal(await secondSession.call("unlockByLink", { ...mine, body: { token: "x" } }))).toEqual([
      422,
      "wrong_code",
    ]);
    expect(ok(await secondSession.call("unlockByLink", { ...mine, key })).journal.lock_type_id).toBe(
      lockTypes.none,
    );
    expect(ok(await secondSession.call("unlockByLink", { ...mine, key })).journal.lock_type_id).toBe(
      lockTypes.none,
    );
    ok(await list());
    await lockJournal(at.diary, lockTypes.password);
    expect(refusal(await secondSession.call("unlockByLink", mine))).toEqual([422, "wrong_code"]);
  });

  it("does not work for a lock that was set later", async () => {
    const { firstSession, email, journalId } = at.diary;
    const params = { journalId };
    await lockJournal(at.diary, lockTypes.password);
    ok(await firstSession.call("requestUnlockLink", { params }));
    const mail = await mailTo(at.daybook.platform.config.dataFolder, email, `/journals/${journalId}/unlock`);
    await openJournal(at.diary, firstSession);
    ok(
      await firstSession.call("updateJournal", {
        params,
        body: { ...lockForm(lockTypes.password, "another good password"), current_password: password },
      }),
    );
    const body = { token: tokenIn(mail.text) };
    expect(refusal(await firstSession.call("unlockByLink", { params, body }))).toEqual([422, "wrong_code"]);
    expect(refusal(await list())).toEqual([423, "locked"]);
  });

  it("does not open an encryption lock", async () => {
    const { firstSession, journalId } = at.diary;
    await lockJournal(at.diary, lockTypes.encryption);
    const params = { journalId };
    expect(refusal(await firstSession.call("requestUnlockLink", { params }))).toEqual([422, "invalid"]);
    expect(refusal(await firstSession.call("unlockByLink", { params, body: { token: "x" } }))).toEqual([
      422,
      "invalid",
    ]);
  });

  it("removes the lock of an entry", async () => {
    const { firstSession, secondSession, email, journalId, entryId } = at.diary;
    const params = { journalId, entryId };
    ok(await firstSession.call("updateEntry", { params, body: lockForm(lockTypes.password) }));
    ok(await firstSession.call("requestEntryUnlockLink", { params }));
    const unlockPath = `/journals/${journalId}/${entryId}/unlock`;
    const mail = await mailTo(at.daybook.platform.config.dataFolder, email, unlockPath);
    const body = { token: tokenIn(mail.text) };
    const unlockedReply = ok(await secondSession.call("unlockEntryByLink", { params, body }));
    expect([unlockedReply.entry.locked, unlockedReply.entry.title]).toEqual([false, marker.title]);
  });
});

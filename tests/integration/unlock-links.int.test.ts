import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import {
  lockForm,
  lockJournal,
  marker,
  unlockJournal,
  password,
  refusal,
  useLockableDiaries,
  writeDiary,
} from "./lockable-diary.ts";
import { waitForMail } from "./mailbox.ts";

const { setup, listEntries } = useLockableDiaries();

describe("a mailed unlock link", () => {
  const findToken = (text: string) => /unlock\?token=([\w-]{22})/.exec(text)?.[1] ?? "";

  it("removes the password lock of its own journal only, and works for one command", async () => {
    const { firstSession, secondSession, email, journalId } = setup.diary;
    const params = { journalId };
    expect(refusal(await firstSession.call("requestUnlockLink", { params }))).toEqual([422, "invalid"]);
    await lockJournal(setup.diary, lockTypes.password);
    ok(await firstSession.call("requestUnlockLink", { params }));
    const mail = await waitForMail(
      setup.daybook.platform.config.dataFolder,
      email,
      `/journals/${journalId}/unlock`,
    );
    const token = findToken(mail.text);
    expect(mail.text).not.toContain(marker.hint);
    const stranger = await writeDiary(setup.daybook, setup.otherUrl);
    await lockJournal(stranger, lockTypes.password);
    const strangersCall = { params: { journalId: stranger.journalId }, body: { token } };
    expect(refusal(await stranger.firstSession.call("unlockByLink", strangersCall))).toEqual([
      422,
      "wrong_code",
    ]);
    const ownCall = { params, body: { token } };
    const key = randomUUID();
    expect(refusal(await secondSession.call("unlockByLink", { ...ownCall, body: { token: "x" } }))).toEqual([
      422,
      "wrong_code",
    ]);
    expect(ok(await secondSession.call("unlockByLink", { ...ownCall, key })).journal.lock_type_id).toBe(
      lockTypes.none,
    );
    expect(ok(await secondSession.call("unlockByLink", { ...ownCall, key })).journal.lock_type_id).toBe(
      lockTypes.none,
    );
    ok(await listEntries());
    await lockJournal(setup.diary, lockTypes.password);
    expect(refusal(await secondSession.call("unlockByLink", ownCall))).toEqual([422, "wrong_code"]);
  });

  it("does not work for a lock that was set later", async () => {
    const { firstSession, email, journalId } = setup.diary;
    const params = { journalId };
    await lockJournal(setup.diary, lockTypes.password);
    ok(await firstSession.call("requestUnlockLink", { params }));
    const mail = await waitForMail(
      setup.daybook.platform.config.dataFolder,
      email,
      `/journals/${journalId}/unlock`,
    );
    await unlockJournal(setup.diary, firstSession);
    ok(
      await firstSession.call("updateJournal", {
        params,
        body: { ...lockForm(lockTypes.password, "another good password"), current_password: password },
      }),
    );
    const body = { token: findToken(mail.text) };
    expect(refusal(await firstSession.call("unlockByLink", { params, body }))).toEqual([422, "wrong_code"]);
    expect(refusal(await listEntries())).toEqual([423, "locked"]);
  });

  it("is neither sent nor accepted for an encryption lock", async () => {
    const { firstSession, journalId } = setup.diary;
    await lockJournal(setup.diary, lockTypes.encryption);
    const params = { journalId };
    expect(refusal(await firstSession.call("requestUnlockLink", { params }))).toEqual([422, "invalid"]);
    expect(refusal(await firstSession.call("unlockByLink", { params, body: { token: "x" } }))).toEqual([
      422,
      "invalid",
    ]);
  });

  it("removes the lock of an entry", async () => {
    const { firstSession, secondSession, email, journalId, entryId } = setup.diary;
    const params = { journalId, entryId };
    ok(await firstSession.call("updateEntry", { params, body: lockForm(lockTypes.password) }));
    ok(await firstSession.call("requestEntryUnlockLink", { params }));
    const unlockPath = `/journals/${journalId}/${entryId}/unlock`;
    const mail = await waitForMail(setup.daybook.platform.config.dataFolder, email, unlockPath);
    const body = { token: findToken(mail.text) };
    const unlockedReply = ok(await secondSession.call("unlockEntryByLink", { params, body }));
    expect([unlockedReply.entry.locked, unlockedReply.entry.title]).toEqual([false, marker.title]);
  });
});

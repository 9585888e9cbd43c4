import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { lockJournal, refusal, unlockJournal, useLockableDiaries } from "./lockable-diary.ts";

const { setup, updateJournal, listEntries } = useLockableDiaries();

const readJournal = async () =>
  ok(await setup.diary.firstSession.call("getJournal", { params: { journalId: setup.diary.journalId } }))
    .journal;

describe("auto-lock", () => {
  it("a journal's lock closes after 15 minutes without use, unless auto-lock is off", async () => {
    const { firstSession, journalId } = setup.diary;
    const { pools } = setup.daybook.platform;
    const moveLastUseBack = (minutes: number) =>
      pools.durable.query(
        "UPDATE vault.open_locks SET last_used_at = last_used_at - $2 * interval '1 minute' WHERE stream = $1",
        [`journal-${journalId}`, minutes],
      );
    await lockJournal(setup.diary, lockTypes.password, { auto: true });
    await unlockJournal(setup.diary, firstSession);
    await moveLastUseBack(14);
    ok(await listEntries());
    // The server records a use in the background, after the answer.
    await vi.waitFor(async () => {
      const { rows } = await pools.durable.query<{ used: boolean }>(
        "SELECT last_used_at > now() - interval '1 minute' AS used FROM vault.open_locks WHERE stream = $1",
        [`journal-${journalId}`],
      );
      expect(rows[0]?.used).toBe(true);
    }, 60_000);
    await moveLastUseBack(14);
    ok(await listEntries());
    await moveLastUseBack(16);
    expect((await readJournal()).is_unlocked).toBe(false);
    expect(refusal(await listEntries())).toEqual([423, "locked"]);
    expect(refusal(await firstSession.call("disableAutoLock", { params: { journalId } }))).toEqual([
      423,
      "locked",
    ]);
    await unlockJournal(setup.diary, firstSession);
    const disabledReply = ok(await firstSession.call("disableAutoLock", { params: { journalId } }));
    expect(disabledReply.journal.auto_lock).toBe(false);
    await moveLastUseBack(60);
    ok(await listEntries());
    expect(ok(await updateJournal({ auto: true })).journal).toMatchObject({
      auto_lock: true,
      is_unlocked: true,
    });
    ok(await listEntries());
    await moveLastUseBack(16);
    expect(refusal(await listEntries())).toEqual([423, "locked"]);
  });

  it("reading the journal list or 'On this day' does not keep a journal's lock open", async () => {
    const { firstSession, journalId } = setup.diary;
    const { pools } = setup.daybook.platform;
    const createdAnswer = await firstSession.call("createJournal", {
      body: { name: "Other" },
      key: randomUUID(),
    });
    const otherId = String(ok(createdAnswer).journal.id);
    for (const diary of [setup.diary, { ...setup.diary, journalId: otherId }]) {
      await lockJournal(diary, lockTypes.password, { auto: true });
      await unlockJournal(diary, firstSession);
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
    // The server records a use in the background, after the answer. When it has recorded this use, it has recorded all earlier ones.
    ok(await firstSession.call("listEntries", { params: { journalId: otherId } }));
    await vi.waitFor(async () => expect(await wasUsed(otherStream)).toBe(true), 60_000);
    expect(await wasUsed(stream)).toBe(false);
  });
});

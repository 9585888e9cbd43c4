import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { afterAll, beforeAll, expect, it } from "vitest";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import {
  allTexts,
  type LockableDiary,
  lockForm,
  marker,
  unlockJournal,
  password,
  writeDiary,
} from "./lockable-diary.ts";
import { openAllTexts, takeDump, openKeys } from "./open-dump.ts";

let daybook: TestDaybook;
let otherUrl: string;

beforeAll(async () => {
  daybook = await startTestDaybook();
  otherUrl = await daybook.startAnotherApi();
});
afterAll(() => daybook?.stop());

async function lockEntry({ firstSession, journalId, entryId }: LockableDiary): Promise<void> {
  ok(
    await firstSession.call("updateEntry", {
      params: { journalId, entryId },
      body: lockForm(lockTypes.password),
      key: randomUUID(),
    }),
  );
}

it("a dump with the master key shows no text of an entry that moved into an encrypted journal", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { firstSession, journalId, entryId } = diary;
  const encryptedJournalId = String(
    ok(await firstSession.call("createJournal", { body: { name: "Vault" }, key: randomUUID() })).journal.id,
  );
  ok(
    await firstSession.call("updateJournal", {
      params: { journalId: encryptedJournalId },
      body: lockForm(lockTypes.encryption),
      key: randomUUID(),
    }),
  );
  // This write has an idempotency key, so the ledger has a row for it. The dump below must not contain the secret there either.
  const secret = "Cragfinch";
  const edit = { richtext_body: `<p>${secret}</p>` };
  ok(
    await firstSession.call("updateEntry", { params: { journalId, entryId }, body: edit, key: randomUUID() }),
  );
  await unlockJournal({ ...diary, journalId: encryptedJournalId }, firstSession);
  ok(
    await firstSession.call("moveEntries", {
      params: { journalId },
      body: { entry_ids: [Number(entryId)], new_journal_id: Number(encryptedJournalId) },
      key: randomUUID(),
    }),
  );
  await daybook.waitUntilCaughtUp();
  const { masterKey } = daybook.platform;
  if (!masterKey) throw new Error("no master key");
  const dump = await takeDump(daybook.platform.pools.durable);
  const texts = openAllTexts(dump, openKeys(dump, masterKey));
  for (const text of [secret, ...allTexts]) expect(texts.includes(text)).toBe(false);
});

it("the list of a journal as of an earlier time does not show the old title of an entry with a closed lock", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { firstSession, secondSession, journalId, entryId, versionId } = diary;
  const { versions } = ok(await firstSession.call("listVersions", { params: { journalId, entryId } }));
  const at = versions.find(({ version }) => String(version.id) === versionId)?.version.created_at ?? "";
  const query = { at };
  const listBefore = ok(await secondSession.call("listEntriesAsOf", { params: { journalId }, query }));
  expect(JSON.stringify(listBefore)).toContain(marker.oldTitle);
  await lockEntry(diary);
  const listAfter = JSON.stringify(
    await secondSession.call("listEntriesAsOf", { params: { journalId }, query }),
  );
  expect(listAfter).not.toContain(marker.oldTitle);
});

it("a list by tag does not reveal that an entry with a closed lock has the tag", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { firstSession, secondSession, journalId, entryId } = diary;
  const { tag } = ok(
    await firstSession.call("createTag", {
      body: { name: "affair", entries_added_to: [Number(entryId)] },
      key: randomUUID(),
    }),
  );
  await lockEntry(diary);
  const { entries } = ok(
    await secondSession.call("listEntries", { params: { journalId }, query: { tag: String(tag.id) } }),
  );
  expect(entries).toEqual([]);
});

it("a repeated lock command does not lock again after the lock was removed", async () => {
  const { firstSession, journalId } = await writeDiary(daybook, otherUrl);
  const key = randomUUID();
  const params = { journalId };
  ok(await firstSession.call("updateJournal", { params, body: lockForm(lockTypes.password), key }));
  const removeLock = { unlock: true, lock_type: lockTypes.none, plain_password: password };
  ok(await firstSession.call("updateJournal", { params, body: removeLock, key: randomUUID() }));
  await firstSession.call("updateJournal", { params, body: lockForm(lockTypes.password), key });
  expect(ok(await firstSession.call("getJournal", { params })).journal.lock_type_id).toBe(lockTypes.none);
});

it("a repeated lock command does not restore an old password", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { firstSession, journalId } = diary;
  const key = randomUUID();
  const params = { journalId };
  ok(await firstSession.call("updateJournal", { params, body: lockForm(lockTypes.password), key }));
  await unlockJournal(diary, firstSession);
  ok(
    await firstSession.call("updateJournal", {
      params,
      body: { ...lockForm(lockTypes.password, "another secret"), current_password: password },
      key: randomUUID(),
    }),
  );
  await unlockJournal(diary, firstSession, "another secret");
  await firstSession.call("updateJournal", { params, body: lockForm(lockTypes.password), key });
  const body = { unlock: true, plain_password: "another secret" };
  expect((await firstSession.call("updateJournal", { params, body, key: randomUUID() })).status).toBe(200);
});

it("an unlock token fails in another session, after the journal is locked again, and after the account gets a new password", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { firstSession, secondSession, journalId, entryId, email } = diary;
  const params = { journalId, entryId };
  ok(
    await firstSession.call("updateJournal", {
      params: { journalId },
      body: lockForm(lockTypes.encryption),
      key: randomUUID(),
    }),
  );
  const unlockIn = async (session: typeof firstSession) => {
    const body = { unlock: true, plain_password: password };
    return ok(await session.call("updateJournal", { params: { journalId }, body })).unlock_token ?? "";
  };
  const token = await unlockIn(firstSession);
  secondSession.setUnlockTokens(token);
  expect((await secondSession.call("getEntry", { params })).status).toBe(423);
  firstSession.setUnlockTokens(token);
  const readReply = ok(await firstSession.call("getEntry", { params }));
  expect(readReply.entry.title).toBe(marker.title);
  // The token still works after the session is refreshed.
  const refreshedSession = remoteDaybook(daybook.url);
  refreshedSession.setSession(ok(await firstSession.call("refreshToken")));
  refreshedSession.setUnlockTokens(token);
  expect((await refreshedSession.call("getEntry", { params })).status).toBe(200);
  ok(
    await secondSession.call("updateJournal", {
      params: { journalId },
      body: { lock: true, use_stored_password: true },
    }),
  );
  expect((await refreshedSession.call("getEntry", { params })).status).toBe(423);
  const secondToken = await unlockIn(refreshedSession);
  refreshedSession.setUnlockTokens(secondToken);
  expect((await refreshedSession.call("getEntry", { params })).status).toBe(200);
  ok(
    await secondSession.call("changePassword", {
      body: {
        current_password: "and so to bed 1660",
        new_password: "quill and ink 1661",
        retype_password: "quill and ink 1661",
      },
    }),
  );
  expect((await refreshedSession.call("getEntry", { params })).status).toBe(401);
  const newSession = remoteDaybook(daybook.url);
  newSession.setSession(
    ok(await newSession.call("login", { body: { email, password: "quill and ink 1661" } })),
  );
  newSession.setUnlockTokens(secondToken, token);
  expect((await newSession.call("getEntry", { params })).status).toBe(423);
});

it("no read shows an entry after the answer to the lock command", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { firstSession, secondSession, journalId, entryId } = diary;
  const params = { journalId, entryId };
  let lockedAt = Infinity;
  const leakingReads: number[] = [];
  let noteRead = (): void => {};
  const firstRead = new Promise<void>((resolve) => (noteRead = resolve));
  const reads = Array.from({ length: 4 }, async (_, worker) => {
    for (let readsAfterLock = 0; readsAfterLock < 10;) {
      const startedAt = performance.now();
      const answer =
        worker % 2
          ? await secondSession.call("getEntry", { params })
          : await firstSession.call("listVersions", { params });
      noteRead();
      if (startedAt <= lockedAt) continue;
      readsAfterLock += 1;
      if (JSON.stringify(answer).includes(marker.body)) leakingReads.push(worker);
    }
  });
  await firstRead;
  try {
    ok(
      await firstSession.call("updateJournal", {
        params: { journalId },
        body: lockForm(lockTypes.encryption),
        key: randomUUID(),
      }),
    );
  } finally {
    lockedAt = performance.now();
    await Promise.all(reads);
  }
  expect(leakingReads).toEqual([]);
});

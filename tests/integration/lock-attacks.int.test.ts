import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import {
  type LockedDiary,
  lockForm,
  marker,
  ok,
  openJournal,
  passMinutes,
  password,
  writeDiary,
} from "./locked-diary.ts";
import { openEverything, takeDump, walkKeys } from "./open-dump.ts";

let daybook: TestDaybook;
let otherUrl: string;

beforeAll(async () => {
  daybook = await startTestDaybook();
  otherUrl = await daybook.startAnotherApi();
});
afterAll(() => daybook?.stop());

async function lockEntry({ here, journalId, entryId }: LockedDiary): Promise<void> {
  ok(
    await here.call("updateEntry", { params: { journalId, entryId }, body: lockForm(2), key: randomUUID() }),
  );
}

it("a dump with the master key shows nothing that was moved into an encrypted journal", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { here, journalId, entryId } = diary;
  const vaultId = String(
    ok(await here.call("createJournal", { body: { name: "Vault" }, key: randomUUID() })).journal.id,
  );
  ok(
    await here.call("updateJournal", {
      params: { journalId: vaultId },
      body: lockForm(3),
      key: randomUUID(),
    }),
  );
  await passMinutes(daybook);
  // A write long after that lock, which is kept for a repeat.
  const secret = "Cragfinch";
  const edit = { richtext_body: `<p>${secret}</p>` };
  ok(await here.call("updateEntry", { params: { journalId, entryId }, body: edit, key: randomUUID() }));
  await openJournal({ ...diary, journalId: vaultId }, here);
  ok(
    await here.call("moveEntries", {
      params: { journalId },
      body: { entry_ids: [Number(entryId)], new_journal_id: Number(vaultId) },
      key: randomUUID(),
    }),
  );
  await new Promise((done) => setTimeout(done, 300));
  const { masterKey } = daybook.platform;
  if (!masterKey) throw new Error("no master key");
  const dump = await takeDump(daybook.platform.pools.durable);
  const texts = openEverything(dump, walkKeys(dump, masterKey));
  expect(texts.includes(secret)).toBe(false);
});

it("a closed entry's title of before is not shown by the journal as it was", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { here, there, journalId, entryId, versionId } = diary;
  const { versions } = ok(await here.call("listVersions", { params: { journalId, entryId } }));
  const at = versions.find(({ version }) => String(version.id) === versionId)?.version.created_at ?? "";
  const query = { at };
  const before = ok(await there.call("listEntriesAsOf", { params: { journalId }, query }));
  expect(JSON.stringify(before)).toContain(marker.oldTitle);
  await lockEntry(diary);
  const after = JSON.stringify(await there.call("listEntriesAsOf", { params: { journalId }, query }));
  expect(after).not.toContain(marker.oldTitle);
});

it("a list by a tag does not tell that a closed entry has it", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { here, there, journalId, entryId } = diary;
  const { tag } = ok(
    await here.call("createTag", {
      body: { name: "affair", entries_added_to: [Number(entryId)] },
      key: randomUUID(),
    }),
  );
  await lockEntry(diary);
  const { entries } = ok(
    await there.call("listEntries", { params: { journalId }, query: { tag: String(tag.id) } }),
  );
  expect(entries).toEqual([]);
});

it("a locking that is sent again after the lock was taken off locks nothing", async () => {
  const { here, journalId } = await writeDiary(daybook, otherUrl);
  const key = randomUUID();
  const params = { journalId };
  ok(await here.call("updateJournal", { params, body: lockForm(2), key }));
  const off = { unlock: true, lock_type: 1 as const, plain_password: password };
  ok(await here.call("updateJournal", { params, body: off, key: randomUUID() }));
  await here.call("updateJournal", { params, body: lockForm(2), key });
  expect(ok(await here.call("getJournal", { params })).journal.lock_type_id).toBe(1);
});

it("nor does it bring back the password of before", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { here, journalId } = diary;
  const key = randomUUID();
  const params = { journalId };
  ok(await here.call("updateJournal", { params, body: lockForm(2), key }));
  await openJournal(diary, here);
  ok(await here.call("updateJournal", { params, body: lockForm(2, "another secret"), key: randomUUID() }));
  await openJournal(diary, here, "another secret");
  await here.call("updateJournal", { params, body: lockForm(2), key });
  const body = { unlock: true, plain_password: "another secret" };
  expect((await here.call("updateJournal", { params, body, key: randomUUID() })).status).toBe(200);
});

it("an unlock token is worth nothing after log-out, a lock again, a new account password, or in another session", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { here, there, journalId, entryId, email } = diary;
  const params = { journalId, entryId };
  ok(await here.call("updateJournal", { params: { journalId }, body: lockForm(3), key: randomUUID() }));
  const open = async (by: typeof here) => {
    const body = { unlock: true, plain_password: password };
    return ok(await by.call("updateJournal", { params: { journalId }, body })).unlock_token ?? "";
  };
  const token = await open(here);
  there.holdTokens(token);
  expect((await there.call("getEntry", { params })).status).toBe(423);
  here.holdTokens(token);
  const read = ok(await here.call("getEntry", { params }));
  expect(read.entry.title).toBe(marker.title);
  // A refreshed session goes on with it.
  const next = remoteDaybook(daybook.url);
  next.adopt(ok(await here.call("refreshToken")));
  next.holdTokens(token);
  expect((await next.call("getEntry", { params })).status).toBe(200);
  ok(
    await there.call("updateJournal", {
      params: { journalId },
      body: { lock: true, use_stored_password: true },
    }),
  );
  expect((await next.call("getEntry", { params })).status).toBe(423);
  const second = await open(next);
  next.holdTokens(second);
  expect((await next.call("getEntry", { params })).status).toBe(200);
  ok(
    await there.call("changePassword", {
      body: {
        current_password: "and so to bed 1660",
        new_password: "quill and ink 1661",
        retype_password: "quill and ink 1661",
      },
    }),
  );
  expect((await next.call("getEntry", { params })).status).toBe(401);
  const again = remoteDaybook(daybook.url);
  again.adopt(ok(await again.call("login", { body: { email, password: "quill and ink 1661" } })));
  again.holdTokens(second, token);
  expect((await again.call("getEntry", { params })).status).toBe(423);
});

it("reads that are under way when a journal is locked show nothing after its answer", async () => {
  const diary = await writeDiary(daybook, otherUrl);
  const { here, there, journalId, entryId } = diary;
  const params = { journalId, entryId };
  let lockedAt = Infinity;
  const shownAfter: number[] = [];
  const reading = Array.from({ length: 4 }, async (_, lane) => {
    for (let n = 0; n < 40; n++) {
      const begun = performance.now();
      const answer =
        lane % 2 ? await there.call("getEntry", { params }) : await here.call("listVersions", { params });
      if (begun > lockedAt && JSON.stringify(answer).includes(marker.body)) shownAfter.push(n);
    }
  });
  await new Promise((done) => setTimeout(done, 50));
  ok(await here.call("updateJournal", { params: { journalId }, body: lockForm(3), key: randomUUID() }));
  lockedAt = performance.now();
  await Promise.all(reading);
  expect(shownAfter).toEqual([]);
});

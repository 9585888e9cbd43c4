import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBackground } from "@daybook/application/background";
import { createApplication } from "@daybook/application/create-application";
import { rewriteFilesJob } from "@daybook/application/jobs/rewrite-files";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { systemClock } from "@daybook/platform/clock";
import { type PostgresServer, startPostgres } from "@daybook/platform/embedded/postgres-server";
import { openSearch } from "@daybook/platform/search/open-search";
import { copyInitialisedPostgres } from "@daybook/platform/testing/initialised-postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { lockForm, lockJournal, type LockableDiary, writeDiary } from "./lockable-diary.ts";

/** Words that the test encrypts or erases. Each is in enough entries to be a frequent word in the statistics. */
const hiddenWords = {
  lockedTitle: "Gossamerfalcon",
  lockedBody: "Bluntpelican",
  lockedTag: "Umbrellaheron",
  erasedTitle: "Velvetosprey",
  erasedBody: "Quixotbittern",
  erasedTag: "Cragdotterel",
};
const remainingWord = "Stonechatplover";
const entryCount = 8;

let root: string;
let server: PostgresServer;
let daybook: TestDaybook;
let diary: LockableDiary;
/** The wrapped keys that {@link recordWrappings} has read, by id and bytes as text. */
const wrappings = new Map<string, Buffer>();

const pool = () => daybook.platform.pools.durable;

/** A separate server, because the test looks into its files. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-files-"));
  await chmod(root, 0o711);
  await copyInitialisedPostgres(join(root, "postgres"));
  const logger = { info: () => undefined, warn: () => undefined };
  server = await startPostgres({
    folder: join(root, "postgres"),
    logger,
    durable: false,
    passableFolders: [root],
    fallback: join("/var/tmp", "daybook-files"),
  });
  await mkdir(join(root, "keys"), { recursive: true });
  const database = { url: server.url, drop: () => server.stop() };
  daybook = await startTestDaybook({}, { database, folder: root, clock: systemClock });
  diary = await writeDiary(daybook, daybook.url);
});
afterAll(() => daybook?.stop());

type Files = readonly { readonly name: string; readonly content: Buffer }[];

/** Every file of the data folder. */
async function readFiles(): Promise<Files> {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // The server may remove a file between listing and reading.
  const readPath = async (path: string) => ({
    name: path.slice(root.length + 1),
    content: await readFile(path).catch(() => Buffer.alloc(0)),
  });
  return Promise.all(paths.map(readPath));
}

/** The names of the files that contain some bytes, or a word as written or in lower case. */
function findFilesWith(files: Files, bytes: Buffer | string): string[] {
  const spellings = typeof bytes === "string" ? [bytes, bytes.toLowerCase()] : [bytes];
  return files
    .filter(({ content }) => spellings.some((spelling) => content.includes(spelling)))
    .map(({ name }) => name);
}

async function recordWrappings(): Promise<void> {
  const { rows } = await pool().query<{ id: string; wrapped: Buffer }>("SELECT id, wrapped FROM vault.keys");
  for (const { id, wrapped } of rows) wrappings.set(`${id} ${wrapped.toString("hex")}`, wrapped);
}

/** The recorded wrapped keys that the vault has replaced or erased since. */
async function findFormerWrappings(): Promise<[string, Buffer][]> {
  const { rows } = await pool().query<{ id: string; wrapped: Buffer }>("SELECT id, wrapped FROM vault.keys");
  const current = new Set(rows.map(({ id, wrapped }) => `${id} ${wrapped.toString("hex")}`));
  return [...wrappings].filter(([name]) => !current.has(name));
}

/** Makes the rewrites due, and runs the job until all are done. */
async function rewriteFiles(): Promise<void> {
  const { platform } = daybook;
  const { masterKey, logger } = platform;
  if (!masterKey) throw new Error("no master key");
  const servers = { blobs: await openBlobs(platform), search: await openSearch(platform) };
  const background = createBackground(logger);
  const runJob = async (): Promise<number | null> => {
    await pool().query("UPDATE vault.rewrites_due SET due_at = now() - interval '2 minutes'");
    // A new application each time, because an application pauses after a run.
    const app = createApplication(platform, masterKey, {}, background, servers);
    await rewriteFilesJob.run(app, new AbortController().signal).finally(() => app.waiter.close());
    return (await pool().query("SELECT FROM vault.rewrites_due")).rowCount;
  };
  await daybook.waitUntilCaughtUp();
  expect((await pool().query("SELECT FROM vault.rewrites_due")).rowCount).toBeGreaterThan(0);
  await vi.waitFor(async () => expect(await runJob()).toBe(0), { timeout: 200_000, interval: 500 });
}

async function writeEntries(journalId: string, title: string, body: string, tag: string) {
  const ids: number[] = [];
  for (let index = 0; index < entryCount; index++) {
    const draft = { title: `${title} ${index}`, richtext_body: `<p>${body} by water</p>` };
    const createdAnswer = await diary.firstSession.call("createEntry", {
      params: { journalId },
      body: draft,
      key: randomUUID(),
    });
    ids.push(ok(createdAnswer).entry.id);
  }
  const { tag: createdTag } = ok(
    await diary.firstSession.call("createTag", { body: { name: tag, entries_added_to: ids } }),
  );
  return { ids, tagId: String(createdTag.id) };
}

/** The data folder after the job. */
let filesAfterJob: Files = [];

describe("after an encryption lock, an erasure and the job that rewrites the files", () => {
  beforeAll(async () => {
    const { firstSession, journalId } = diary;
    const otherJournalId = String(
      ok(await firstSession.call("createJournal", { body: { name: "Office" } })).journal.id,
    );
    await writeEntries(journalId, hiddenWords.lockedTitle, hiddenWords.lockedBody, hiddenWords.lockedTag);
    const erasedEntries = await writeEntries(
      otherJournalId,
      hiddenWords.erasedTitle,
      hiddenWords.erasedBody,
      hiddenWords.erasedTag,
    );
    await writeEntries(otherJournalId, remainingWord, remainingWord, remainingWord);
    await vi.waitFor(async () => expect(findFilesWith(await readFiles(), remainingWord)).not.toEqual([]), {
      timeout: 100_000,
      interval: 500,
    });
    await daybook.waitUntilCaughtUp();
    await pool().query("ANALYZE");
    await pool().query("CHECKPOINT");
    await recordWrappings();
    const filesBefore = await readFiles();
    for (const text of [...Object.values(hiddenWords), ...wrappings.values()]) {
      expect(findFilesWith(filesBefore, text)).not.toEqual([]);
    }

    // An entry that moves into the journal is locked with it, and its key is wrapped once more.
    const [movedId] = (
      await writeEntries(
        otherJournalId,
        hiddenWords.lockedTitle,
        hiddenWords.lockedBody,
        hiddenWords.lockedTag,
      )
    ).ids;
    const params = { journalId: otherJournalId };
    await recordWrappings();
    const move = { new_journal_id: Number(journalId), entry_ids: [Number(movedId)] };
    ok(await firstSession.call("moveEntries", { params, body: move, key: randomUUID() }));
    await recordWrappings();

    await lockJournal(diary, lockTypes.encryption);
    const body = { entry_ids: erasedEntries.ids, permanent: true };
    ok(await firstSession.call("deleteEntries", { params, body, key: randomUUID() }));
    ok(await firstSession.call("deleteTag", { params: { tagId: erasedEntries.tagId } }));
    const remainingEntries = ok(
      await firstSession.call("listEntries", { params, query: { limit: "100" } }),
    ).entries;
    const idsOfLockedTitle = remainingEntries
      .filter(({ entry }) => entry.title.startsWith(hiddenWords.lockedTitle))
      .map(({ entry }) => entry.id);
    ok(
      await firstSession.call("deleteEntries", {
        params,
        body: { entry_ids: idsOfLockedTitle, permanent: true },
      }),
    );
    const { tags } = ok(await firstSession.call("listTags"));
    for (const { tag } of tags) {
      if (tag.name !== remainingWord)
        ok(await firstSession.call("deleteTag", { params: { tagId: String(tag.id) } }));
    }
    await recordWrappings();
    await rewriteFiles();
    filesAfterJob = await readFiles();
  });

  it.each(Object.entries(hiddenWords))("no file contains the hidden word: %s", (_, word) => {
    expect(findFilesWith(filesAfterJob, word)).toEqual([]);
  });

  it("no file contains a wrapped key that was replaced or erased", async () => {
    const formerWrappings = await findFormerWrappings();
    expect(formerWrappings.length).toBeGreaterThan(entryCount + 1);
    for (const [name, wrappedKey] of formerWrappings)
      expect([name, findFilesWith(filesAfterJob, wrappedKey)]).toEqual([name, []]);
  });

  it("other entries can be found, the statistics of PostgreSQL do not contain their words, and new entries can be found", async () => {
    const { firstSession } = diary;
    const reply = ok(await firstSession.call("search", { query: { query: remainingWord } }));
    expect(reply.total_entries).toBe(entryCount);
    const { journals } = ok(await firstSession.call("listJournals"));
    const officeId = String(journals.find(({ journal }) => journal.name === "Office")?.journal.id);
    const officeEntries = ok(
      await firstSession.call("listEntries", { params: { journalId: officeId } }),
    ).entries;
    expect(officeEntries).toHaveLength(entryCount);
    const { rows: settings } = await pool().query<{ recycles: string }>(
      "SELECT current_setting('wal_recycle') AS recycles",
    );
    expect(settings).toEqual([{ recycles: "off" }]);
    await pool().query("ANALYZE");
    const { rows } = await pool().query<{ all: string }>(
      "SELECT coalesce(string_agg(s::text, ''), '') AS all FROM pg_stats s",
    );
    expect(rows[0]?.all).not.toContain(remainingWord.toLowerCase());
    const createdAnswer = await firstSession.call("createEntry", {
      params: { journalId: officeId },
      body: { title: "Afterwards", richtext_body: "<p>Sandpiper</p>" },
      key: randomUUID(),
    });
    ok(createdAnswer);
    await expect
      .poll(
        async () => ok(await firstSession.call("search", { query: { query: "sandpiper" } })).total_entries,
        {
          timeout: 100_000,
        },
      )
      .toBe(1);
  });

  it("the files are rewritten again after a later lock", async () => {
    const { firstSession } = diary;
    const { journals } = ok(await firstSession.call("listJournals"));
    const journalId = String(journals.find(({ journal }) => journal.name === "Office")?.journal.id);
    ok(
      await firstSession.call("updateJournal", {
        params: { journalId },
        body: lockForm(lockTypes.encryption),
        key: randomUUID(),
      }),
    );
    await rewriteFiles();
    expect(findFilesWith(await readFiles(), remainingWord)).toEqual([]);
  });
});

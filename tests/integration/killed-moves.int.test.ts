import { randomUUID } from "node:crypto";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resumeInterruptedWork } from "@daybook/application/entries/run-operation";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import { nextMessage, spawnScript } from "@daybook/platform/testing/spawn-script";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { fetchPhotoStatus, uploadPhoto } from "./photo-steps.ts";
import { openSecondApplication } from "./second-application.ts";

let daybook: TestDaybook;
let child: ChildProcess | undefined;
beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await daybook?.stop();
});

/** An API process without HTTP. It says that it is ready, and then moves one entry. */
const script = `
  import { createApplication } from "@daybook/application/create-application";
  import { createBackground } from "@daybook/application/background";
  import { moveEntries } from "@daybook/application/entries/move-entries";
  import { openBlobs } from "./blobs/open-blobs.ts";
  import { readConfig } from "./config.ts";
  import { createLogger } from "./logger.ts";
  import { createPlatform } from "./platform.ts";
  import { openSearch } from "./search/open-search.ts";
  import { noLockAccess } from "./vault/lock-access.ts";
  const { folder, databaseUrl, masterKey, userId, entryId, from, to, commandId } = JSON.parse(process.argv[2]);
  const logger = createLogger({ level: "silent" });
  const config = readConfig({ DAYBOOK_DATA: folder.path, DATABASE_URL: databaseUrl });
  const key = Buffer.from(masterKey, "base64");
  const platform = await createPlatform({ config, logger, dataFolder: folder, databaseUrl, masterKey: key, roles: new Map() });
  const servers = { blobs: await openBlobs(platform), search: await openSearch(platform) };
  const app = createApplication(platform, key, {}, createBackground(logger), servers);
  const at = new Date().toISOString();
  const context = { at, commandId, repeated: false, actor: String(userId), sessionId: null, requestId: null, source: "web" };
  process.send("ready");
  await moveEntries(app, { userId, lockAccess: noLockAccess() }, context, "move", { ids: [entryId], from, to });
  process.send("moved");
`;

it("when a process is killed after it moved the encryption key and before it appended the event, another process finishes the move 15 seconds later", async () => {
  const pepys = await newDiarist(daybook);
  const { firstJournalId, secondJournalId, person } = pepys;
  const { id } = await pepys.write({ title: "a", richtext_body: "<p>a</p>" });
  const { pools, dataFolder, masterKey } = daybook.platform;
  // While this client locks the head of the log, nothing can be appended.
  const lockingClient = await pools.durable.connect();
  try {
    await lockingClient.query("BEGIN");
    await lockingClient.query("SELECT FROM eventstore.head FOR UPDATE");
    const input = {
      folder: dataFolder,
      databaseUrl: daybook.databaseUrl,
      masterKey: masterKey?.toString("base64"),
      userId: person.session?.user.id,
      entryId: id,
      from: firstJournalId,
      to: secondJournalId,
      commandId: randomUUID(),
    };
    child = await spawnScript(script, [JSON.stringify(input)]);
    expect(await nextMessage(child)).toBe("ready");
    await expect
      .poll(async () => [...(await pepys.parentKeyIdsOf([id]))], { timeout: 60_000 })
      .toEqual([contentKeyId(secondJournalId)]);
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    // PostgreSQL would run the last statement of the killed process to its end.
    await lockingClient.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
    );
  } finally {
    await lockingClient.query("ROLLBACK");
    lockingClient.release();
  }

  const laterProcess = await openSecondApplication(
    daybook.platform,
    () => daybook.platform.clock.now() + 15_000,
  );
  await resumeInterruptedWork(laterProcess, new AbortController().signal);
  laterProcess.waiter.close();
  await daybook.waitUntilCaughtUp();
  expect(await pepys.list(secondJournalId)).toEqual([id]);
  expect([...(await pepys.parentKeyIdsOf([id]))]).toEqual([contentKeyId(secondJournalId)]);
  const { rowCount } = await pools.durable.query("SELECT FROM processes.moves");
  expect(rowCount).toBe(0);
});

it("while the move of an entry into a locked journal is unfinished, calls of the entry and its photos get a 503", async () => {
  const { firstJournalId, secondJournalId, person, ...pepys } = await newDiarist(daybook);
  const { id } = await pepys.write();
  const call = pepys.inEntry(firstJournalId, id);
  const photo = await uploadPhoto(person, call.params, await sampleImages.png());
  const otherProcess = await openSecondApplication(daybook.platform);
  await otherProcess.vault.move(streamOf.entry(id), contentKeyId(secondJournalId));
  otherProcess.waiter.close();
  const password = { plain_password: "to Deptford by water", retype_password: "to Deptford by water" };
  const lock = { lock: true, lock_type: lockTypes.password, ...password, password_hint: "river" } as const;
  ok(await person.call("updateJournal", { ...pepys.inJournal(secondJournalId), body: lock }));
  const answers = [
    await person.call("getEntry", call),
    await person.call("updateEntry", { ...call, body: { title: "b" } }),
  ];
  const photoStatus = await fetchPhotoStatus(photo.url);
  expect([...answers.map(({ status }) => status), photoStatus]).toEqual([503, 503, 503]);
});

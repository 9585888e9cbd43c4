import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { resumeInterruptedWork } from "@daybook/application/entries/run-operation";
import { contentKeyId } from "@daybook/domain/kernel/ids";
import { nextMessage, spawnScript } from "@daybook/platform/testing/spawn-script";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
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

/** The entries are moved in chunks of 50, so this is a full chunk and a part of a second one. */
const entryCount = 60;

/** An API process without HTTP. It downgrades an account, and hangs in the middle of its second chunk of entries. */
const script = `
  import { createApplication } from "@daybook/application/create-application";
  import { createBackground } from "@daybook/application/background";
  import { startDowngrade } from "@daybook/application/downgrade/start-downgrade";
  import { openBlobs } from "./blobs/open-blobs.ts";
  import { readConfig } from "./config.ts";
  import { createLogger } from "./logger.ts";
  import { createPlatform } from "./platform.ts";
  import { openSearch } from "./search/open-search.ts";
  import { noLockAccess } from "./vault/lock-access.ts";
  const { folder, databaseUrl, masterKey, userId, commandId } = JSON.parse(process.argv[2]);
  const logger = createLogger({ level: "silent" });
  const config = readConfig({ DAYBOOK_DATA: folder.path, DATABASE_URL: databaseUrl });
  const key = Buffer.from(masterKey, "base64");
  const platform = await createPlatform({ config, logger, dataFolder: folder, databaseUrl, masterKey: key, roles: new Map() });
  const servers = { blobs: await openBlobs(platform), search: await openSearch(platform) };
  const app = createApplication(platform, key, {}, createBackground(logger), servers);
  let moved = 0;
  const move = async (...input) => {
    await app.vault.move(...input);
    if (++moved > 54) {
      process.send("in the middle");
      await new Promise(() => {});
    }
  };
  const hangingApp = { ...app, vault: { ...app.vault, move } };
  const now = Date.now();
  const command = {
    commandId, correlationId: commandId, repeated: false, completed: false, ids: [app.newId(), app.newId()], now,
    at: new Date(now).toISOString(), actor: String(userId), sessionId: null, requestId: "test", source: "web",
  };
  const actor = { userId, sessionId: 1, sessionFamilyId: 1, token: "", lockAccess: noLockAccess() };
  const request = { to: "free", refund: false, reason: null, comments: "" };
  await startDowngrade(hangingApp, { actor, command, caller: { ip: "192.0.2.1", userAgent: "test" } }, request);
`;

it("another process finishes a downgrade whose process was killed while it moved entries", async () => {
  const pepys = await newDiarist(daybook);
  const { firstJournalId, secondJournalId, person } = pepys;
  const ids = await pepys.writeMany(entryCount, secondJournalId);
  await daybook.waitUntilCaughtUp();
  const { pools, dataFolder, masterKey } = daybook.platform;
  const input = {
    folder: dataFolder,
    databaseUrl: daybook.databaseUrl,
    masterKey: masterKey?.toString("base64"),
    userId: person.session?.user.id,
    commandId: randomUUID(),
  };
  child = await spawnScript(script, [JSON.stringify(input)]);
  expect(await nextMessage(child)).toBe("in the middle");
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  const { rows } = await pools.durable.query<{ id: number; done: number; status: string }>(
    "SELECT id, done, status FROM processes.operations",
  );
  expect(rows).toMatchObject([{ done: 50, status: "running" }]);
  const params = { operationId: String(rows[0]!.id) };
  const runningOperation = ok(await person.call("getOperation", { params })).operation;
  expect(runningOperation).toMatchObject({ kind: "downgrade", total: entryCount });
  // Until the downgrade is done, a plan cannot be bought, because the downgrade would end it.
  const plan = { membership_package_name: "standard", subscription: 1 };
  const body = { ...plan, payment_method_nonce: "fake-valid-nonce" };
  const purchaseAnswer = await person.call("goProLoggedIn", { body, key: randomUUID() });
  expect(purchaseAnswer).toMatchObject({ status: 422, body: { code: "payment_pending" } });
  // The journal into which the entries are moved cannot be deleted either.
  const deletionAnswer = await person.call("deleteJournal", pepys.inJournal(firstJournalId));
  expect(deletionAnswer).toMatchObject({ status: 503, body: { code: "unavailable" } });

  const laterProcess = await openSecondApplication(
    daybook.platform,
    () => daybook.platform.clock.now() + 15_000,
  );
  const statusOf = async () => (await laterProcess.operations.findById(rows[0]!.id))?.status;
  await expect
    .poll(
      async () => {
        await resumeInterruptedWork(laterProcess, new AbortController().signal);
        return statusOf();
      },
      { timeout: 60_000 },
    )
    .toBe("done");
  expect(await laterProcess.operations.findById(rows[0]!.id)).toMatchObject({
    done: entryCount,
    skippedIds: [],
  });
  laterProcess.waiter.close();
  await daybook.waitUntilCaughtUp();
  expect((await person.call("refreshToken")).status).toBe(401);
  const password = "and so to bed 1660";
  await person.logInOrSignUp({ email: person.session!.user.email, password });
  expect([...(await pepys.parentKeyIdsOf(ids))]).toEqual([contentKeyId(firstJournalId)]);
  expect(await pepys.list(firstJournalId, { limit: "100" })).toEqual(ids.toReversed());
  expect(await pepys.read(firstJournalId, ids[54]!)).toMatchObject({ title: "entry 54" });
  const { rowCount } = await pools.durable.query("SELECT FROM processes.moves");
  expect(rowCount).toBe(0);
  expect(ok(await person.call("listJournals")).journals).toHaveLength(1);
});

import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { imageMarker, sampleImages } from "@daybook/platform/testing/sample-images";
import { verify } from "@daybook/projections/offline/verify";
import { projections } from "@daybook/projections/registry";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { readEverythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { waitForMail } from "./mailbox.ts";

const password = "and so to bed 1660";
const marker = "Gossamerkite";
const email = `${marker.toLowerCase()}@example.com`;

let daybook: TestDaybook;
let person: RemoteDaybook;
let userId = 0;
let photoUrl = "";

beforeAll(async () => {
  daybook = await startTestDaybook();
  person = remoteDaybook(daybook.url);
  const session = await person.logInOrSignUp({ email, password, firstName: marker });
  userId = session.user.id;
  const list = await person.call("listJournals");
  const journalId = String(list.ok && list.body.journals[0]?.journal.id);
  await person.call("updateJournal", { params: { journalId }, body: { name: marker } });
  for (let entry = 0; entry < 5; entry++) {
    const body = { title: marker, richtext_body: `<p>${marker} ${entry}</p>` };
    const createdAnswer = await person.call("createEntry", {
      params: { journalId },
      body,
      key: randomUUID(),
    });
    if (!createdAnswer.ok) throw new Error(createdAnswer.body.code);
    const params = { journalId, entryId: String(createdAnswer.body.entry.id) };
    const photo = await sampleImages.jpeg();
    const addedAnswer = await person.call("addPhoto", { params, body: { photo }, key: randomUUID() });
    if (!addedAnswer.ok) throw new Error(addedAnswer.body.code);
    photoUrl = addedAnswer.body.photo.url;
    await person.call("createTag", {
      body: { name: marker, entries_added_to: [createdAnswer.body.entry.id] },
    });
    await person.call("publicLink", { params });
    const recipient = `${marker}-friend@example.com`;
    await person.call("emailShare", { params, body: { share_recipients: recipient, share_message: marker } });
  }
  await person.call("restoreEntries", { params: { journalId }, body: { all_entries: true } });
  const lockPassword = "by water to Deptford";
  const lock = {
    lock: true,
    plain_password: lockPassword,
    retype_password: lockPassword,
    password_hint: marker,
  };
  const unlockBody = { unlock: true, plain_password: lockPassword };
  for (const form of [lock, unlockBody])
    await person.call("updateJournal", { params: { journalId }, body: form });
  const listedAnswer = await person.call("listEntries", { params: { journalId } });
  const entryId = String(listedAnswer.ok && listedAnswer.body.entries[0]?.entry.id);
  for (const form of [lock, unlockBody]) {
    await person.call("updateEntry", { params: { journalId, entryId }, body: form });
  }
  await person.call("requestLoginLink", { body: { email } });
  await waitForMail(daybook.platform.config.dataFolder, email, "auto-login");
});
afterAll(() => daybook?.stop());

/** The content of every file in the data folder. */
async function readEveryFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (
    await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")))
  ).join();
}

/** The blobs in the data folder; all belong to this person. */
async function listBlobs(): Promise<string[]> {
  const entries = await readdir(daybook.platform.dataFolder.photos, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function countRowsOfAccount(): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM read_models.accounts WHERE id = $1)
      + (SELECT count(*) FROM read_models.account_activities WHERE user_id = $1)
      + (SELECT count(*) FROM read_models.journals WHERE user_id = $1)
      + (SELECT count(*) FROM read_models.entries WHERE user_id = $1)
      + (SELECT count(*) FROM read_models.photos)
      + (SELECT count(*) FROM search.documents_a WHERE user_id = $1)
      + (SELECT count(*) FROM search.documents_b WHERE user_id = $1)
      + (SELECT count(*) FROM search.words_a WHERE user_id = $1)
      + (SELECT count(*) FROM search.words_b WHERE user_id = $1)
      + (SELECT count(*) FROM blobs.photos WHERE user_id = $1)
      + (SELECT count(*) FROM read_models.tags WHERE user_id = $1)
      + (SELECT count(*) FROM read_models.entry_tags)
      + (SELECT count(*) FROM read_models.public_links)
      + (SELECT count(*) FROM vault.tag_names WHERE user_id = $1)
      + (SELECT count(*) FROM vault.shares WHERE user_id = $1)
      + (SELECT count(*) FROM outbox.mails WHERE user_id = $1)
      + (SELECT count(*) FROM vault.credentials WHERE user_id = $1)
      + (SELECT count(*) FROM vault.sessions WHERE user_id = $1)
      + (SELECT count(*) FROM vault.links WHERE user_id = $1)
      + (SELECT count(*) FROM processes.operations WHERE user_id = $1)
      + (SELECT count(*) FROM ledger.commands WHERE user_id = $1)
      + (SELECT count(*) FROM vault.locks WHERE user_id = $1)
      + (SELECT count(*) FROM vault.open_locks o JOIN vault.locks l USING (stream) WHERE l.user_id = $1)
      + (SELECT count(*) FROM vault.keys WHERE id = 'account-' || $1) AS count`,
    [userId],
  );
  return Number(rows[0]?.count);
}

it("an account is deleted only with its password, and leaves nothing readable", async () => {
  const wrongAnswer = await person.call("deleteAccount", { body: { password: "guess" } });
  expect([wrongAnswer.status, !wrongAnswer.ok && wrongAnswer.body.code]).toEqual([422, "wrong_password"]);
  expect(await countRowsOfAccount()).toBeGreaterThan(5);
  expect([(await listBlobs()).length, (await fetch(photoUrl)).status]).toEqual([10, 200]);

  const deletion = { body: { password }, key: randomUUID() };
  const deletedAnswer = await person.call("deleteAccount", deletion);
  expect(deletedAnswer.status).toBe(204);
  expect((await person.call("deleteAccount", deletion)).status).toBe(401);
  expect((await person.call("listJournals")).status).toBe(401);
  expect((await remoteDaybook(daybook.url).call("login", { body: { email, password } })).status).toBe(422);
  for (let tries = 0; (await countRowsOfAccount()) > 0 && tries < 1_200; tries++) await sleep(50);
  expect(await countRowsOfAccount()).toBe(0);
  expect([await listBlobs(), (await fetch(photoUrl)).status]).toEqual([[], 404]);

  const deletionMail = await waitForMail(
    daybook.platform.config.dataFolder,
    email,
    "Your account is deleted",
  );
  expect(deletionMail.text).not.toContain(marker);
  const pool = daybook.platform.pools.durable;
  expect((await readEverythingStored(pool)).toLowerCase()).not.toContain(marker.toLowerCase());
  // The last mail to the person contains their address.
  const files = (await readEveryFile(daybook.platform.config.dataFolder)).split(email).join("");
  expect(files.toLowerCase()).not.toContain(marker.toLowerCase());
  expect(files).not.toContain(imageMarker);
});

it("the log can still be replayed and verified, and the address can be used again", async () => {
  const { store, pools } = daybook.platform;
  const result = await verify({ store, pool: pools.durable }, projections);
  expect(result.difference).toBeNull();
  const newClient = remoteDaybook(daybook.url);
  const session = await newClient.logInOrSignUp({ email, password });
  expect(session.user.id).not.toBe(userId);
  expect(session.user.entry_count).toBe(0);
});

import { readFromMailpit } from "@daybook/platform/testing/mailpit";
import { createTestIndexes, meilisearchUrl } from "@daybook/platform/search/meilisearch/test-server";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { waitForMail } from "./mailbox.ts";
import { type EntryPath, writeEntry, readEntry, fetchPhotoStatus, uploadPhoto } from "./photo-steps.ts";

const variableNames = [
  "EVENTSTORE_URL",
  "MEILISEARCH_URL",
  "MEILISEARCH_KEY",
  "MONGODB_URL",
  "S3_URL",
  "SMTP_URL",
];
const servers = Object.fromEntries(
  variableNames.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  }),
);
const pollOptions = { timeout: 60_000, interval: 50 };

// This needs at least one server that npm cannot install: `npm run test:servers`.
describe.skipIf(Object.keys(servers).length === 0)("Daybook on the servers that are configured", () => {
  const indexes = createTestIndexes();
  let daybook: TestDaybook;
  let person: RemoteDaybook;
  let params: EntryPath;

  beforeAll(async () => {
    // An index belongs to one log, and the log of this test is new each time.
    daybook = await startTestDaybook({ ...servers, MEILISEARCH_PREFIX: indexes.prefix });
    person = await daybook.newPerson();
    params = await writeEntry(person, "<p>The frost fair on the river.</p>");
  });
  afterAll(async () => {
    await daybook?.stop();
    if (meilisearchUrl !== undefined) await indexes.drop();
  });

  it("keeps an entry and its versions", async () => {
    ok(await person.call("updateEntry", { params, body: { richtext_body: "<p>The frost fair again.</p>" } }));
    await vi.waitFor(async () => {
      expect((await readEntry(person, params)).plaintext_body).toBe("The frost fair again.");
      expect(ok(await person.call("listVersions", { params })).total_versions).toBe(2);
    }, pollOptions);
  });

  it("finds the entry", async () => {
    await vi.waitFor(async () => {
      const reply = ok(await person.call("search", { query: { query: "frost" } }));
      expect(reply.entries.map(({ entry }) => String(entry.id))).toEqual([params.entryId]);
    }, pollOptions);
  });

  it("keeps a photo, shows it, and removes it", async () => {
    const photo = await uploadPhoto(person, params, await sampleImages.png());
    expect(await fetchPhotoStatus(photo.url)).toBe(200);
    ok(await person.call("deletePhoto", { params: { ...params, photoId: String(photo.id) } }));
    await vi.waitFor(async () => expect(await fetchPhotoStatus(photo.url)).toBe(404), pollOptions);
  });

  it("mails a welcome", async () => {
    const email = person.session?.user.email ?? "";
    if (!servers["SMTP_URL"]) await waitForMail(daybook.platform.config.dataFolder, email, "Daybook");
    const mailQuery = "SELECT state FROM outbox.mails WHERE template = 'welcome'";
    await vi.waitFor(async () => {
      expect((await daybook.platform.pools.durable.query(mailQuery)).rows).toEqual([{ state: "sent" }]);
    }, pollOptions);
    const mailpit = process.env["MAILPIT_URL"];
    if (servers["SMTP_URL"] && mailpit) {
      expect(await readFromMailpit(mailpit, `to:${email}`)).toContain("Subject: ");
    }
  });

  it("reports that every part is healthy", async () => {
    await vi.waitFor(async () => {
      for (const [name, role] of daybook.platform.roles) {
        expect([name, await role.health()]).toEqual([name, { status: "ok" }]);
      }
    }, pollOptions);
  });
});

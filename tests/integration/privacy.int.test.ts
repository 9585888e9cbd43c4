import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { imageMarker, sampleImages } from "@daybook/platform/testing/sample-images";
import { readEverythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

/** Unique words, one for each kind of personal text. */
const markers = {
  firstName: "Zebulonia",
  lastName: "Quixotrim",
  email: "velvetmarmot@example.com",
  journal: "Umbrellaphant",
  title: "Gossamerkite",
  body: "Bluntwhisker",
  userAgent: "Plumpwarbler",
  photo: imageMarker,
  tag: "Wobblewick",
  renamedTag: "Dandyprat",
  recipient: "puddlejumper@example.com",
  message: "Fiddlesticks",
};

let daybook: TestDaybook;
let person: RemoteDaybook;

beforeAll(async () => {
  daybook = await startTestDaybook();
  person = remoteDaybook(daybook.url);
  const signup = await person.call("freeSignup", {
    body: {
      first_name: markers.firstName,
      last_name: markers.lastName,
      email: markers.email,
      password: "and so to bed 1660",
      retype_password: "and so to bed 1660",
    },
  });
  if (!signup.ok) throw new Error(signup.body.error);
  person.setSession(signup.body);
  const list = await person.call("listJournals");
  const journalId = String(list.ok && list.body.journals[0]?.journal.id);
  await person.call("updateJournal", {
    params: { journalId },
    body: { name: markers.journal },
    key: randomUUID(),
  });
  const body = { title: markers.title, richtext_body: `<p>${markers.body} one</p>` };
  const createdAnswer = await person.call("createEntry", { params: { journalId }, body, key: randomUUID() });
  if (!createdAnswer.ok) throw new Error(createdAnswer.body.error);
  const params = { journalId, entryId: String(createdAnswer.body.entry.id) };
  const photo = await sampleImages.jpeg();
  await person.call("addPhoto", { params, body: { photo }, key: randomUUID() });
  const edit = { richtext_body: `<p>${markers.body} two</p>`, modified: 1 };
  await person.call("updateEntry", { params, body: edit, key: randomUUID() });
  await person.call("updateEntry", {
    params,
    body: { ...edit, richtext_body: `<p>${markers.body} three</p>` },
    key: randomUUID(),
  });
  const tag = await person.call("createTag", {
    body: { name: markers.tag, entries_added_to: [createdAnswer.body.entry.id] },
    key: randomUUID(),
  });
  if (!tag.ok) throw new Error(tag.body.error);
  await person.call("updateTag", {
    params: { tagId: String(tag.body.tag.id) },
    body: { name: markers.renamedTag },
    key: randomUUID(),
  });
  const link = await person.call("publicLink", { params, key: randomUUID() });
  if (!link.ok) throw new Error(link.body.error);
  await fetch(`${daybook.url}/api/pe/${link.body.public_url.replace("/public/", "")}`);
  const sharedAnswer = await person.call("emailShare", {
    params,
    body: { share_recipients: [markers.recipient], share_message: markers.message },
    key: randomUUID(),
  });
  expect(sharedAnswer.status).toBe(204);
  await person.call("getEntry", { params, query: { previous: "x" } });
  await person.call("listEntries", { params: { journalId }, query: { cursor: markers.body } });
  await fetch(`${daybook.url}/api/nothing?query=${markers.body}`, {
    headers: { "User-Agent": markers.userAgent },
  });
});
afterAll(() => daybook?.stop());

describe("personal text", () => {
  it("is in clear text in no table except those of the search index", async () => {
    const pool = daybook.platform.pools.durable;
    const storedText = (await readEverythingStored(pool, { except: ["search"] })).toLowerCase();
    expect(storedText).toContain("entryrevised");
    for (const word of Object.values(markers)) {
      expect(storedText).not.toContain(word.toLowerCase());
      expect(storedText).not.toContain(Buffer.from(word).toString("hex"));
    }
  });

  it("is in the search index only as words of entries and their tags", async () => {
    const pool = daybook.platform.pools.durable;
    const { title, body, tag: _, renamedTag, ...otherMarkers } = markers;
    const words = [title, body, renamedTag].map((word) => word.toLowerCase());
    const readIndex = () => readEverythingStored(pool, { except: ["vault", "eventstore", "read_models"] });
    await vi.waitFor(
      async () => {
        const indexText = await readIndex();
        for (const word of words) expect(indexText).toContain(word);
      },
      { timeout: 60_000 },
    );
    const indexText = (await readIndex()).toLowerCase();
    for (const word of Object.values(otherMarkers)) expect(indexText).not.toContain(word.toLowerCase());
  });

  it("is in no log line", () => {
    const log = daybook.log().toLowerCase();
    expect(log.length).toBeGreaterThan(0);
    for (const word of Object.values(markers)) expect(log).not.toContain(word.toLowerCase());
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { imageMarker, sampleImages } from "@daybook/platform/testing/sample-images";
import { ok } from "../answers.ts";
import { readEverythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { firstJournalIdOf } from "./people.ts";
import { uploadPhoto } from "./photo-steps.ts";

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
  const password = "and so to bed 1660";
  const signUpForm = {
    first_name: markers.firstName,
    last_name: markers.lastName,
    email: markers.email,
    password,
    retype_password: password,
  };
  person.setSession(ok(await person.call("freeSignup", { body: signUpForm, key: randomUUID() })));
  const journalId = await firstJournalIdOf(person);
  ok(
    await person.call("updateJournal", {
      params: { journalId },
      body: { name: markers.journal },
      key: randomUUID(),
    }),
  );
  const body = { title: markers.title, richtext_body: `<p>${markers.body} one</p>` };
  const { entry } = ok(await person.call("createEntry", { params: { journalId }, body, key: randomUUID() }));
  const params = { journalId, entryId: String(entry.id) };
  await uploadPhoto(person, params, await sampleImages.jpeg());
  for (const [index, word] of ["two", "three"].entries()) {
    const edit = { richtext_body: `<p>${markers.body} ${word}</p>`, modified: index + 1 };
    ok(await person.call("updateEntry", { params, body: edit, key: randomUUID() }));
  }
  const tagBody = { name: markers.tag, entries_added_to: [entry.id] };
  const { tag } = ok(await person.call("createTag", { body: tagBody, key: randomUUID() }));
  const tagParams = { tagId: String(tag.id) };
  ok(
    await person.call("updateTag", {
      params: tagParams,
      body: { name: markers.renamedTag },
      key: randomUUID(),
    }),
  );
  const { public_url } = ok(await person.call("publicLink", { params, key: randomUUID() }));
  const publicEntry = await fetch(`${daybook.url}/api/pe/${public_url.replace("/public/", "")}`);
  expect(await publicEntry.text()).toContain(markers.body);
  const share = { share_recipients: [markers.recipient], share_message: markers.message };
  expect((await person.call("emailShare", { params, body: share, key: randomUUID() })).status).toBe(204);
  await person.call("getEntry", { params, query: { previous: "x" } });
  await person.call("listEntries", { params: { journalId }, query: { cursor: markers.body } });
  await fetch(`${daybook.url}/api/nothing?query=${markers.body}`, {
    headers: { "User-Agent": markers.userAgent },
  });
});
afterAll(() => daybook?.stop());

describe("privacy", () => {
  it("personal text is in clear text in no table except those of the search index", async () => {
    const pool = daybook.platform.pools.durable;
    const storedText = (await readEverythingStored(pool, { except: ["search"] })).toLowerCase();
    expect(storedText).toContain("entryrevised");
    for (const word of Object.values(markers)) {
      expect(storedText).not.toContain(word.toLowerCase());
      expect(storedText).not.toContain(Buffer.from(word).toString("hex"));
    }
  });

  it("personal text is in the search index only as words of entries and their tags", async () => {
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

  it("personal text is in no log line", () => {
    const log = daybook.log().toLowerCase();
    expect(log.length).toBeGreaterThan(0);
    for (const word of Object.values(markers)) expect(log).not.toContain(word.toLowerCase());
  });
});

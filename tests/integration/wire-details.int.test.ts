import { randomUUID } from "node:crypto";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import { beforeAll, describe, expect, it } from "vitest";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { type RemoteAnswer, type RemoteDaybook, remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { firstJournalIdOf, createPaidPerson } from "./people.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let journalId: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
  person = await createPaidPerson(daybook);
  journalId = await firstJournalIdOf(person);
});

const inEntry = (entryId: number) => ({ params: { journalId, entryId: String(entryId) } });
const write = async (body: BodyOf<"createEntry">) =>
  ok(await person.call("createEntry", { params: { journalId }, body })).entry;
const read = async (entryId: number) => ok(await person.call("getEntry", inEntry(entryId))).entry;

/** Status, code and fields of a refusal. */
function refusalOf(answer: { ok: boolean; status: number; body: unknown }) {
  if (answer.ok) throw new Error("accepted");
  const { code, fields } = answer.body as { code: string; fields?: Record<string, string> };
  return { status: answer.status, code, fields };
}

describe("dates of entries", () => {
  it("an entry keeps its time of day when only local_date is sent", async () => {
    const entry = await write({ created_at: "2026-11-20T21:15:42.000Z", timezone: "Europe/London" });
    const body = { local_date: "2026-11-18" };
    const redatedEntry = ok(await person.call("updateEntry", { ...inEntry(entry.id), body })).entry;
    expect([redatedEntry.local_date, redatedEntry.created_at]).toEqual([
      "2026-11-18",
      "2026-11-18T21:15:42.000Z",
    ]);
    expect(await read(entry.id)).toEqual(redatedEntry);
  });

  it("a new entry on another day is dated midnight, because the time of day is not known", async () => {
    const entry = await write({ local_date: "1660-01-11" });
    expect(entry.created_at).toBe("1660-01-11T00:00:00.000Z");
  });

  it("the date of an entry stays when a client in another time zone sends back the instant that it read", async () => {
    const entry = await write({ created_at: "1660-01-11", timezone: "Europe/London" });
    const body = { created: entry.created_at, timezone: "America/Los_Angeles" };
    const savedEntry = ok(await person.call("updateEntry", { ...inEntry(entry.id), body })).entry;
    expect([savedEntry.local_date, savedEntry.timezone]).toEqual(["1660-01-11", "America/Los_Angeles"]);
  });

  it("a date is refused with a specific message when its month has no such day, in a body and in a query", async () => {
    const sentence = "There is no February 30, 1660. That month has 29 days.";
    const entry = await write({});
    for (const field of ["created_at", "created", "local_date"] as const) {
      const body = { [field]: "1660-02-30" };
      const expectedRefusal = { status: 422, code: "invalid", fields: { [field]: sentence } };
      expect(refusalOf(await person.call("createEntry", { params: { journalId }, body }))).toEqual(
        expectedRefusal,
      );
      expect(refusalOf(await person.call("updateEntry", { ...inEntry(entry.id), body }))).toEqual(
        expectedRefusal,
      );
    }
    const query = { time: "custom", timeStart: "1660-02-30" } as const;
    const listedAnswer = await person.call("listEntries", { params: { journalId }, query });
    expect(refusalOf(listedAnswer).fields).toEqual({ timeStart: sentence });
  });
});

describe("prompts of entries", () => {
  it("a PUT changes and removes the prompt of an entry, as a number or as text; without the field, the prompt stays", async () => {
    const entry = await write({ prompt_id: 3, richtext_body: "<p>x</p>" });
    const put = async (body: BodyOf<"updateEntry">) => {
      ok(await person.call("updateEntry", { ...inEntry(entry.id), body }));
      return (await read(entry.id)).prompt_id;
    };
    expect(await put({ prompt_id: 5 })).toBe(5);
    expect(await put({ title: "Another" })).toBe(5);
    expect(await put({ prompt_id: "6" })).toBe(6);
    expect(await put({ prompt_id: null })).toBeNull();
    expect(
      (await person.call("updateEntry", { ...inEntry(entry.id), body: { prompt_id: null } })).status,
    ).toBe(204);
    expect((await read(entry.id)).revision).toBe(2);
    const listedReply = ok(await person.call("listEntries", { params: { journalId } }));
    expect(listedReply.entries.find(({ entry: { id } }) => id === entry.id)?.entry.prompt_id).toBeNull();
  });

  it("a prompt that is not an id is refused and changes nothing", async () => {
    const entry = await write({ prompt_id: 3 });
    const answer = await person.call("updateEntry", {
      ...inEntry(entry.id),
      body: { prompt_id: "seven", title: "No" },
    });
    expect(refusalOf(answer)).toMatchObject({ status: 422, code: "invalid" });
    expect(await read(entry.id)).toEqual(entry);
  });
});

describe("photos in lists", () => {
  it('lists contain the photos of their entries; a closed lock hides the photos, and "On this day" omits the entry', async () => {
    // Four years, so that February 29 exists in that year too.
    const fourYearsAgo = new Date();
    fourYearsAgo.setUTCFullYear(fourYearsAgo.getUTCFullYear() - 4);
    const entry = await write({ local_date: fourYearsAgo.toISOString().slice(0, 10), timezone: "UTC" });
    const timeBefore = new Date().toISOString();
    const addPhoto = async () =>
      ok(await person.call("addPhoto", { ...inEntry(entry.id), body: { photo: await sampleImages.png() } }))
        .photo;
    const addedPhoto = await addPhoto();
    const photosAfterUpload = (await read(entry.id)).photos;
    expect(photosAfterUpload.map(({ photo }) => photo.id)).toEqual([addedPhoto.id]);
    const readPhotoIdsInLists = async () => {
      const params = { journalId };
      const now = new Date().toISOString();
      const listReplies = [
        ok(await person.call("listEntries", { params, query: { limit: "100" } })).entries,
        ok(await person.call("onThisDay")).entries,
        ok(await person.call("listEntriesAsOf", { params, query: { at: now, limit: "100" } })).entries,
        ok(await person.call("listEntriesAsOf", { params, query: { at: timeBefore, limit: "100" } })).entries,
      ];
      const photosOfEntry = listReplies.map(
        (items) => items.find((item) => item.entry.id === entry.id)?.entry.photos,
      );
      return photosOfEntry.map((photos) => photos?.map(({ photo }) => photo.id));
    };
    expect(await readPhotoIdsInLists()).toEqual([[addedPhoto.id], [addedPhoto.id], [addedPhoto.id], []]);
    const lockForm = { plain_password: "locked 1660", retype_password: "locked 1660", password_hint: "x" };
    ok(await person.call("updateEntry", { ...inEntry(entry.id), body: { lock: true, ...lockForm } }));
    expect((await readPhotoIdsInLists()).slice(0, 2)).toEqual([[], undefined]);
  });
});

describe("malformed ids in queries", () => {
  it("a malformed id in a query is refused with 400 invalid_id", async () => {
    const entry = inEntry((await write({})).id);
    const answers = await Promise.all([
      person.call("listEntries", { params: { journalId }, query: { tag: "blue" } }),
      person.call("search", { query: { query: "x", journal: "abc" } }),
      person.call("listTags", { query: { journal_id: "abc" } }),
      person.call("listTags", { query: { entry_id: "-1" } }),
      person.call("previewVersion", { ...entry, query: { version_id: "0x1" } }),
      person.call("restoreVersion", { ...entry, query: { version_id: "9".repeat(16) } }),
      person.call("diffVersions", { ...entry, query: { from: "1", to: "last" } }),
    ]);
    const names = ["tag", "journal", "journal_id", "entry_id", "version_id", "version_id", "to"];
    expect(answers.map(refusalOf)).toEqual(
      names.map((name) => ({ status: 400, code: "invalid_id", fields: { [name]: "This is not an id." } })),
    );
  });

  it("a malformed id in a query is not confused with a missing one, or with another wrong field", async () => {
    const entry = inEntry((await write({})).id);
    // @ts-expect-error -- the field is missing on purpose
    expect(refusalOf(await person.call("previewVersion", { ...entry, query: {} })).status).toBe(422);
    const query = { limit: "many" };
    expect(refusalOf(await person.call("listEntries", { params: { journalId }, query })).status).toBe(422);
  });
});

describe("wrapped bodies", () => {
  const wrapBody = (key: string, inner: object) => ({ [key]: inner }) as object;

  it("a body that is wrapped like a reply is accepted for an entry, a journal and a tag", async () => {
    const createdEntry = await write(wrapBody("entry", { title: "Wrapped", richtext_body: "<p>x</p>" }));
    expect([createdEntry.title, createdEntry.plaintext_body]).toEqual(["Wrapped", "x"]);
    const body = { ...wrapBody("entry", { title: "Again" }), starred: true };
    const savedEntry = ok(await person.call("updateEntry", { ...inEntry(createdEntry.id), body })).entry;
    expect([savedEntry.title, savedEntry.starred, savedEntry.plaintext_body]).toEqual(["Again", true, "x"]);
    const name = { name: "Wrapped too" };
    const journalBody = wrapBody("journal", name) as { name: string };
    expect(ok(await person.call("createJournal", { body: journalBody })).journal.name).toBe(name.name);
    const tagBody = wrapBody("tag", name) as { name: string };
    expect(ok(await person.call("createTag", { body: tagBody })).tag.name).toBe(name.name);
  });

  it("a wrapped body is checked like any other, and an entry of another person stays out of reach", async () => {
    const entry = await write({ title: "Mine" });
    const body = wrapBody("entry", { title: "x".repeat(501) });
    expect(refusalOf(await person.call("updateEntry", { ...inEntry(entry.id), body }))).toMatchObject({
      status: 422,
      code: "invalid",
    });
    const stranger = await daybook.newPerson();
    const strangersAnswer = await stranger.call("updateEntry", {
      ...inEntry(entry.id),
      body: wrapBody("entry", { title: "No" }),
    });
    expect(strangersAnswer.status).toBe(404);
    expect(await read(entry.id)).toEqual(entry);
  });
});

describe("names", () => {
  const hostileName = "\u202EDia\u0000ry\u202C\r\nof\u2028 1660\uD800\u200B";

  it("a name is stored as one visible line, and so are a password hint and the title of an entry", async () => {
    const journal = ok(await person.call("createJournal", { body: { name: hostileName } })).journal;
    expect(journal.name).toBe("Diary of 1660");
    const params = { journalId: String(journal.id) };
    const renamedReply = ok(
      await person.call("updateJournal", { params, body: { name: `New ${hostileName}` } }),
    );
    expect(renamedReply.journal.name).toBe("New Diary of 1660");
    const lock = {
      lock: true,
      lock_type: lockTypes.password,
      plain_password: "locked 1660",
      retype_password: "locked 1660",
    };
    const lockedReply = ok(
      await person.call("updateJournal", { params, body: { ...lock, password_hint: hostileName } }),
    );
    expect(lockedReply.journal.password_hint).toBe("Diary of 1660");
    expect(ok(await person.call("createTag", { body: { name: hostileName } })).tag.name).toBe(
      "Diary of 1660",
    );
    const names = { first_name: hostileName, last_name: hostileName };
    const { profile } = ok(await person.call("updateProfile", { body: names }));
    expect([profile.first_name, profile.last_name]).toEqual(["Diary of 1660", "Diary of 1660"]);
    expect((await write({ title: "A\u202E title" })).title).toBe("A title");
  });

  it("a name without visible characters is refused", async () => {
    const body = { name: "\u202E\u0000\u200D\u2028" };
    const fields = { name: "The journal's name is missing." };
    const expectedRefusal = { status: 422, code: "invalid", fields };
    expect(refusalOf(await person.call("createJournal", { body }))).toEqual(expectedRefusal);
    expect(refusalOf(await person.call("updateJournal", { params: { journalId }, body }))).toEqual(
      expectedRefusal,
    );
    expect(refusalOf(await person.call("createTag", { body })).fields).toEqual({
      name: "The tag's name is missing.",
    });
  });
});

describe("conflicts", () => {
  it("a conflict names the device that saved the current text, while that device is logged in", async () => {
    const account = { email: `two-devices-${randomUUID()}@example.com`, password: "and so to bed 1660" };
    const [laptop, phone] = [remoteDaybook(daybook.url), remoteDaybook(daybook.url)];
    await laptop.logInOrSignUp(account);
    await phone.logInOrSignUp(account);
    const deviceJournalId = await firstJournalIdOf(laptop);
    const entry = ok(
      await laptop.call("createEntry", { params: { journalId: deviceJournalId }, body: {} }),
    ).entry;
    const params = { journalId: deviceJournalId, entryId: String(entry.id) };
    const save = (device: RemoteDaybook, text: string, modified: number) =>
      device.call("updateEntry", { params, body: { richtext_body: `<p>${text}</p>`, modified } });
    const deviceIn = (answer: RemoteAnswer<"updateEntry">) => {
      if (answer.ok) throw new Error("a stale save was accepted");
      return (answer.body as unknown as { saved_by: unknown }).saved_by;
    };
    ok(await save(phone, "by water", 1));
    await daybook.waitUntilCaughtUp();
    const deviceSeenByOther = deviceIn(await save(laptop, "by coach", 1));
    expect(deviceSeenByOther).toEqual({ user_agent: expect.any(String), current: false });
    expect(deviceIn(await save(phone, "on foot", 1))).toEqual({
      user_agent: expect.any(String),
      current: true,
    });
    ok(await phone.call("logout"));
    expect(deviceIn(await save(laptop, "by coach", 1))).toBeNull();
  });
});

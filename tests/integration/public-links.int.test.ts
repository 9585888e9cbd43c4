import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readEverythingStored } from "./everything-stored.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let params: { journalId: string; entryId: string };

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
  const list = await person.call("listJournals");
  const journalId = String(list.ok && list.body.journals[0]?.journal.id);
  const createdAnswer = await person.call("createEntry", {
    params: { journalId },
    body: { title: "A page", richtext_body: "<p>for you</p>", local_date: "1660-01-01" },
  });
  if (!createdAnswer.ok) throw new Error(createdAnswer.body.error);
  params = { journalId, entryId: String(createdAnswer.body.entry.id) };
});

async function publish(): Promise<string> {
  const answer = await person.call("publicLink", { params, key: randomUUID() });
  if (!answer.ok) throw new Error(answer.body.error);
  return answer.body.public_url;
}

const slugOf = (url: string): string => url.replace("/public/", "");
/** Reads a published entry without a session. */
const openAsVisitor = (url: string) =>
  remoteDaybook(daybook.url).call("publicEntry", { params: { slug: slugOf(url) } });
const statusOf = async (url: string) => (await openAsVisitor(url)).status;

async function readPublicUrl(): Promise<string | null | undefined> {
  const answer = await person.call("getEntry", { params });
  return answer.ok ? answer.body.entry.public_url : undefined;
}

describe("public links", () => {
  it("a public link shows only text and date to visitors, in the date format of the writer", async () => {
    await person.call("changeDateFormat", { body: { format: "ddd. D/M/YYYY" } });
    const answer = await openAsVisitor(await publish());
    expect(answer.ok && answer.body).toEqual({
      entry: {
        title: "A page",
        html_body: "<p>for you</p>",
        created_at: expect.stringMatching(/^1660-01-01T/),
        local_date: "1660-01-01",
        date_format: "ddd. D/M/YYYY",
      },
    });
  });

  it("a public link stays the same until it is removed, also for parallel requests", async () => {
    expect(await readPublicUrl()).toBeNull();
    const urls = await Promise.all([publish(), publish(), publish()]);
    const [url] = urls;
    expect(new Set(urls).size).toBe(1);
    expect(url).toMatch(/^\/public\/[\w-]{22}$/);
    expect(await readPublicUrl()).toBe(url);
    const list = await person.call("listEntries", { params });
    expect(list.ok && list.body.entries[0]?.entry.public_url).toBe(url);

    expect((await person.call("unpublicLink", { params })).status).toBe(204);
    expect(await statusOf(url)).toBe(404);
    expect(await readPublicUrl()).toBeNull();
    expect((await person.call("unpublicLink", { params })).status).toBe(204);
    const newUrl = await publish();
    expect(newUrl).not.toBe(url);
    expect([await statusOf(url), await statusOf(newUrl)]).toEqual([404, 200]);
  });

  it("a public link shows the newest text also while the read model is behind", async () => {
    const url = await publish();
    const pool = daybook.platform.pools.durable;
    const readRow = "SELECT title, revision FROM read_models.entries WHERE id = $1";
    const { title, revision } = (await pool.query(readRow, [params.entryId])).rows[0];
    await person.call("updateEntry", { params, body: { title: "Another" } });
    const resetRow = "UPDATE read_models.entries SET title = $2, revision = $3 WHERE id = $1";
    await pool.query(resetRow, [params.entryId, title, revision]);
    const answer = await openAsVisitor(url);
    expect(answer.ok && answer.body.entry.title).toBe("Another");
  });

  it("a public link always shows the newest saved text", async () => {
    const url = await publish();
    await person.call("updateEntry", { params, body: { title: "Another" } });
    const answer = await openAsVisitor(url);
    expect(answer.ok && answer.body.entry.title).toBe("Another");
  });

  it("a public link is not found while the entry or journal is in the trash, or after the entry is erased", async () => {
    const url = await publish();
    const { journalId, entryId } = params;
    const ids = { entry_ids: [Number(entryId)] };
    await person.call("deleteEntries", { params: { journalId }, body: ids });
    expect(await statusOf(url)).toBe(404);
    expect((await person.call("publicLink", { params })).status).toBe(422);
    await person.call("restoreEntries", { params: { journalId }, body: ids });
    expect(await statusOf(url)).toBe(200);

    await person.call("deleteJournal", { params: { journalId } });
    expect(await statusOf(url)).toBe(404);
    await person.call("updateJournal", { params: { journalId }, body: { restore: true } });
    expect(await statusOf(url)).toBe(200);

    await person.call("deleteEntries", { params: { journalId }, body: { ...ids, permanent: true } });
    expect(await statusOf(url)).toBe(404);
    await daybook.waitUntilCaughtUp();
    const { rows } = await daybook.platform.pools.durable.query(
      "SELECT FROM read_models.public_links WHERE entry_id = $1",
      [entryId],
    );
    expect(rows).toHaveLength(0);
  });

  it("a public link is not found after its account is deleted", async () => {
    const url = await publish();
    await person.call("deleteAccount", { body: { password: "and so to bed 1660" } });
    expect(await statusOf(url)).toBe(404);
  });

  it("a public link cannot be read in the database or in the log of the server", async () => {
    const url = await publish();
    await openAsVisitor(url);
    expect(await readEverythingStored(daybook.platform.pools.durable)).not.toContain(slugOf(url));
    expect(daybook.log()).not.toContain(slugOf(url));
  });

  it("a public link is hidden from search engines, in the API answer and on the page", async () => {
    const slug = slugOf(await publish());
    for (const path of [`/api/pe/${slug}`, "/api/pe/guessed", `/public/${slug}`]) {
      const { headers } = await fetch(`${daybook.url}${path}`);
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow, noarchive");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect((await fetch(`${daybook.url}/api/pe/${slug}`)).headers.get("cache-control")).toBe("no-store");
    expect((await fetch(`${daybook.url}/journals`)).headers.get("x-robots-tag")).toBeNull();
  });
});

it.each(["guessed", "%00", "a".repeat(3000), "ü"])(
  "no public entry is found for the slug %s",
  async (slug) => {
    expect((await fetch(`${daybook.url}/api/pe/${encodeURIComponent(slug)}`)).status).toBe(404);
  },
);

import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import OAuth from "oauth-1.0a";
import type { Session } from "@daybook/domain/contract/sessions";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import { sanitise } from "@daybook/content/sanitise";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

const diaryFile = resolve(import.meta.dirname, "../../../shared/data/pepys-1660-1662.jsonl");
type DiaryLine = { date: string; title: string; html: string };

// A real diary. The project has no copy of it, so the test runs only when the file exists.
describe.skipIf(!existsSync(diaryFile))("a real diary of three years", () => {
  let daybook: TestDaybook;
  let session: Session;
  let lines: DiaryLine[];

  beforeAll(
    async () => {
      lines = readFileSync(diaryFile, "utf8")
        .split("\n")
        .filter(Boolean)
        .filter((_, index) => isFullMatrix || index % 6 === 0)
        .map((line) => JSON.parse(line) as DiaryLine);
      daybook = await startTestDaybook();
      const writer = await daybook.newPerson();
      if (!writer.session) throw new Error("no session");
      session = writer.session;
      const journals = await writer.call("listJournals");
      const journalId = String(journals.ok && journals.body.journals[0]?.journal.id);
      const unwrittenLines = [...lines];
      const write = async () => {
        for (let line = unwrittenLines.shift(); line; line = unwrittenLines.shift()) {
          const body = { title: line.title, richtext_body: line.html, created_at: line.date };
          const answer = await writer.call("createEntry", { params: { journalId }, body, key: line.date });
          if (!answer.ok) throw new Error(`${line.date}: ${answer.body.error}`);
        }
      };
      await Promise.all(Array.from({ length: 8 }, write));
    },
    isFullMatrix ? 900_000 : 180_000,
  );
  afterAll(() => daybook?.stop());

  /** Sends a request as third-party exporters do, signed by an independent library. */
  async function get<T>(path: string): Promise<T> {
    const { access_token: token } = session;
    const oauth = new OAuth({
      consumer: { key: token.client_application.key, secret: token.client_application.secret },
      signature_method: "HMAC-SHA256",
      hash_function: (base, key) => createHmac("sha256", key).update(base).digest("base64"),
    });
    const url = `${daybook.url}${path}`;
    const header = oauth.toHeader(
      oauth.authorize({ url, method: "GET" }, { key: token.token, secret: token.secret }),
    );
    const response = await fetch(url, { headers: { ...header } });
    if (!response.ok) throw new Error(`${response.status} for ${path}`);
    return (await response.json()) as T;
  }

  it(
    "can be exported entry by entry, and every text and date equals the original",
    async () => {
      const { journals } = await get<{ journals: { journal: { id: number } }[] }>("/api/journals");
      const id = journals[0]?.journal.id;
      const { journal } = await get<{
        journal: { last_entry_id: number; entries: { total_entries: number } };
      }>(`/api/journals/${id}`);
      expect(journal.entries.total_entries).toBe(lines.length);
      const newestFirst = lines.toSorted((a, b) => (a.date < b.date ? 1 : -1));
      let nextId: number | undefined = journal.last_entry_id;
      for (const line of newestFirst) {
        const page: {
          entry: { title: string; richtext_body: string; local_date: string; created_at: string };
          previous: { entry: { id: number } }[];
        } = await get(`/api/journals/${id}/entries/${nextId}?next=10&previous=10`);
        const { title, richtext_body, local_date, created_at } = page.entry;
        expect([title, local_date, created_at.slice(0, 10)]).toEqual([line.title, line.date, line.date]);
        expect(richtext_body).toBe(sanitise(line.html));
        expect(textOf(richtext_body)).toBe(textOf(line.html));
        nextId = page.previous[0]?.entry.id;
      }
      expect(nextId).toBeUndefined();
    },
    isFullMatrix ? 900_000 : 180_000,
  );

  /** The words only, because tags and character references may differ. */
  const textOf = (html: string): string =>
    html
      .replace(/<[^>]+>/g, "")
      .replaceAll("&nbsp;", "\u00a0")
      .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
});

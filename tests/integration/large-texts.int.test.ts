import { randomBytes } from "node:crypto";
import { bounds } from "@daybook/domain/contract/bounds";
import { WorkerThreadFailed, type WorkerThreads } from "@daybook/platform/worker-threads/worker-threads";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

const longHtml = (words: string): string => `<p>${`${words} `.repeat(10_000)}</p><p>the end</p>`;

/** Random printable characters, which can hardly be compressed. */
const incompressibleText = (length: number): string =>
  [...randomBytes(length)]
    .map((byte) => String.fromCodePoint(39 + (byte % 84)))
    .join("")
    .replaceAll(/[<>]/g, "~");

let daybook: TestDaybook;
let writer: Diarist;
let secondDiarist: Diarist;
/** While set, tasks in threads wait for it. */
let taskGate: Promise<void> | null = null;
let isFailing = false;
const tasksInThreads: string[] = [];

const wrapThreads = (threads: WorkerThreads): WorkerThreads => ({
  async run(task) {
    const { name = task.name } = task.input as { name?: string };
    tasksInThreads.push(name);
    await taskGate;
    if (isFailing) throw new WorkerThreadFailed();
    return threads.run(task);
  },
  close: () => threads.close(),
});

beforeAll(async () => {
  daybook = await startTestDaybook({}, undefined, wrapThreads);
  [writer, secondDiarist] = await Promise.all([newDiarist(daybook), newDiarist(daybook)]);
});
afterAll(() => daybook?.stop());
beforeEach(() => {
  tasksInThreads.length = 0;
  isFailing = false;
});

const versionsOf = async ({ person, inEntry, firstJournalId }: Diarist, entryId: number) =>
  ok(await person.call("listVersions", inEntry(firstJournalId, entryId))).versions.map(
    ({ version }) => version,
  );

describe("large texts", () => {
  it("a large text is saved, read, listed, compared, restored and found like a small one", async () => {
    const { person, inEntry, firstJournalId } = writer;
    const writtenEntry = await writer.write({ title: "Long", richtext_body: longHtml("first") });
    expect(writtenEntry.word_count).toBe(10_002);
    const entryInput = inEntry(firstJournalId, writtenEntry.id);
    const body = { richtext_body: longHtml("first").replace("the end", "another end") };
    const revisedEntry = ok(await person.call("updateEntry", { ...entryInput, body })).entry;
    expect(revisedEntry.richtext_body).toBe(body.richtext_body);
    expect((await writer.read(firstJournalId, writtenEntry.id)).richtext_body).toBe(body.richtext_body);

    const [newer, older] = await versionsOf(writer, writtenEntry.id);
    expect([newer?.words_added, newer?.words_removed]).toEqual([1, 1]);
    expect(older?.plain_text_body).toBe("first ".repeat(10_000).slice(0, 5_000));
    const comparisonCall = { ...entryInput, query: { from: String(older?.id), to: String(newer?.id) } };
    const { diff } = ok(await person.call("diffVersions", comparisonCall));
    expect(diff.filter(({ op }) => op !== "equal")).toEqual([
      { op: "delete", text: "the" },
      { op: "insert", text: "another" },
    ]);
    const query = { version_id: String(older?.id) };
    expect(ok(await person.call("restoreVersion", { ...entryInput, query })).entry.richtext_body).toBe(
      writtenEntry.richtext_body,
    );
    const foundIds = async () =>
      ok(await person.call("search", { query: { query: "the end" } })).entries.map(({ entry }) => entry.id);
    await expect.poll(foundIds).toContain(writtenEntry.id);
    expect([...new Set(tasksInThreads)].toSorted()).toEqual([
      "diff",
      "excerpt",
      "open",
      "plainText",
      "putDocuments",
      "read",
      "seal",
      "summary",
    ]);
  });

  it("a large text does not delay small texts", async () => {
    let release = (): void => {};
    taskGate = new Promise((resolve) => (release = resolve));
    let isSaved = false;
    const largeSave = writer.write({ richtext_body: longHtml("slow") }).finally(() => (isSaved = true));
    try {
      await expect.poll(() => tasksInThreads).toContain("read");
      await secondDiarist.write({ richtext_body: "<p>so to bed</p>" });
      const smallEntry = await writer.write({ richtext_body: "<p>and so to bed</p>" });
      await versionsOf(writer, smallEntry.id);
      expect(isSaved).toBe(false);
    } finally {
      release();
      taskGate = null;
    }
    expect((await largeSave).richtext_body).toBe(longHtml("slow"));
  });

  it("when a worker thread fails, a large text is refused with 503, the stored text stays, and saving again works", async () => {
    const { person, inEntry, firstJournalId } = writer;
    const { id } = await writer.write({ richtext_body: "<p>before</p>" });
    const save = () =>
      person.call("updateEntry", {
        ...inEntry(firstJournalId, id),
        body: { richtext_body: longHtml("after") },
      });
    isFailing = true;
    const refusedAnswer = await save();
    expect([refusedAnswer.status, refusedAnswer.ok]).toEqual([503, false]);
    isFailing = false;
    expect((await writer.read(firstJournalId, id)).richtext_body).toBe("<p>before</p>");
    expect(ok(await save()).entry.richtext_body).toBe(longHtml("after"));
  });

  it("a text too large for the log is refused like a too long one, and the stored text stays", async () => {
    const { person, inEntry, firstJournalId } = writer;
    const { id } = await writer.write({ richtext_body: "<p>before</p>" });
    const body = { richtext_body: incompressibleText(bounds.bodyBytes) };
    const refusal = {
      status: 422,
      body: { code: "invalid", fields: { richtext_body: expect.stringContaining("too long") as string } },
    };
    const params = { journalId: String(firstJournalId) };
    expect(await person.call("updateEntry", { ...inEntry(firstJournalId, id), body })).toMatchObject(refusal);
    expect(await person.call("createEntry", { params, body })).toMatchObject(refusal);
    expect((await writer.read(firstJournalId, id)).richtext_body).toBe("<p>before</p>");
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import { paging } from "@daybook/domain/contract/bounds";
import type { CallName } from "@daybook/domain/contract/paths";
import { NoAnswer, type RemoteDaybook, type RemoteInput } from "../remote/remote-daybook.ts";
import { currentViolationOf, type EntryRecord, markOf, violationOf } from "./write-record.ts";
import { Violation } from "./writers.ts";

const readerCount = 8;
const pageSize = 100;
const readTimeoutMs = 30_000;

/** Makes a read. Retries while the server is recovering. */
async function readWithRetries<N extends CallName>(daybook: RemoteDaybook, name: N, input: RemoteInput<N>) {
  const deadline = performance.now() + readTimeoutMs;
  for (;;) {
    const answer = await daybook.call(name, input).catch((error: unknown) => {
      if (error instanceof NoAnswer) return null;
      throw error;
    });
    if (answer?.ok) return answer.body;
    if (answer && answer.status !== 503) throw new Violation(`${name} was answered ${answer.status}`);
    if (performance.now() > deadline)
      throw new Violation(`${name} had no answer in ${readTimeoutMs / 1000} seconds`);
    await sleep(50);
  }
}

async function readCurrentText(daybook: RemoteDaybook, journalId: number, id: number): Promise<string> {
  const params = { journalId: String(journalId), entryId: String(id) };
  const { entry } = await readWithRetries(daybook, "getEntry", { params });
  return entry.plaintext_body;
}

/**
 * Checks some entries during the writes: each must have the last acknowledged text or a newer one. Retries, because read
 * models need a moment after a crash.
 */
export async function checkSample(
  daybook: RemoteDaybook,
  journalId: number,
  sampleRecords: readonly EntryRecord[],
): Promise<void> {
  for (const record of sampleRecords) {
    const deadline = performance.now() + readTimeoutMs;
    for (;;) {
      // Writes that are acknowledged from here on may be missing in the answer.
      const recordAtStart = { id: record.id, writes: record.writes.map((write) => ({ ...write })) };
      const text = await readCurrentText(daybook, journalId, record.id ?? 0);
      recordAtStart.writes.push(
        ...record.writes
          .slice(recordAtStart.writes.length)
          .map(({ mark }) => ({ mark, acknowledged: false })),
      );
      const violation = currentViolationOf(recordAtStart, text);
      if (!violation) break;
      if (performance.now() > deadline) throw new Violation(violation);
      await sleep(50);
    }
  }
}

async function listIds(daybook: RemoteDaybook, journalId: number): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const page: { entries: { entry: { id: number } }[]; next_cursor: string | null } = await readWithRetries(
      daybook,
      "listEntries",
      {
        params: { journalId: String(journalId) },
        query: { limit: pageSize, ...(cursor !== null && { cursor }) } as never,
      },
    );
    ids.push(...page.entries.map(({ entry }) => entry.id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return ids;
}

/** Reads the complete text of a listed version. The list has only the beginning of a long text. */
async function readCompleteText(
  daybook: RemoteDaybook,
  params: { journalId: string; entryId: string },
  { id, plain_text_body: listedText }: { readonly id: number; readonly plain_text_body: string },
): Promise<string> {
  // `markOf` finds a mark only if the text is exactly the one that belongs to the mark, so the text is complete.
  if (markOf(listedText) !== null) return listedText;
  const query = { version_id: String(id) };
  return (await readWithRetries(daybook, "previewVersion", { params, query })).version.plain_text_body;
}

async function readVersionTexts(daybook: RemoteDaybook, journalId: number, id: number): Promise<string[]> {
  const params = { journalId: String(journalId), entryId: String(id) };
  const texts: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, limit: paging.maxVersionsPerPage } as never;
    const { total_versions: total, versions } = await readWithRetries(daybook, "listVersions", {
      params,
      query,
    });
    texts.push(
      ...(await Promise.all(versions.map(({ version }) => readCompleteText(daybook, params, version)))),
    );
    if (texts.length >= total || versions.length === 0) return texts;
  }
}

/** Checks the journal after all writes: no acknowledged entry or version may be missing, and none may be there twice. */
export async function checkAll(
  daybook: RemoteDaybook,
  journalId: number,
  entries: readonly EntryRecord[],
): Promise<{ versions: number }> {
  const listedIds = await listIds(daybook, journalId);
  const ids = new Set(listedIds);
  if (ids.size < listedIds.length) throw new Violation("an entry is in the list twice");
  const missingEntry = entries.find(({ id }) => !ids.has(id ?? 0));
  if (missingEntry) throw new Violation(`the acknowledged entry ${missingEntry.id} is not in the list`);
  if (ids.size > entries.length)
    throw new Violation(`${ids.size - entries.length} entries were written twice`);

  let versions = 0;
  const uncheckedEntries = [...entries];
  async function reader(): Promise<void> {
    for (let record = uncheckedEntries.pop(); record; record = uncheckedEntries.pop()) {
      const id = record.id ?? 0;
      const text = await readCurrentText(daybook, journalId, id);
      const storedEntry = { text, versions: await readVersionTexts(daybook, journalId, id) };
      const violation = violationOf(record, storedEntry);
      if (violation) throw new Violation(violation);
      versions += storedEntry.versions.length;
    }
  }
  await Promise.all(Array.from({ length: readerCount }, reader));
  return { versions };
}

import { toText } from "@daybook/content/to-text";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { FoundKey, KeyVault } from "@daybook/platform/privacy/key-vault";
import { open } from "@daybook/platform/privacy/seal";
import type { SearchDocument } from "@daybook/platform/search/search-index";
import type { EntryWithBody } from "@daybook/read-models/queries/entries";
import { searchedEntries } from "@daybook/read-models/queries/searched-entries";
import { type EntryTag, tagsOfEntries } from "@daybook/read-models/queries/tags";
import type { Pool } from "pg";

/** What reading entries needs. The vault is asked on nobody's behalf: it gives no text from behind a lock. */
export type Sources = { readonly pool: Pool; readonly vault: KeyVault };

type OpenTag = { readonly entryId: number; readonly id: number; readonly name: string };

function openTags(
  rows: readonly EntryWithBody[],
  tags: readonly EntryTag[],
  keys: ReadonlyMap<string, FoundKey>,
): OpenTag[] {
  const owners = new Map(rows.map(({ id, userId }) => [id, userId]));
  return tags.flatMap(({ entryId, id, name }) => {
    const key = keys.get(streamOf.account(owners.get(entryId) ?? 0))?.key;
    return key ? [{ entryId, id, name: open(key, streamOf.tag(id), "tag.name", name) }] : [];
  });
}

function documentOf(row: EntryWithBody, found: FoundKey, tags: readonly OpenTag[]): SearchDocument | null {
  const { id: entryId, userId, journalId, localDate } = row;
  if (!found.foundTitleKey) return null;
  const stream = streamOf.entry(entryId);
  const title = open(found.foundTitleKey, stream, "entry.title", row.title);
  const known = { entryId, userId, journalId, created: Date.parse(row.createdAt), title };
  if (found.isLocked || !found.key) return { ...known, localDate: null, tags: [], body: "" };
  const own = tags.filter((tag) => tag.entryId === entryId).map(({ id, name }) => ({ id, name }));
  return {
    ...known,
    localDate,
    tags: own.toSorted((a, b) => a.id - b.id),
    body: toText(open(found.key, stream, "entry.body", row.body)),
  };
}

/**
 * What is to be kept of these entries, as they are now: of one behind a password lock its title alone; nothing of what is
 * behind an encryption lock, in the trash, erased, or whose key is gone.
 */
export async function readDocuments(
  { pool, vault }: Sources,
  ids: readonly number[],
): Promise<SearchDocument[]> {
  if (ids.length === 0) return [];
  const [rows, tags] = await Promise.all([searchedEntries(pool, ids), tagsOfEntries(pool, ids)]);
  const streams = new Set(rows.flatMap(({ id, userId }) => [streamOf.entry(id), streamOf.account(userId)]));
  // Locks come with the keys, and after the texts: what was locked meanwhile is closed.
  const keys = await vault.findKeys([...streams]);
  const opened = openTags(rows, tags, keys);
  return rows.flatMap((row) => {
    const found = keys.get(streamOf.entry(row.id));
    return (found && documentOf(row, found, opened)) ?? [];
  });
}

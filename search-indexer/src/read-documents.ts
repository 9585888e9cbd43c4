import { setImmediate as yieldToOtherWork } from "node:timers/promises";
import { maxSmallTextLength, type TextWork } from "@daybook/application/texts/text-work";
import { toText } from "@daybook/content/to-text";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { FoundKey, KeyVault } from "@daybook/platform/vault/key-vault";
import { DataKey } from "@daybook/platform/vault/data-key";
import { open, openUpTo } from "@daybook/platform/vault/seal";
import type { SearchDocument } from "@daybook/platform/search/search-index";
import type { EntryWithBody } from "@daybook/read-models/queries/entries";
import { searchableEntries } from "@daybook/read-models/queries/searched-entries";
import { type EntryTag, tagsOfEntries } from "@daybook/read-models/queries/tags";
import type { Pool } from "pg";

/** The dependencies of reading documents. The vault is used without lock access, so the bodies of locked entries stay sealed. */
export type Sources = { readonly pool: Pool; readonly vault: KeyVault; readonly texts: TextWork };

type DecryptedTag = { readonly entryId: number; readonly id: number; readonly name: string };

function decryptTags(
  rows: readonly EntryWithBody[],
  tags: readonly EntryTag[],
  keys: ReadonlyMap<string, FoundKey>,
): DecryptedTag[] {
  const userIdByEntry = new Map(rows.map(({ id, userId }) => [id, userId]));
  return tags.flatMap(({ entryId, id, name }) => {
    const key = keys.get(streamOf.account(userIdByEntry.get(entryId) ?? 0))?.key;
    return key ? [{ entryId, id, name: open(key, streamOf.tag(id), "tag.name", name) }] : [];
  });
}

async function documentOf(
  row: EntryWithBody,
  foundKey: FoundKey,
  tags: readonly DecryptedTag[],
  readPlainText: (row: EntryWithBody, key: DataKey) => Promise<string>,
): Promise<SearchDocument | null> {
  const { id: entryId, userId, journalId, localDate } = row;
  if (!foundKey.searchableTitleKey) return null;
  const stream = streamOf.entry(entryId);
  const title = open(foundKey.searchableTitleKey, stream, "entry.title", row.title);
  const commonFields = { entryId, userId, journalId, created: Date.parse(row.createdAt), title };
  if (foundKey.isLockProtected || !foundKey.key)
    return { ...commonFields, localDate: null, tags: [], body: "" };
  const entryTags = tags.filter((tag) => tag.entryId === entryId).map(({ id, name }) => ({ id, name }));
  return {
    ...commonFields,
    localDate,
    tags: entryTags.toSorted((a, b) => a.id - b.id),
    body: await readPlainText(row, foundKey.key),
  };
}

/**
 * The documents for the current content of these entries. An entry behind a password lock has only its title. There is no
 * document for an entry behind an encryption lock, in the trash, erased, or without a key.
 */
export async function readDocuments(
  { pool, vault, texts }: Sources,
  ids: readonly number[],
): Promise<SearchDocument[]> {
  if (ids.length === 0) return [];
  const [rows, tags] = await Promise.all([searchableEntries(pool, ids), tagsOfEntries(pool, ids)]);
  const streams = new Set(rows.flatMap(({ id, userId }) => [streamOf.entry(id), streamOf.account(userId)]));
  // Keys and locks are read after the rows, so an entry that was locked in the meantime counts as locked.
  const keys = await vault.findKeys([...streams]);
  const decryptedTags = decryptTags(rows, tags, keys);
  let charactersSincePause = 0;
  async function readPlainText({ id: entryId, body }: EntryWithBody, key: DataKey): Promise<string> {
    const html = openUpTo(maxSmallTextLength, key, streamOf.entry(entryId), "entry.body", body);
    if (html === null) {
      // The body is large, and its exact size is unknown. The size `Infinity` sends it to a worker thread.
      const sealed = { secret: DataKey.secretOf(key), entryId, body };
      return texts.run("search index", "plainText", sealed, Infinity);
    }
    charactersSincePause += html.length;
    if (charactersSincePause > maxSmallTextLength) {
      charactersSincePause = 0;
      await yieldToOtherWork();
    }
    return toText(html);
  }
  const documents: SearchDocument[] = [];
  for (const row of rows) {
    const foundKey = keys.get(streamOf.entry(row.id));
    const document = foundKey && (await documentOf(row, foundKey, decryptedTags, readPlainText));
    if (document) documents.push(document);
  }
  return documents;
}

import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { linkIdsOfEntries } from "@daybook/read-models/queries/public-links";
import { noClosedContent, tagsByIds, tagsOfEntries } from "@daybook/read-models/queries/tags";
import type { Application } from "../application.ts";
import { publicSlug } from "../sharing/public-slug.ts";
import { compareTagNames, openTagName } from "../tags/tag-name.ts";

/** The tags of an entry and the slug of its public link, if it has one. */
export type EntryExtras = {
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly publicSlug: string | null;
};

/** Neither tags nor a public link. */
export const noExtras: EntryExtras = { tags: [], publicSlug: null };

type SealedTag = { readonly id: number; readonly name: Sealed<"tag.name"> };

async function openTags<T extends SealedTag>(app: Application, userId: number, rows: readonly T[]) {
  if (rows.length === 0) return [];
  const key = await app.vault.openKey(streamOf.account(userId));
  if (!key) return [];
  return rows
    .map((row) => ({ row, tag: { id: row.id, name: openTagName(key, row.id, row.name) } }))
    .toSorted((a, b) => compareTagNames(a.tag.name, b.tag.name));
}

/** Reads tags and public links of entries from the read models. The caller must check access. */
export async function findExtrasOf(
  app: Application,
  userId: number,
  entryIds: readonly number[],
): Promise<(entryId: number) => EntryExtras> {
  if (entryIds.length === 0) return () => noExtras;
  const [tagRows, links] = await Promise.all([
    tagsOfEntries(app.pool, entryIds),
    linkIdsOfEntries(app.pool, entryIds),
  ]);
  const openedTags = await openTags(app, userId, tagRows);
  return (entryId) => {
    const linkId = links.get(entryId);
    return {
      tags: openedTags.filter(({ row }) => row.entryId === entryId).map(({ tag }) => tag),
      publicSlug: linkId === undefined ? null : publicSlug(app, linkId),
    };
  };
}

/** Tags and public link of a folded entry. Only the names of the tags are read from a read model. */
export async function findExtrasOfState(app: Application, state: Entry): Promise<EntryExtras> {
  const { accountId, tags, publicLink } = state;
  const rows = tags.size === 0 ? [] : await tagsByIds(app.pool, accountId, [...tags], noClosedContent);
  const openedTags = await openTags(app, accountId, rows);
  return {
    tags: openedTags.map(({ tag }) => tag),
    publicSlug: publicLink && publicSlug(app, publicLink.linkId),
  };
}

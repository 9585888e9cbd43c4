import { createHash } from "node:crypto";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { linkIdsOf } from "@daybook/read-models/queries/public-links";
import { nothingClosed, tagsByIds, tagsOfEntries } from "@daybook/read-models/queries/tags";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { ApiDeps } from "../deps.ts";
import { type EntryExtras, noExtras } from "../presenters/entry.ts";
import { byName, openTagName } from "./tags/tag-name.ts";

const slugLength = 22;

/** The slug of a public link: 132 bits that only the master key makes, so neither log nor tables hold it. */
export const slugOf = (deps: Pick<ApiDeps, "keyedHash">, linkId: number): string =>
  deps.keyedHash("public link", String(linkId)).slice(0, slugLength);

/** What a link is found by. */
export const slugHash = (slug: string): string => createHash("sha256").update(slug).digest("base64url");

/** The address of a public link. */
export const publicUrl = (deps: Pick<ApiDeps, "keyedHash">, linkId: number): string =>
  `/public/${slugOf(deps, linkId)}`;

type SealedTag = { readonly id: number; readonly name: Sealed<"tag.name"> };

async function openTags<T extends SealedTag>(deps: ApiDeps, userId: number, rows: readonly T[]) {
  if (rows.length === 0) return [];
  const key = await deps.vault.openKey(streamOf.account(userId));
  if (!key) return [];
  return rows
    .map((row) => ({ row, tag: { id: row.id, name: openTagName(key, row.id, row.name) } }))
    .toSorted((a, b) => byName(a.tag.name, b.tag.name));
}

/** Tags and public links of entries that their reader may see in full, from the read models. */
export async function extrasOf(
  deps: ApiDeps,
  userId: number,
  entryIds: readonly number[],
): Promise<(entryId: number) => EntryExtras> {
  if (entryIds.length === 0) return () => noExtras;
  const [tagged, links] = await Promise.all([
    tagsOfEntries(deps.pool, entryIds),
    linkIdsOf(deps.pool, entryIds),
  ]);
  const opened = await openTags(deps, userId, tagged);
  return (entryId) => {
    const linkId = links.get(entryId);
    return {
      tags: opened.filter(({ row }) => row.entryId === entryId).map(({ tag }) => tag),
      publicUrl: linkId === undefined ? null : publicUrl(deps, linkId),
    };
  };
}

/** The same of a folded entry: as new as the log, and without a query when there is nothing. */
export async function extrasOfState(deps: ApiDeps, state: Entry): Promise<EntryExtras> {
  const { accountId, tags, publicLink } = state;
  const rows = tags.size === 0 ? [] : await tagsByIds(deps.pool, accountId, [...tags], nothingClosed);
  const opened = await openTags(deps, accountId, rows);
  return {
    tags: opened.map(({ tag }) => tag),
    publicUrl: publicLink && publicUrl(deps, publicLink.linkId),
  };
}

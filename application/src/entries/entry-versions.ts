import { comparePictures, type PictureChanges } from "@daybook/content/picture-changes";
import { bounds } from "@daybook/domain/contract/bounds";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import { DataKey } from "@daybook/platform/vault/data-key";
import { photosOfEntry } from "@daybook/read-models/queries/photos";
import {
  type ListedVersion,
  type NumberedVersion,
  versionById,
  versionsOf,
} from "@daybook/read-models/queries/versions";
import { type EntryPath, openEntryRow } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type PhotoView, photoViews } from "../photos/photo-views.ts";
import { createSmallBodyOpener } from "../texts/open-listed-bodies.ts";
import { diffEntryTexts, summaryOf, type TextDiff, type TextSummary } from "../texts/text-tasks.ts";
import { type EntryText, openEntryText, openSmallText, openTitle } from "./entry-text.ts";

/** A version of an entry, with its decrypted text. */
export type VersionView = { readonly version: NumberedVersion; readonly text: EntryText };

/** Decrypts a version of an entry. A version of another entry is not found. */
export async function openVersion(
  app: Application,
  userId: number,
  key: DataKey,
  entryId: number,
  versionId: number,
): Promise<VersionView | Rejection> {
  const version = await findVersion(app, entryId, versionId);
  if (isRejection(version)) return version;
  return { version, text: await openEntryText(app, userId, key, entryId, version) };
}

async function findVersion(
  app: Application,
  entryId: number,
  versionId: number,
): Promise<NumberedVersion | Rejection> {
  const version = await versionById(app.pool, entryId, versionId);
  return version ?? reject("not_found", "There is no such version of this entry.");
}

/** Decrypts and summarises the texts of versions of one entry. Only one large text is in memory at a time. */
async function openSummaries(
  app: Application,
  userId: number,
  key: DataKey,
  entryId: number,
  versions: readonly ListedVersion[],
): Promise<TextSummary[]> {
  const length = bounds.listedVersionText;
  const openIfSmall = createSmallBodyOpener();

  async function openLarge({ id, body: knownBody }: ListedVersion): Promise<TextSummary> {
    const body = knownBody ?? (await versionById(app.pool, entryId, id))?.body;
    return body === undefined
      ? { beginning: "", images: "" }
      : app.texts.run(userId, "summary", { secret: DataKey.secretOf(key), entryId, body, length }, Infinity);
  }

  const summaries: TextSummary[] = [];
  for (const version of versions) {
    const html = version.body === null ? null : openIfSmall(key, entryId, version.body);
    summaries.push(html === null ? await openLarge(version) : summaryOf(html, length));
  }
  return summaries;
}

/** A version in a list: the beginning of its text, and what changed in its title and pictures since the previous version. */
export type ListedVersionView = {
  readonly version: ListedVersion;
  readonly beginning: string;
  readonly isRenamed: boolean;
  readonly pictures: PictureChanges;
};

/** Lists a page of an entry's versions, newest first; `page` counts from 1. */
export async function listVersions(
  app: Application,
  { actor }: Context,
  { page, limit, ...path }: EntryPath & { readonly page: number; readonly limit: number },
): Promise<{ total: number; versions: ListedVersionView[] } | Refusal> {
  const entry = await openEntryRow(app, actor, path);
  if (isRejection(entry)) return entry;
  const { total, versions, olderVersion } = await versionsOf(app.pool, path.entryId, { page, limit });
  const versionsToOpen = olderVersion ? [...versions, olderVersion] : versions;
  const summaries = await openSummaries(app, actor.userId, entry.key, path.entryId, versionsToOpen);
  const titles = versionsToOpen.map((version) => openTitle(entry.key, path.entryId, version));
  const view = (version: ListedVersion, index: number): ListedVersionView => ({
    version,
    beginning: summaries[index]?.beginning ?? "",
    isRenamed: titles[index + 1] !== undefined && titles[index + 1] !== titles[index],
    pictures: comparePictures(summaries[index + 1]?.images ?? "", summaries[index]?.images ?? ""),
  });
  return { total, versions: versions.map(view) };
}

/** Reads a version, with the entry's current photos. */
export async function previewVersion(
  app: Application,
  { actor }: Context,
  { versionId, ...path }: EntryPath & { readonly versionId: number },
): Promise<(VersionView & { readonly photos: readonly PhotoView[] }) | Refusal> {
  const entry = await openEntryRow(app, actor, path);
  if (isRejection(entry)) return entry;
  const { entryId } = path;
  const openedVersion = await openVersion(app, actor.userId, entry.key, entryId, versionId);
  if (isRejection(openedVersion)) return openedVersion;
  const photos = await photosOfEntry(app.pool, entryId);
  return { ...openedVersion, photos: photoViews(app, actor, { entryId, key: entry.key }, photos) };
}

/** How two versions differ. */
export type VersionDiff = TextDiff & {
  /** the entry's current photos */
  readonly photos: readonly PhotoView[];
};

/** Compares the plain texts and the pictures of two versions. Titles that differ are part of the compared texts. */
export async function diffVersions(
  app: Application,
  { actor }: Context,
  input: EntryPath & { readonly fromVersionId: number; readonly toVersionId: number },
): Promise<VersionDiff | Refusal> {
  const { entryId, fromVersionId, toVersionId } = input;
  const entry = await openEntryRow(app, actor, input);
  if (isRejection(entry)) return entry;
  const [from, to, photos] = await Promise.all([
    findVersion(app, entryId, fromVersionId),
    findVersion(app, entryId, toVersionId),
    photosOfEntry(app.pool, entryId),
  ]);
  if (isRejection(from)) return from;
  if (isRejection(to)) return to;
  const [smallFrom, smallTo] = [
    openSmallText(entry.key, entryId, from),
    openSmallText(entry.key, entryId, to),
  ];
  const withKey = ({ title, body }: NumberedVersion) => ({
    secret: DataKey.secretOf(entry.key),
    entryId,
    title,
    body,
  });
  const diff =
    smallFrom && smallTo
      ? diffEntryTexts(smallFrom, smallTo)
      : await app.texts.run(actor.userId, "diff", [withKey(from), withKey(to)], Infinity);
  return { ...diff, photos: photoViews(app, actor, { entryId, key: entry.key }, photos) };
}

import { diffTexts } from "@daybook/content/diff-texts";
import { bounds } from "@daybook/domain/contract/bounds";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { photosOf } from "@daybook/read-models/queries/photos";
import { type NumberedVersion, versionById, versionsOf } from "@daybook/read-models/queries/versions";
import { type EntryPath, ownEntryRow } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type PhotoView, photoViews } from "../photos/photo-views.ts";
import { type EntryText, openEntryText, openTextBeginning } from "./entry-text.ts";

/** A version of an entry, opened. */
export type VersionView = { readonly version: NumberedVersion; readonly text: EntryText };

/** Opens a version of an entry. A version of another entry is not found. */
export async function openVersion(
  app: Application,
  key: DataKey,
  entryId: number,
  versionId: number,
): Promise<VersionView | Rejection> {
  const version = await versionById(app.pool, entryId, versionId);
  if (!version) return reject("not_found", "There is no such version of this entry.");
  return { version, text: openEntryText(key, entryId, version) };
}

/** A version in a list, with the beginning of its text. */
export type ListedVersionView = { readonly version: NumberedVersion; readonly beginning: string };

/** Lists a page of an entry's versions, newest first; `page` counts from 1. */
export async function listVersions(
  app: Application,
  { actor }: Context,
  { page, limit, ...path }: EntryPath & { readonly page: number; readonly limit: number },
): Promise<{ total: number; versions: ListedVersionView[] } | Refusal> {
  const found = await ownEntryRow(app, actor, path);
  if (isRejection(found)) return found;
  const { total, versions } = await versionsOf(app.pool, path.entryId, { page, limit });
  const view = (version: NumberedVersion) => ({
    version,
    beginning: openTextBeginning(found.key, path.entryId, version.body, bounds.listedVersionText),
  });
  return { total, versions: versions.map(view) };
}

/** Reads a version, with the entry's current photos. */
export async function previewVersion(
  app: Application,
  { actor }: Context,
  { versionId, ...path }: EntryPath & { readonly versionId: number },
): Promise<(VersionView & { readonly photos: readonly PhotoView[] }) | Refusal> {
  const found = await ownEntryRow(app, actor, path);
  if (isRejection(found)) return found;
  const { entryId } = path;
  const opened = await openVersion(app, found.key, entryId, versionId);
  if (isRejection(opened)) return opened;
  const photos = await photosOf(app.pool, entryId);
  return { ...opened, photos: photoViews(app, actor, { entryId, key: found.key }, photos) };
}

/** Compares the plain texts of two versions. Titles are compared as well when they differ. */
export async function diffVersions(
  app: Application,
  { actor }: Context,
  input: EntryPath & { readonly fromVersionId: number; readonly toVersionId: number },
): Promise<ReturnType<typeof diffTexts> | Refusal> {
  const { entryId, fromVersionId, toVersionId } = input;
  const found = await ownEntryRow(app, actor, input);
  if (isRejection(found)) return found;
  const [from, to] = await Promise.all([
    openVersion(app, found.key, entryId, fromVersionId),
    openVersion(app, found.key, entryId, toVersionId),
  ]);
  if (isRejection(from)) return from;
  if (isRejection(to)) return to;
  const isRenamed = from.text.title !== to.text.title;
  const textOf = ({ text: { title, text } }: VersionView): string =>
    isRenamed ? `${title}\n\n${text}` : text;
  return diffTexts(textOf(from), textOf(to));
}

import { bounds } from "@daybook/domain/contract/bounds";
import type { Entry, EntryCommand, EntryPhoto } from "@daybook/domain/entry/entry";
import { idForAttempt } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { BlobsUnavailable } from "@daybook/platform/blobs/blobs";
import { TooBusy } from "@daybook/platform/images/slots";
import type { Command } from "../context.ts";
import type { Application } from "../application.ts";
import { claimId } from "../claim-id.ts";
import { reservePhoto, type PhotoOwner, findPhotoQuota, sourceTagOf } from "./reserve-photo.ts";
import { photoIdsIn } from "./photo-images.ts";
import { openMeta } from "./photo-meta.ts";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import type { PreparedImage } from "@daybook/platform/images/images";

/**
 * A body, and the commands that add its new photos to the entry. An image that could not be stored or copied as a photo of this entry
 * is unchanged in the body.
 */
export type TextWithStoredImages = { readonly html: string; readonly addPhotoCommands: readonly AddPhoto[] };
type AddPhoto = Extract<EntryCommand, { type: "AddPhoto" }>;

/** Another entry of the same person, whose photos are copied with its text. */
export type PhotoSource = {
  readonly entryId: number;
  readonly key: DataKey;
  readonly photos: Entry["photos"];
};

/** How many photos one save adds. The other images wait for the next save. */
const maxPhotosPerSave = 50;
/** How many inline images one save reads. Damaged images count too, because reading them takes time. */
const maxImagesReadPerSave = 200;
/** How many ids are set aside for each photo. When an id is taken, `claimId` tries the next ones; it never tries more than these. */
const idsPerPhoto = 8;
/** The first attempt for photos (see `idForAttempt`). The ids of earlier attempts are for the entry that the command creates. */
const firstPhotoAttempt = 64;

/** The first id to try for a photo. A repeated command gets the same ids, and they differ from the command's other ids. */
const firstIdOf = (command: Command, count: number): number =>
  idForAttempt(command.ids[0], firstPhotoAttempt + count * idsPerPhoto);

const inlineBytes = (src: string): Buffer => Buffer.from(src.slice(src.indexOf(",") + 1), "base64");

/**
 * Returns `null` when the photo storage is unavailable or the image processing is too busy. The text then keeps its image as it is,
 * so that saving always works.
 */
async function nullIfUnavailable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BlobsUnavailable || error instanceof TooBusy) return null;
    throw error;
  }
}

/**
 * Stores photos for an entry one by one, and collects the commands that add them. `add` returns `null` when the save or the entry has
 * no room for another photo, or the photo is refused. It throws when the photo storage is unavailable.
 *
 * @param earlierCommands the photos that the same save adds already
 */
function createPhotoAdder(
  app: Application,
  command: Command,
  owner: PhotoOwner,
  entryPhotos: readonly EntryPhoto[],
  earlierCommands: readonly AddPhoto[] = [],
) {
  const addPhotoCommands = [...earlierCommands];
  let quota: number | undefined;

  async function add(image: PreparedImage, sourceTag: string): Promise<number | null> {
    if (
      addPhotoCommands.length >= maxPhotosPerSave ||
      entryPhotos.length + addPhotoCommands.length >= bounds.photosPerEntry
    )
      return null;
    quota ??= await findPhotoQuota(app, owner.userId, command.at);
    const photo = { image, sourceTag, quota };
    const photoData = await claimId(firstIdOf(command, addPhotoCommands.length), (photoId) =>
      reservePhoto(app, command, owner, photoId, photo),
    );
    if (isRejection(photoData)) return null;
    addPhotoCommands.push({ type: "AddPhoto", data: photoData });
    return photoData.photoId;
  }

  return { addPhotoCommands, add };
}

/**
 * Stores the inline `data:` images of a text as photos. An image that an earlier save has stored is recognised, and not stored
 * again: the editor sends it inline until it knows the photo.
 */
export async function storeImagesOfText(
  app: Application,
  command: Command,
  owner: PhotoOwner,
  entryPhotos: readonly EntryPhoto[],
  html: string,
): Promise<TextWithStoredImages> {
  if (!html.includes('src="data:')) return { html, addPhotoCommands: [] };
  const { addPhotoCommands, add } = createPhotoAdder(app, command, owner, entryPhotos);
  const photoIdBySrc = new Map<string, string>();
  let imagesRead = 0;

  async function storeImage(src: string): Promise<number | null> {
    const bytes = inlineBytes(src);
    const sourceTag = sourceTagOf(owner.key, bytes);
    const existingPhoto = entryPhotos.find((photo) => photo.sourceTag === sourceTag);
    if (existingPhoto) return existingPhoto.id;
    if (addPhotoCommands.length >= maxPhotosPerSave || imagesRead >= maxImagesReadPerSave) return null;
    imagesRead += 1;
    const image = await app.images.prepare(bytes);
    return "refused" in image ? null : add(image, sourceTag);
  }

  for (const src of await app.texts.run(owner.userId, "inlineImages", html, html.length)) {
    const photoId = await nullIfUnavailable(() => storeImage(src));
    if (photoId !== null) photoIdBySrc.set(src, String(photoId));
  }
  if (photoIdBySrc.size === 0) return { html, addPhotoCommands };
  const changedHtml = await app.texts.run(
    owner.userId,
    "replaceInlineImages",
    { html, photoIdBySrc },
    html.length,
  );
  return { html: changedHtml, addPhotoCommands };
}

/** The source tag of a photo's copy. A later save finds the copy by this tag, without reading the file. */
const copyTagOf = (key: DataKey, photoId: number): string =>
  sourceTagOf(key, Buffer.from(`copy of photo ${photoId}`));

/**
 * Replaces the photos of other entries in a copied text by copies that belong to this entry. The editor sends the old ids until it
 * knows the new ones, so a later save may contain an old id again. That save reuses the copy. A photo that cannot be copied
 * keeps its id.
 *
 * @param text the result of {@link storeImagesOfText}
 */
export async function copyPhotos(
  app: Application,
  command: Command,
  owner: PhotoOwner,
  entryPhotos: readonly EntryPhoto[],
  sources: readonly PhotoSource[],
  text: TextWithStoredImages,
): Promise<TextWithStoredImages> {
  if (sources.length === 0) return text;
  const { addPhotoCommands, add } = createPhotoAdder(app, command, owner, entryPhotos, text.addPhotoCommands);
  const copyIdByPhotoId = new Map<string, string>();

  async function copy(source: PhotoSource, { id: photoId, meta }: EntryPhoto): Promise<number | null> {
    const copyTag = copyTagOf(owner.key, photoId);
    const existingPhoto = entryPhotos.find(({ sourceTag }) => sourceTag === copyTag);
    if (existingPhoto) return existingPhoto.id;
    const ref = { photoId, entryId: source.entryId };
    const original = await app.photos.read(source.key, ref, "original");
    const thumbnail = await app.photos.read(source.key, ref, "thumbnail");
    if (!original || !thumbnail) return null;
    const photoMeta = openMeta(source.key, source.entryId, meta);
    const image = {
      original: { ...photoMeta, bytes: original },
      thumbnail: { ...photoMeta, bytes: thumbnail },
    };
    return add(image, copyTag);
  }

  for (const photoId of photoIdsIn(text.html)) {
    const source = sources.find(({ photos }) => photos.some(({ id }) => id === photoId));
    const photo = source?.photos.find(({ id }) => id === photoId);
    if (!source || !photo) continue;
    const copyId = await nullIfUnavailable(() => copy(source, photo));
    if (copyId !== null) copyIdByPhotoId.set(String(photoId), String(copyId));
  }
  const input = { html: text.html, copyIdByPhotoId };
  const html = await app.texts.run(owner.userId, "replaceByCopies", input, text.html.length);
  return { html, addPhotoCommands };
}

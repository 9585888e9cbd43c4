import { createHash } from "node:crypto";
import { tierAt } from "@daybook/domain/account/tier";
import type { DataOf } from "@daybook/domain/kernel/define-events";
import type { EntryEvent } from "@daybook/domain/entry/events";
import { reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { ImageRefusal, PreparedImage } from "@daybook/platform/images/images";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { contentTag } from "@daybook/platform/vault/seal";
import type { Command } from "../context.ts";
import type { Application } from "../application.ts";
import { loadAccount } from "../accounts/change-account.ts";
import { sealMeta } from "./photo-meta.ts";

/** The account and the entry that a photo belongs to, with the entry's key. */
export type PhotoOwner = { readonly userId: number; readonly entryId: number; readonly key: DataKey };

const refusalMessages: Readonly<Record<ImageRefusal["refused"], string>> = {
  unsupported: "Choose a picture: JPEG, PNG, WebP, GIF or HEIC.",
  too_many_pixels: "This picture is too large: it may have at most 60 megapixels.",
  edge_too_long: "This picture is too long: each side may have at most 16,384 pixels.",
  too_many_frames: "This animation is too long: it may have at most 300 pictures.",
  broken: "This picture is damaged and cannot be read.",
};

/** The refusal of a picture, with a message for the person. */
export function refuseImage({ refused: reason }: ImageRefusal): Rejection {
  const sentence = refusalMessages[reason];
  if (reason === "unsupported") return reject("unsupported_media", sentence);
  return reject("invalid", sentence, { photo: sentence });
}

/** A keyed hash of an uploaded file, to recognise it again. Without the entry's key it reveals nothing about the file. */
export const sourceTagOf = (key: DataKey, bytes: Buffer): string =>
  contentTag(key, [createHash("sha256").update(bytes).digest("hex")]);

/** How many bytes of photos an account may store. */
export async function findPhotoQuota(app: Application, userId: number, at: string): Promise<number> {
  const { membership } = await loadAccount(app, userId);
  return tierAt(membership, at) === "free" ? app.photoQuota.free : app.photoQuota.paid;
}

/**
 * Claims an id and the space for a photo, and writes its renderings. The caller then appends the event. Rejects with `id_taken`
 * when another id is needed, and with `quota` when there is no space. If the renderings cannot be written, it frees the space.
 */
export async function reservePhoto(
  app: Application,
  command: Command,
  owner: PhotoOwner,
  photoId: number,
  photo: { readonly image: PreparedImage; readonly sourceTag: string; readonly quota: number },
): Promise<DataOf<EntryEvent, "PhotoAdded"> | Rejection> {
  const { userId, entryId, key } = owner;
  const { image, sourceTag, quota } = photo;
  const size = image.original.bytes.length;
  const claim = await app.photos.claim({ photoId, entryId, userId, bytes: size, sourceTag, quota });
  if (claim === "taken") return reject("id_taken", "Please try again.");
  if (claim === "full") {
    return reject(
      "quota",
      "There is no space left for photos in your account. Delete some photos first, or save without new ones.",
    );
  }
  try {
    await app.photos.write(key, { photoId, entryId }, image);
  } catch (error) {
    await app.photos.release([photoId]);
    throw error;
  }
  return { entryId, photoId, meta: sealMeta(key, entryId, image.original), size, sourceTag, at: command.at };
}

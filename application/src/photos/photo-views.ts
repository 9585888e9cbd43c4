import type { Sealed } from "@daybook/domain/kernel/sealed";
import { type RenderingName } from "@daybook/platform/photos/photo-store";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { photoPath } from "../access/photo-access.ts";
import type { Application } from "../application.ts";
import type { Actor } from "../context.ts";
import { openMeta } from "./photo-meta.ts";

/** The fields of a photo that the read model and the folded entry both have. */
type StoredPhoto = { readonly id: number; readonly size: number; readonly meta: Sealed<"photo.meta"> };

/** A photo of an entry, for someone who may see the entry. Width and height are in pixels, the size in bytes. */
export type PhotoView = {
  readonly id: number;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** The signed paths of its renderings, without an origin. */
  readonly paths: Readonly<Record<RenderingName, string>>;
};

/**
 * Views of an entry's photos, in the order of `photos`. The caller has checked that `actor` may see the entry.
 *
 * @param publicLinkId the public link through which a visitor sees the entry
 */
export function photoViews(
  app: Pick<Application, "capabilities" | "clock">,
  actor: Actor,
  entry: { readonly entryId: number; readonly key: DataKey },
  photos: readonly StoredPhoto[],
  publicLinkId?: number,
): PhotoView[] {
  const { entryId, key } = entry;
  return photos.map(({ id, size, meta }) => {
    const { contentType, width, height } = openMeta(key, entryId, meta);
    const photo = { photoId: id, entryId, contentType };
    const pathOf = (rendering: RenderingName) => photoPath(app, actor, photo, rendering, publicLinkId);
    return {
      id,
      size,
      width,
      height,
      paths: { original: pathOf("original"), thumbnail: pathOf("thumbnail") },
    };
  });
}

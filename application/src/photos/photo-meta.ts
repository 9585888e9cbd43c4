import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { Rendering } from "@daybook/platform/images/images";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { open, seal } from "@daybook/platform/vault/seal";

/** The metadata of a photo, which is stored sealed. Width and height are in pixels. */
export type PhotoMeta = Pick<Rendering, "contentType" | "width" | "height">;

/** Seals the metadata of a photo with the key of its entry. */
export function sealMeta(
  key: DataKey,
  entryId: number,
  { contentType, width, height }: PhotoMeta,
): Sealed<"photo.meta"> {
  return seal(key, streamOf.entry(entryId), "photo.meta", JSON.stringify([contentType, width, height]));
}

/** Decrypts what {@link sealMeta} sealed. */
export function openMeta(key: DataKey, entryId: number, meta: Sealed<"photo.meta">): PhotoMeta {
  // The encryption is authenticated, so this is what sealMeta wrote.
  const [contentType, width, height] = JSON.parse(open(key, streamOf.entry(entryId), "photo.meta", meta)) as [
    PhotoMeta["contentType"],
    number,
    number,
  ];
  return { contentType, width, height };
}

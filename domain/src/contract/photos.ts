import { z } from "zod";
import { Id, IdText } from "../kernel/ids.ts";
import { Binary, bytesOr, endpoint } from "./endpoint.ts";
import { EntryRef } from "./values.ts";

/** A photo of an entry. Both addresses are good for up to an hour, without a signature in a header. */
export const Photo = z.object({
  id: Id,
  url: z.string(),
  thumbnail_url: z.string(),
  width: z.number(),
  height: z.number(),
  /** in bytes */
  size: z.number(),
  size_text: z.string(),
});
/** See {@link Photo}. */
export type Photo = z.output<typeof Photo>;

/** Photos as replies list them. */
export const PhotoList = z.array(z.object({ photo: Photo }));

const own = ["not_found", "invalid_id"] as const;

/** Calls of photos. */
export const photos = {
  addPhoto: endpoint({
    access: "session",
    params: EntryRef,
    body: z.object({ photo: bytesOr("Choose a picture.") }),
    replies: { 201: z.object({ photo: Photo }) },
    errors: [...own, "entry_trashed", "forbidden", "too_large", "unsupported_media", "quota"],
  }),
  listPhotos: endpoint({
    access: "session",
    params: EntryRef,
    replies: { 200: z.object({ photos: PhotoList }) },
    errors: [...own],
  }),
  deletePhoto: endpoint({
    access: "session",
    params: EntryRef.extend({ photoId: IdText }),
    replies: { 204: null },
    errors: [...own, "entry_trashed", "forbidden"],
  }),
  /** The picture itself, for whoever has its address: `e` is when that ends, `s` its signature, `v` the rendering. */
  getPhoto: endpoint({
    access: "public",
    params: z.object({ photoId: IdText }),
    query: z.object({
      e: z.string().optional(),
      s: z.string().optional(),
      v: z.string().optional(),
      /** `s`, from who reads a body with a pattern and takes its `&amp;` as it stands */
      "amp;s": z.string().optional(),
    }),
    replies: { 200: Binary },
    errors: [...own],
  }),
};

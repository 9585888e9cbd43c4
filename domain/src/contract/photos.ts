import { z } from "zod";
import { Id, IdText } from "../kernel/ids.ts";
import { Binary, nonEmptyBytes, endpoint } from "./endpoint.ts";
import { EntryRef } from "./values.ts";

/** A photo of an entry. Both URLs work for up to an hour, without a signature in a header. */
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

const photoErrors = ["not_found", "invalid_id"] as const;

/** Calls of photos. */
export const photos = {
  addPhoto: endpoint({
    access: "session",
    params: EntryRef,
    body: z.object({ photo: nonEmptyBytes("Choose a picture.") }),
    replies: { 201: z.object({ photo: Photo }) },
    errors: [...photoErrors, "entry_trashed", "forbidden", "too_large", "unsupported_media", "quota"],
  }),
  listPhotos: endpoint({
    access: "session",
    params: EntryRef,
    replies: { 200: z.object({ photos: PhotoList }) },
    errors: [...photoErrors],
  }),
  deletePhoto: endpoint({
    access: "session",
    params: EntryRef.extend({ photoId: IdText }),
    replies: { 204: null },
    errors: [...photoErrors, "entry_trashed", "forbidden"],
  }),
  /** The picture. Its URL is the credential: `e` is the expiry, `s` the signature, `v` the size variant. */
  getPhoto: endpoint({
    access: "public",
    /** Only the id is used. The file name is for programs that derive a picture's type from its URL. */
    params: z.object({ photoId: IdText, fileName: z.string() }),
    query: z.object({
      e: z.string().optional(),
      s: z.string().optional(),
      v: z.string().optional(),
      /** the same as `s`: sent by programs that take the URL from the HTML of an entry and do not decode `&amp;` */
      "amp;s": z.string().optional(),
    }),
    replies: { 200: Binary },
    errors: [...photoErrors],
  }),
};

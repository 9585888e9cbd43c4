import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import { addPhoto } from "@daybook/application/photos/add-photo";
import { limitPhotos } from "@daybook/application/photos/limit-photos";
import { listPhotos } from "@daybook/application/photos/list-photos";
import { openPhoto } from "@daybook/application/photos/open-photo";
import { removePhoto } from "@daybook/application/photos/remove-photo";
import type { Mount } from "../../http/mount.ts";
import { presentPhoto, presentPhotos } from "../../presenters/photo.ts";

/** The calls of photos. */
export function mountPhotos(mount: Mount, app: Application): void {
  mount(
    "addPhoto",
    async (call) => {
      const { buffer, byteOffset, byteLength } = call.body.photo;
      const photo = await addPhoto(app, call, call.params, Buffer.from(buffer, byteOffset, byteLength));
      return isRejection(photo) ? photo : { status: 201, body: { photo: presentPhoto(photo, call.origin) } };
    },
    { beforeBody: (userId) => limitPhotos(app, userId) },
  );

  mount("listPhotos", async ({ params, origin, ...context }) => {
    const photos = await listPhotos(app, context, params);
    return isRejection(photos)
      ? photos
      : { status: 200, body: { photos: presentPhotos(photos, origin).list } };
  });

  mount("deletePhoto", async (call) => (await removePhoto(app, call, call.params)) ?? { status: 204 });

  mount("getPhoto", async ({ params, query }) => {
    // Some programs copy URLs from HTML without decoding "&amp;".
    const picture = await openPhoto(app, params.photoId, { ...query, s: query.s ?? query["amp;s"] });
    return isRejection(picture) ? picture : { status: 200, body: picture };
  });
}

import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { photosOf } from "@daybook/read-models/queries/photos";
import type { Act } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { ownEntryRow, ownEntryState } from "../../policies/entry-access.ts";
import { activeJournal } from "../../policies/journal-access.ts";
import { photoByUrl } from "../../policies/photo-access.ts";
import { claimId } from "../claim-id.ts";
import { projected } from "../projected.ts";
import type { LoadedEntry } from "../save-entry.ts";
import { keepPhoto, photoQuotaOf, refuseImage, sourceTagOf } from "./keep-photo.ts";
import { openMeta, showPhotos } from "./show-photos.ts";

/** Puts a picture to an entry; answers with the entry after it and the photo's id. */
async function addPhoto(
  deps: ApiDeps,
  act: Act,
  entry: LoadedEntry & { readonly userId: number },
  bytes: Buffer,
): Promise<{ photoId: number; state: LoadedEntry["state"] } | Rejection> {
  const { entryId, key, userId, state: before } = entry;
  const image = await deps.images.prepare(bytes);
  if ("refused" in image) return refuseImage(image);
  const quota = await photoQuotaOf(deps, userId, act.at);
  const photo = { image, sourceTag: sourceTagOf(key, bytes), quota };
  return claimId(act.ids[0], async (photoId) => {
    const same = before.photos.find(({ id }) => id === photoId);
    if (same?.sourceTag === photo.sourceTag) return { photoId, state: before };
    const data = await keepPhoto(deps, act, { userId, entryId, key }, photoId, photo);
    if (isRejection(data)) return data;
    const outcome = await deps.commands.execute({
      decider: entryDecider,
      stream: streamOf.entry(entryId),
      commands: [{ type: "AddPhoto", data }],
      context: act,
    });
    if (isRejection(outcome)) return outcome;
    deps.inBackground("settling a photo", () => deps.photos.settle([photoId]));
    await projected(deps, ["entry-photos"], outcome.position);
    return { photoId, state: outcome.state };
  });
}

/** The calls of photos. */
export function mountPhotos(mount: Mount, deps: ApiDeps): void {
  mount("addPhoto", async ({ actor, params, body, act, origin }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const found = await ownEntryState(deps, actor, params);
    if (isRejection(found)) return found;
    if (found.state.status === "trashed") {
      return reject("entry_trashed", "This entry is in the trash. Restore it before you change it.");
    }
    const { entryId } = params;
    const bytes = Buffer.from(body.photo.buffer, body.photo.byteOffset, body.photo.byteLength);
    const added = await addPhoto(deps, act, { entryId, userId: actor.userId, ...found }, bytes);
    if (isRejection(added)) return added;
    const photos = added.state.photos.filter(({ id }) => id === added.photoId);
    const shown = showPhotos(deps, { actor, origin }, { entryId, key: found.key }, photos).list[0];
    return shown ? { status: 201, body: shown } : reject("not_found", "This photo was removed again.");
  });

  mount("listPhotos", async ({ actor, params, origin }) => {
    const found = await ownEntryRow(deps, actor, params);
    if (isRejection(found)) return found;
    const photos = await photosOf(deps.pool, params.entryId);
    const entry = { entryId: params.entryId, key: found.key };
    return { status: 200, body: { photos: showPhotos(deps, { actor, origin }, entry, photos).list } };
  });

  mount("deletePhoto", async ({ actor, params, act }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const found = await ownEntryState(deps, actor, params);
    if (isRejection(found)) return found;
    const { entryId, photoId } = params;
    if (found.state.photos.some(({ id }) => id === photoId)) await deps.photos.unsettle([photoId]);
    const outcome = await deps.commands.execute({
      decider: entryDecider,
      stream: streamOf.entry(entryId),
      commands: [{ type: "RemovePhoto", data: { entryId, photoId, at: act.at } }],
      context: act,
    });
    if (isRejection(outcome)) {
      if (outcome.code === "entry_trashed") {
        deps.inBackground("settling a photo", () => deps.photos.settle([photoId]));
      }
      return outcome;
    }
    deps.inBackground("removing a photo", async () => void (await deps.photos.remove({ photoId, entryId })));
    await projected(deps, ["entry-photos"], outcome.position);
    return { status: 204 };
  });

  mount("getPhoto", async ({ params, query }) => {
    const found = await photoByUrl(deps, params.photoId, {
      ...query,
      s: query.s ?? query["amp;s"],
    });
    if (isRejection(found)) return found;
    const { photo, entryId, rendering, key } = found;
    const bytes = await deps.photos.read(key, { photoId: photo.id, entryId }, rendering);
    if (!bytes) return reject("not_found", "There is no such photo, or its address has expired.");
    const { contentType } = openMeta(key, entryId, photo.meta);
    return {
      status: 200,
      body: {
        bytes,
        contentType: rendering === "thumbnail" ? "image/webp" : contentType,
        etag: `${photo.id}-${rendering}`,
      },
    };
  });
}

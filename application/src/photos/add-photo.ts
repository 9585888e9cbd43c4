import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryPhoto } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { type EntryPath, openEntryState } from "../access/entry-access.ts";
import { findActiveJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import { claimId, findClaimedId } from "../claim-id.ts";
import type { Command, Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { reservePhoto, type PhotoOwner, findPhotoQuota, refuseImage, sourceTagOf } from "./reserve-photo.ts";
import { type PhotoView, photoViews } from "./photo-views.ts";

const removedRefusal = () => reject("not_found", "This photo was added and then removed.");

/** Stores a picture, appends its event, and returns the photo. */
async function storePhoto(
  app: Application,
  command: Command,
  owner: PhotoOwner,
  bytes: Buffer,
  sourceTag: string,
): Promise<EntryPhoto | Rejection> {
  const { entryId, userId } = owner;
  const image = await app.images.prepare(bytes);
  if ("refused" in image) return refuseImage(image);
  const quota = await findPhotoQuota(app, userId, command.at);
  return claimId(command.ids[0], async (photoId) => {
    const data = await reservePhoto(app, command, owner, photoId, { image, sourceTag, quota });
    if (isRejection(data)) return data;
    const outcome = await app.commands.execute({
      decider: entryDecider,
      stream: streamOf.entry(entryId),
      commands: [{ type: "AddPhoto", data }],
      context: command,
    });
    const photo = isRejection(outcome)
      ? outcome
      : (outcome.state.photos.find(({ id }) => id === photoId) ?? removedRefusal());
    if (isRejection(outcome) || isRejection(photo)) {
      await app.photos.release([photoId]);
      return photo;
    }
    app.inBackground("confirming a photo", () => app.photos.confirm([photoId]));
    await waitForReadModels(app, ["entry-photos"], outcome.position);
    return photo;
  });
}

/** Adds a picture to an entry. A repeat finds the photo of the first run. */
export async function addPhoto(
  app: Application,
  { actor, command }: Context,
  path: EntryPath,
  bytes: Buffer,
): Promise<PhotoView | Refusal> {
  const journal = await findActiveJournal(app, actor, path.journalId);
  if (isRejection(journal)) return journal;
  const entry = await openEntryState(app, actor, path);
  if (isRejection(entry)) return entry;
  const { state, key } = entry;
  if (state.status === "trashed") {
    return reject("entry_trashed", "This entry is in the trash. Restore it before you change it.");
  }
  const { entryId } = path;
  const sourceTag = sourceTagOf(key, bytes);
  const isPhotoOfFirstRun = (id: number) =>
    Promise.resolve(state.photos.some((photo) => photo.id === id && photo.sourceTag === sourceTag));
  const addedId = command.repeated ? await findClaimedId(command.ids[0], isPhotoOfFirstRun) : null;
  const existingPhoto = state.photos.find(({ id }) => id === addedId);
  if (!existingPhoto && command.completed) return removedRefusal();
  const owner = { entryId, userId: actor.userId, key };
  const photo = existingPhoto ?? (await storePhoto(app, command, owner, bytes, sourceTag));
  if (isRejection(photo)) return photo;
  return photoViews(app, actor, { entryId, key }, [photo])[0] ?? removedRefusal();
}

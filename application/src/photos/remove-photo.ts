import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { type EntryPath, openEntryState } from "../access/entry-access.ts";
import { findActiveJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";

/** Removes a photo from an entry. Its renderings are deleted in the background, after the event. */
export async function removePhoto(
  app: Application,
  { actor, command }: Context,
  { photoId, ...path }: EntryPath & { readonly photoId: number },
): Promise<Refusal | null> {
  const journal = await findActiveJournal(app, actor, path.journalId);
  if (isRejection(journal)) return journal;
  const entry = await openEntryState(app, actor, path);
  if (isRejection(entry)) return entry;
  if (command.completed) return null;
  const { entryId } = path;
  // Unconfirmed means that the log must be asked about the photo. If the process crashes after this, the job `sweep-photos` does that.
  if (entry.state.photos.some(({ id }) => id === photoId)) await app.photos.unconfirm([photoId]);
  const outcome = await app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "RemovePhoto", data: { entryId, photoId, at: command.at } }],
    context: command,
  });
  if (isRejection(outcome)) {
    if (outcome.code === "entry_trashed") {
      app.inBackground("confirming a photo", () => app.photos.confirm([photoId]));
    }
    return outcome;
  }
  app.inBackground("removing a photo", async () => void (await app.photos.remove({ photoId, entryId })));
  await waitForReadModels(app, ["entry-photos"], outcome.position);
  return null;
}

import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { type EntryPath, openEntryState } from "../access/entry-access.ts";
import { findActiveJournal, findOpenJournal } from "../access/journal-access.ts";
import { noteActivity } from "../accounts/note-activity.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { publicSlug, publicSlugHash } from "./public-slug.ts";

const notePublicLink = (
  app: Application,
  context: Context,
  sharedEntryId: number,
  isPublic: boolean,
): Promise<void> =>
  noteActivity(app, context, "public link", (originAndTime) => ({
    type: "NotePublicLink",
    data: { sharedEntryId, isPublic, ...originAndTime },
  }));

/** Creates the public link of an entry, or returns the existing one. */
export async function publishEntry(
  app: Application,
  context: Context,
  path: EntryPath,
): Promise<{ readonly slug: string } | Refusal> {
  const { actor, command } = context;
  const journal = await findActiveJournal(app, actor, path.journalId);
  if (isRejection(journal)) return journal;
  const entry = await openEntryState(app, actor, path);
  if (isRejection(entry)) return entry;
  const { entryId } = path;
  const linkId = command.ids[0];
  const outcome = await app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [
      {
        type: "PublishEntry",
        data: { entryId, linkId, slugHash: publicSlugHash(publicSlug(app, linkId)), at: command.at },
      },
    ],
    context: command,
  });
  if (isRejection(outcome)) return outcome;
  await waitForReadModels(app, ["public-links"], outcome.position);
  if (outcome.hasChanges) await notePublicLink(app, context, entryId, true);
  const link = outcome.state.publicLink;
  if (link) return { slug: publicSlug(app, link.linkId) };
  if (command.repeated) return reject("not_found", "The link was removed.");
  return reject("unavailable", "The link was just removed. Please try again.");
}

/** Removes an entry's public link. Also works for an entry or a journal in the trash. */
export async function unpublishEntry(
  app: Application,
  context: Context,
  path: EntryPath,
): Promise<Refusal | null> {
  const { actor, command } = context;
  const journal = await findOpenJournal(app, actor, path.journalId);
  if (isRejection(journal)) return journal;
  const entry = await openEntryState(app, actor, path);
  if (isRejection(entry)) return entry;
  const { entryId } = path;
  const outcome = await app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "UnpublishEntry", data: { entryId, at: command.at } }],
    context: command,
  });
  if (isRejection(outcome)) return outcome;
  await waitForReadModels(app, ["public-links"], outcome.position);
  if (outcome.hasChanges) await notePublicLink(app, context, entryId, false);
  return null;
}

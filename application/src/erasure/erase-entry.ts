import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry, EntryCommand } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext, CommandResult } from "@daybook/platform/commands/handle-command";
import { entryIdsOfJournal } from "@daybook/read-models/queries/entries";
import type { Application } from "../application.ts";
import { erasureContext, eraseStream } from "./erase-stream.ts";

const pageSize = 200;

type ErasingCommand = Extract<EntryCommand, { type: "EraseEntry" | "PurgeEntry" }>;

/**
 * Removes the photos of an erased entry. A failure is only logged: the photos are unreadable already, and the job `sweep-photos`
 * removes them later.
 */
async function removePhotos(app: Application, entryId: number): Promise<void> {
  try {
    await app.photos.removeOfEntry(entryId);
  } catch (error) {
    app.logger.warn(
      { err: error },
      "photos of an erased entry were not removed; the job sweep-photos removes them later",
    );
  }
}

/**
 * Erases an entry: appends the event, deletes the key, and removes its photos and its cached words. The text stays in the log, but
 * nobody can decrypt it.
 *
 * @param photoRemoval when to delete the photos: `inBackground` when a person waits for the reply. In both cases the photos are
 * unreadable immediately
 */
export function eraseEntry(
  app: Application,
  command: ErasingCommand,
  context: CommandContext,
  photoRemoval: "now" | "inBackground",
): Promise<CommandResult<Entry> | Rejection> {
  const { entryId } = command.data;
  const stream = streamOf.entry(entryId);
  return eraseStream(app, { decider: entryDecider, stream, command, context }, async () => {
    app.wordBags.drop(entryId);
    if (photoRemoval === "now") await removePhotos(app, entryId);
    else app.inBackground("removing the photos of an entry", () => removePhotos(app, entryId));
  });
}

/** Erases entries of an erased account or, with `onlyInJournalId`, of an erased journal. */
export async function eraseEntries(
  app: Application,
  userId: number,
  ids: readonly number[],
  onlyInJournalId?: number,
): Promise<void> {
  for (const entryId of ids) {
    const context = erasureContext(app, userId, streamOf.entry(entryId));
    const data = { entryId, at: context.at };
    const command = {
      type: "EraseEntry" as const,
      data,
      ...(onlyInJournalId !== undefined && { onlyInJournalId }),
    };
    await eraseEntry(app, command, context, "now");
  }
}

/**
 * Erases the entries of an erased journal, as the read model lists them. The read model may be behind and list an entry that has moved
 * to another journal. The command leaves that entry as it is.
 */
export async function eraseEntriesOfJournal(
  app: Application,
  userId: number,
  journalId: number,
): Promise<void> {
  let lastId = 0;
  for (;;) {
    const ids = await entryIdsOfJournal(app.pool, journalId, lastId, pageSize);
    await eraseEntries(app, userId, ids, journalId);
    lastId = ids.at(-1) ?? lastId;
    if (ids.length < pageSize) return;
  }
}

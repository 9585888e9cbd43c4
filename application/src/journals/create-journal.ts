import { initialComposeSettings } from "@daybook/domain/journal/appearance";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { contentTag, seal } from "@daybook/platform/vault/seal";
import { ensureContentKey } from "../access/content-key.ts";
import { findJournalMetadata } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Command, Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import type { JournalView } from "./journal-view.ts";
import { reserveJournal } from "./reserve-journal.ts";

/** The view of a new journal, for when the read model is behind. `position`, `isPaid` and `isInLookingGlass` are only guesses. */
const viewNewJournal = (id: number, plaintextName: string, { at }: Command): JournalView => ({
  id,
  plaintextName,
  position: 1,
  createdAt: at,
  trashedAt: null,
  activeEntries: 0,
  trashedEntries: 0,
  lastUpdate: null,
  lastEntryId: null,
  cover: null,
  ...initialComposeSettings,
  classroom: "none",
  isPaid: false,
  isInLookingGlass: true,
  lock: null,
});

/**
 * Creates a journal, or completes an interrupted creation: reservation, key, event. In this order, a crash leaves nothing that
 * blocks another journal or cannot be read.
 */
export async function storeNewJournal(
  app: Application,
  userId: number,
  journalId: number,
  name: string,
  command: Command,
): Promise<JournalView | Rejection> {
  const refusal = await reserveJournal(app, userId, journalId, command);
  if (refusal) return refusal;
  const stream = streamOf.journal(journalId);
  const key = await app.vault.create(stream, streamOf.account(userId));
  await ensureContentKey(app, journalId);
  const creation = await app.commands.execute({
    decider: journalDecider,
    stream,
    commands: [
      {
        type: "CreateJournal",
        data: {
          journalId,
          accountId: userId,
          name: seal(key, stream, "journal.name", name),
          nameTag: contentTag(key, [name]),
          at: command.at,
        },
      },
    ],
    context: command,
  });
  if (isRejection(creation)) {
    // If the journal is this account's, this command or a concurrent duplicate has created it already.
    const { state } = await app.commands.load(journalDecider, stream);
    return state.accountId === userId ? viewNewJournal(journalId, name, command) : creation;
  }
  await waitForReadModels(app, ["journal-list", "account"], creation.position);
  return viewNewJournal(journalId, name, command);
}

/** Creates a journal for the actor. */
export async function createJournal(
  app: Application,
  context: Context,
  { name }: { readonly name: string },
): Promise<JournalView | Refusal> {
  const { actor, command } = context;
  const journalId = command.ids[0];
  const wasCreated =
    command.repeated &&
    (await app.commands.findCommandPosition(streamOf.journal(journalId), command.commandId)) !== null;
  if (wasCreated) return findJournalMetadata(app, actor, journalId);
  const createdJournal = await storeNewJournal(app, actor.userId, journalId, name, command);
  if (isRejection(createdJournal)) return createdJournal;
  const storedJournal = await findJournalMetadata(app, actor, journalId);
  return isRejection(storedJournal) ? createdJournal : storedJournal;
}

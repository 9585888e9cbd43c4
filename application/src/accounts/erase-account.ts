import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { tagDecider } from "@daybook/domain/tag/decider";
import type { MailCause } from "@daybook/platform/mail/mail";
import { runEach } from "@daybook/platform/run-each";
import { entryIdsOfUser } from "@daybook/read-models/queries/entries";
import { journalIdsOfUser, ownerIdsWithoutAccount } from "@daybook/read-models/queries/journals";
import { tagIdsOfUser } from "@daybook/read-models/queries/tags";
import type { Application } from "../application.ts";
import { eraseEntries, eraseEntriesOfJournal } from "../erasure/erase-entry.ts";
import { erasureContext, eraseStream } from "../erasure/erase-stream.ts";
import { forgetMethodsOf } from "../payment-methods/remove-method.ts";
import { loadAccount } from "./change-account.ts";
import { readEmailFromLog } from "./personal-data.ts";

/** How many times to look for entries of requests that were still running when the account was erased. */
const maxPasses = 5;

async function eraseTagsOf(app: Application, userId: number): Promise<void> {
  for (const tagId of await tagIdsOfUser(app.pool, userId)) {
    const stream = streamOf.tag(tagId);
    const context = erasureContext(app, userId, stream);
    await app.commands.execute({
      decider: tagDecider,
      stream,
      commands: [{ type: "EraseTag", data: { tagId, at: context.at } }],
      context,
    });
  }
}

/**
 * Erases the tags, journals and entries of an erased account, which removes them from the read models. Their keys are deleted
 * already. Safe to repeat. Looks for entries several times, because a request that had passed its access check may still write one.
 */
async function eraseContent(app: Application, userId: number): Promise<void> {
  await app.waitUntilCaughtUp();
  await app.forgetCommandsOf(userId);
  await eraseTagsOf(app, userId);
  for (const journalId of await journalIdsOfUser(app.pool, userId)) {
    await eraseEntriesOfJournal(app, userId, journalId);
    const stream = streamOf.journal(journalId);
    const context = erasureContext(app, userId, stream);
    const command = { type: "EraseJournal" as const, data: { journalId, at: context.at } };
    await eraseStream(app, { decider: journalDecider, stream, command, context }, async () => {});
  }
  for (let pass = 0; pass < maxPasses; pass++) {
    await app.waitUntilCaughtUp();
    const remainingEntryIds = await entryIdsOfUser(app.pool, userId);
    if (remainingEntryIds.length === 0) return;
    await eraseEntries(app, userId, remainingEntryIds);
  }
}

/**
 * Puts the last mail to the owner of an erased account into the outbox, at most once. Does nothing when the key of the account is
 * deleted already, because then nobody can read the address. The mail belongs to no account and does not name the person.
 */
export async function mailDeletionNotice(app: Application, cause: MailCause, userId: number): Promise<void> {
  const key = await app.vault.openKey(streamOf.account(userId));
  const address = key && (await readEmailFromLog(app, userId, key));
  if (!address) return;
  await app.mail(
    {
      id: app.newId(),
      userId: null,
      template: "account_deleted",
      params: {},
      recipient: { address, firstName: "" },
      dedupeKey: `account deleted ${userId}`,
    },
    cause,
  );
}

/**
 * Puts the last mail of an account into the outbox if the log says that the account is erased. Returns whether it is erased. If so,
 * the account's key can be deleted.
 */
export async function mailIfErased(app: Application, userId: number): Promise<boolean> {
  if ((await loadAccount(app, userId)).status !== "erased") return false;
  await mailDeletionNotice(app, erasureContext(app, userId, streamOf.account(userId)), userId);
  return true;
}

/**
 * The steps after the event `AccountErased`. Deletes the keys first: from then on nobody can decrypt the texts and photos. Then it
 * deletes the sessions, the mails, the digits of cards, the renewals, the payment methods, the operations and the moves; then the
 * credentials with all links, and the ledger rows; and in the background the files of the photos, the words in the search index, and
 * the rows of the read models. After a crash, a job finds the account by its credentials, journals or tags.
 */
export async function finishAccountErasure(app: Application, userId: number): Promise<void> {
  await app.vault.completeErasure(streamOf.account(userId));
  await app.sessions.revokeAll(userId);
  await app.forgetMailsOf(userId);
  await app.orders.forgetCardsOf(userId);
  await app.renewals.forget(userId);
  await forgetMethodsOf(app, userId);
  await app.operations.removeOfAccount(userId);
  await app.moves.removeOfAccount(userId);
  await app.credentials.remove(userId);
  // Nobody can repeat a command of the account without a session, so its ledger rows have no use any more.
  await app.forgetCommandsOf(userId);
  app.inBackground("removing the photos of an account", () => app.photos.removeOfAccount(userId));
  // The indexer does this too, and retries until the index can be reached.
  app.inBackground("removing an account from the search", () => app.search.removeUser(userId));
  app.inBackground("erasing an account", () => eraseContent(app, userId));
}

/** Continues erasures that a crash interrupted. An account that fails does not block the others. */
export async function resumeAccountErasures(app: Application): Promise<void> {
  const [ownerIds, erasedUserIds] = await Promise.all([
    ownerIdsWithoutAccount(app.pool),
    app.credentials.findErasedUserIds(),
  ]);
  await runEach(new Set([...ownerIds, ...erasedUserIds]), async (userId) => {
    if (await mailIfErased(app, userId)) await finishAccountErasure(app, userId);
  });
}

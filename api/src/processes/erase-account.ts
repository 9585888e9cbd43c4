import { entryDecider } from "@daybook/domain/entry/decider";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { tagDecider } from "@daybook/domain/tag/decider";
import type { ActContext } from "@daybook/platform/commands/handle-command";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import { entryIdsOf, entryIdsOfUser } from "@daybook/read-models/queries/entries";
import { journalIdsOf, ownersWithoutAccount } from "@daybook/read-models/queries/journals";
import { tagIdsOf } from "@daybook/read-models/queries/tags";
import type { ApiDeps } from "../deps.ts";
import { loadAccount } from "../routes/account/change-account.ts";

const namespace = "0f9cbb0c-8c35-4a5e-9d5f-6f4c1a3a7e11";
const pageSize = 200;
/** More often than requests of a gone account can still be under way. */
const passes = 5;

/** What erasing does to a stream has one command id, so that doing it again adds nothing. */
export function erasing(deps: ApiDeps, userId: number, stream: string): ActContext {
  return {
    at: new Date(deps.clock.now()).toISOString(),
    commandId: uuid5(namespace, stream),
    repeated: true,
    actor: String(userId),
    sessionId: null,
    requestId: null,
    source: "scheduler",
  };
}

/** Takes the entries of a journal out of the read models, and their photos. Their keys are gone already, or go with the journal's. */
export async function eraseEntriesOf(deps: ApiDeps, userId: number, journalId: number): Promise<void> {
  let after = 0;
  for (;;) {
    const ids = await entryIdsOf(deps.pool, journalId, after, pageSize);
    await eraseEntries(deps, userId, ids);
    after = ids.at(-1) ?? after;
    if (ids.length < pageSize) return;
  }
}

async function eraseEntries(deps: ApiDeps, userId: number, ids: readonly number[]): Promise<void> {
  for (const entryId of ids) {
    const stream = streamOf.entry(entryId);
    const context = erasing(deps, userId, stream);
    await deps.commands.execute({
      decider: entryDecider,
      stream,
      commands: [{ type: "EraseEntry", data: { entryId, at: context.at } }],
      context,
    });
    deps.words.drop(entryId);
    await deps.photos.removeOfEntry(entryId);
  }
}

async function eraseTagsOf(deps: ApiDeps, userId: number): Promise<void> {
  for (const tagId of await tagIdsOf(deps.pool, userId)) {
    const stream = streamOf.tag(tagId);
    const context = erasing(deps, userId, stream);
    await deps.commands.execute({
      decider: tagDecider,
      stream,
      commands: [{ type: "EraseTag", data: { tagId, at: context.at } }],
      context,
    });
  }
}

/**
 * Takes what an erased account had written out of the read models. Its keys are gone already; may be repeated. What was on
 * its way to them is waited for, and looked for again: a request that had passed its gate may still have written.
 */
async function eraseContent(deps: ApiDeps, userId: number): Promise<void> {
  await deps.caughtUp();
  await deps.forgetActsOf(userId);
  await eraseTagsOf(deps, userId);
  for (const journalId of await journalIdsOf(deps.pool, userId)) {
    await eraseEntriesOf(deps, userId, journalId);
    const stream = streamOf.journal(journalId);
    const context = erasing(deps, userId, stream);
    await deps.commands.execute({
      decider: journalDecider,
      stream,
      commands: [{ type: "EraseJournal", data: { journalId, at: context.at } }],
      context,
    });
  }
  for (let pass = 0; pass < passes; pass++) {
    await deps.caughtUp();
    const late = await entryIdsOfUser(deps.pool, userId);
    if (late.length === 0) return;
    await eraseEntries(deps, userId, late);
  }
}

/**
 * What follows the event `AccountErased`: the keys, the credentials with every session and link, the mails, the acts, and then, in the
 * background, the rows. From the first of these on nobody can read anything of the account.
 */
export async function finishAccountErasure(deps: ApiDeps, userId: number): Promise<void> {
  await deps.vault.completeErasure(streamOf.account(userId));
  await deps.credentials.remove(userId);
  await deps.forgetMailsOf(userId);
  // Without a session nobody can repeat an act, so nobody misses what is kept for that.
  await deps.forgetActsOf(userId);
  deps.inBackground("removing the photos of an account", () => deps.photos.removeOfAccount(userId));
  // The indexer does so as well, and more surely: when the index can be reached.
  deps.inBackground("removing an account from the search", () => deps.search.removeUser(userId));
  await deps.operations.removeOf(userId);
  await deps.moves.removeOf(userId);
  deps.inBackground("erasing an account", () => eraseContent(deps, userId));
}

/** Goes on with what a crash cut off; to be called at the start. */
export async function resumeAccountErasures(deps: ApiDeps): Promise<void> {
  for (const userId of await ownersWithoutAccount(deps.pool)) {
    const { status } = await loadAccount(deps, userId);
    if (status === "erased") await finishAccountErasure(deps, userId);
  }
}

import { randomUUID } from "node:crypto";
import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { type Tag, tagDecider } from "@daybook/domain/tag/decider";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { laterPosition } from "@daybook/platform/event-store/position";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import { runEach } from "@daybook/platform/run-each";
import type { VaultTag } from "@daybook/platform/tags/tag-names";
import { entryIdsTagged } from "@daybook/read-models/queries/tags";
import type { Application } from "../application.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";

const namespace = "a0c0b0cc-54a5-4b8d-8f0e-2d3f6d6b7a52";
const pageSize = 200;
const maxConcurrentEntries = 16;
const maxMerges = 20;

const systemCommand = (app: Application, userId: number): CommandContext => ({
  at: new Date(app.clock.now()).toISOString(),
  commandId: randomUUID(),
  repeated: false,
  actor: String(userId),
  sessionId: null,
  requestId: null,
  source: "system",
});

/**
 * Follows the merges of a tag and returns the active tag at their end: the tag itself when it was not merged. `null` when the tag at the
 * end was erased, or after {@link maxMerges} merges.
 */
export async function resolveMergedTag(app: Application, tagId: number): Promise<number | null> {
  let id: number | null = tagId;
  for (let step = 0; id !== null && step < maxMerges; step++) {
    const state: Tag = (await app.commands.load(tagDecider, streamOf.tag(id))).state;
    if (state.status === "active") return id;
    id = state.mergedInto;
  }
  return null;
}

/** Removes an erased or merged tag from an entry. When the merges of the tag end at an active tag, the entry gets that one instead. */
export async function replaceOnEntry(
  app: Application,
  command: CommandContext,
  entryId: number,
  tagId: number,
): Promise<Position | null> {
  const replacementId = await resolveMergedTag(app, tagId);
  const outcome = await app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "ReplaceTag", data: { entryId, tagId, at: command.at }, replacementId }],
    // The command id is new each time, so this is never a repeat that changes nothing: the entry may have got the tag again since it
    // was replaced before.
    context: { ...command, commandId: randomUUID(), repeated: false },
  });
  // An entry that was erased in the meantime has no tags.
  return isRejection(outcome) ? null : outcome.position;
}

/** Replaces an erased or merged tag on all its entries. False when the read model is behind: then this must be repeated later. */
async function replaceOnAllEntries(
  app: Application,
  command: CommandContext,
  tagId: number,
  endPosition: Position | null,
): Promise<boolean> {
  // The list below has every entry that got the tag before it was erased or merged. An entry that gets it later is not missed: tagging
  // an entry checks afterwards whether the tag was erased or merged.
  if (!(await waitForReadModels(app, ["tags"], endPosition))) return false;
  let [lastId, latestPosition]: [number, Position | null] = [0, null];
  for (;;) {
    const ids = await entryIdsTagged(app.pool, tagId, lastId, pageSize);
    for (let from = 0; from < ids.length; from += maxConcurrentEntries) {
      const batch = ids.slice(from, from + maxConcurrentEntries);
      const positions = await Promise.all(batch.map((id) => replaceOnEntry(app, command, id, tagId)));
      latestPosition = positions.reduce(laterPosition, latestPosition);
    }
    lastId = ids.at(-1) ?? lastId;
    if (ids.length < pageSize) break;
  }
  return waitForReadModels(app, ["tags"], latestPosition);
}

/** Records in the log that a tag was erased or merged. Such a tag has no name in the vault any more. */
async function logEnd(app: Application, command: CommandContext, tag: VaultTag): Promise<Position | null> {
  const { tagId, mergeInto } = tag;
  const outcome = await app.commands.execute({
    decider: tagDecider,
    stream: streamOf.tag(tagId),
    commands: [
      mergeInto === null
        ? { type: "EraseTag", data: { tagId, at: command.at } }
        : { type: "MergeTag", data: { tagId, intoTagId: mergeInto, at: command.at } },
    ],
    // The id is always the same, so a run after a crash finds the position of the event.
    context: { ...command, commandId: uuid5(namespace, `end ${tagId}`), repeated: true },
  });
  if (isRejection(outcome)) throw new Error("the erasure or merge of a tag was refused");
  return outcome.position;
}

/**
 * Replaces an erased or merged tag on its entries, then deletes the tag's row in the vault. When the read model is behind, the row stays,
 * and {@link resumeTags} retires the tag later.
 */
async function retireTag(
  app: Application,
  command: CommandContext,
  { tagId, mergeInto }: VaultTag,
  endPosition: Position | null,
): Promise<void> {
  if (!(await replaceOnAllEntries(app, command, tagId, endPosition))) return;
  if (mergeInto !== null && (await resolveMergedTag(app, mergeInto)) !== mergeInto) {
    // The tag `mergeInto` was itself erased or merged while these entries got it. They must not keep a tag that no list shows.
    if (!(await replaceOnAllEntries(app, command, mergeInto, null))) return;
  }
  await app.tagNames.remove(tagId);
}

/** Records in the log the name that a tag has in the vault. Refused when the tag was erased or merged in the meantime. */
async function logName(
  app: Application,
  command: CommandContext,
  tag: VaultTag & { name: NonNullable<VaultTag["name"]> },
): Promise<Position | null | Rejection> {
  const { tagId, userId: accountId, name, ordinal, createdAt } = tag;
  const outcome = await app.commands.execute({
    decider: tagDecider,
    stream: streamOf.tag(tagId),
    commands: [{ type: "NameTag", data: { tagId, accountId, name, ordinal, createdAt, at: command.at } }],
    context: { ...command, commandId: uuid5(namespace, `name ${tagId} ${ordinal}`), repeated: true },
  });
  if (isRejection(outcome)) return outcome;
  await app.tagNames.noteLogged(tagId, ordinal);
  return outcome.position;
}

/** The ids of the tags whose erasure or merge this process is finishing in the background, for each application's `tagNames`. */
const finishingTags = new WeakMap<object, Set<number>>();

/** Finishes the erasure or merge of a tag in the background, unless this process is already doing that. */
function finishInBackground(
  app: Application,
  workName: string,
  tagId: number,
  finish: () => Promise<void>,
): void {
  const finishingTagIds = finishingTags.get(app.tagNames) ?? new Set<number>();
  finishingTags.set(app.tagNames, finishingTagIds);
  if (finishingTagIds.has(tagId)) return;
  finishingTagIds.add(tagId);
  app.inBackground(workName, async () => {
    try {
      await finish();
    } finally {
      finishingTagIds.delete(tagId);
    }
  });
}

/**
 * Records in the log what the vault says of a tag: its name, or that it was erased or merged. An erased tag is removed from its
 * entries in the background, since no reply shows it any more; a merged tag is replaced before this returns, unless the read model
 * is behind. Safe to repeat and to run concurrently. Returns the position of the change in the log.
 */
export async function finishTagChange(
  app: Application,
  command: CommandContext,
  tag: VaultTag,
): Promise<{ readonly position: Position | null } | Rejection> {
  const { name } = tag;
  if (name !== null) {
    const position = await logName(app, command, { ...tag, name });
    return isRejection(position) ? position : { position };
  }
  const endPosition = await logEnd(app, command, tag);
  if (tag.mergeInto !== null) await retireTag(app, command, tag, endPosition);
  else finishInBackground(app, "erasing a tag", tag.tagId, () => retireTag(app, command, tag, endPosition));
  return { position: endPosition };
}

/**
 * Finishes tag changes that a crash interrupted: names now, erasures and merges in the background. A tag that fails does not block the
 * others.
 *
 * @param userId whose tags; `null` for the tags of all accounts, as the job needs them
 */
export async function resumeTags(app: Application, userId: number | null): Promise<void> {
  await runEach(await app.tagNames.findUnfinished(userId), async (tag) => {
    const command = systemCommand(app, tag.userId);
    if (tag.name !== null) await finishTagChange(app, command, tag);
    else {
      finishInBackground(app, "finishing the erasure or merge of a tag", tag.tagId, async () =>
        retireTag(app, command, tag, await logEnd(app, command, tag)),
      );
    }
  });
}

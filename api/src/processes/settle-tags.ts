import { randomUUID } from "node:crypto";
import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { type Tag, tagDecider } from "@daybook/domain/tag/decider";
import type { ActContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import type { NamedTag } from "@daybook/platform/privacy/tag-names";
import { entryIdsTagged } from "@daybook/read-models/queries/tags";
import type { ApiDeps } from "../deps.ts";
import { projected } from "../routes/projected.ts";

const namespace = "a0c0b0cc-54a5-4b8d-8f0e-2d3f6d6b7a52";
const pageSize = 200;
const atOnce = 16;
const longestChain = 20;

const ownAct = (deps: ApiDeps, userId: number): ActContext => ({
  at: new Date(deps.clock.now()).toISOString(),
  commandId: randomUUID(),
  repeated: false,
  actor: String(userId),
  sessionId: null,
  requestId: null,
  source: "system",
});

const further = (a: Position | null, b: Position | null): Position | null =>
  a !== null && b !== null ? (comparePositions(a, b) > 0 ? a : b) : (a ?? b);

/** The tag that has taken over, at the end of however many merges; `null` when it is gone for good. */
export async function survivorOf(deps: ApiDeps, tagId: number): Promise<number | null> {
  let id: number | null = tagId;
  for (let step = 0; id !== null && step < longestChain; step++) {
    const state: Tag = (await deps.commands.load(tagDecider, streamOf.tag(id))).state;
    if (state.status === "active") return id;
    id = state.mergedInto;
  }
  return null;
}

/** Takes a tag that has ended off an entry, for whatever took it over. */
export async function replaceOnEntry(
  deps: ApiDeps,
  act: ActContext,
  entryId: number,
  tagId: number,
): Promise<Position | null> {
  const by = await survivorOf(deps, tagId);
  const outcome = await deps.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "ReplaceTag", data: { entryId, tagId, at: act.at }, by }],
    // By the entry's state alone: what was replaced once may have been put on again.
    context: { ...act, commandId: randomUUID(), repeated: false },
  });
  // An entry that is erased meanwhile has no tags left.
  return isRejection(outcome) ? null : outcome.position;
}

/** Takes an ended tag off all its entries. False when the read model is too late to know them all. */
async function sweep(
  deps: ApiDeps,
  act: ActContext,
  tagId: number,
  ended: Position | null,
): Promise<boolean> {
  // Whoever tags an entry looks afterwards whether the tag has ended, so all that came before its end are listed now.
  if (!(await projected(deps, ["tags"], ended))) return false;
  let [after, furthest]: [number, Position | null] = [0, null];
  for (;;) {
    const ids = await entryIdsTagged(deps.pool, tagId, after, pageSize);
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = ids.slice(from, from + atOnce);
      const positions = await Promise.all(some.map((id) => replaceOnEntry(deps, act, id, tagId)));
      furthest = positions.reduce(further, furthest);
    }
    after = ids.at(-1) ?? after;
    if (ids.length < pageSize) break;
  }
  return projected(deps, ["tags"], furthest);
}

/** Tells the log that a tag which lost its name has ended. */
async function logEnd(deps: ApiDeps, act: ActContext, tag: NamedTag): Promise<Position | null> {
  const { tagId, mergeInto } = tag;
  const outcome = await deps.commands.execute({
    decider: tagDecider,
    stream: streamOf.tag(tagId),
    commands: [
      mergeInto === null
        ? { type: "EraseTag", data: { tagId, at: act.at } }
        : { type: "MergeTag", data: { tagId, intoTagId: mergeInto, at: act.at } },
    ],
    // Always the same command, so that one that goes on after a crash learns where in the log the end stands.
    context: { ...act, commandId: uuid5(namespace, `end ${tagId}`), repeated: true },
  });
  if (isRejection(outcome)) throw new Error("the end of a tag was refused");
  return outcome.position;
}

/** Gives the entries of an ended tag to the one that took over, and forgets the tag. What is not done is done later. */
async function giveEntriesAway(
  deps: ApiDeps,
  act: ActContext,
  { tagId, mergeInto }: NamedTag,
  ended: Position | null,
): Promise<void> {
  if (!(await sweep(deps, act, tagId, ended))) return;
  if (mergeInto !== null && (await survivorOf(deps, mergeInto)) !== mergeInto) {
    // The other one ended while entries were given to it: they must not stay with a tag that nobody sees.
    if (!(await sweep(deps, act, mergeInto, null))) return;
  }
  await deps.tagNames.remove(tagId);
}

/** Tells the log the name that a tag has in the vault. A tag that was ended meanwhile is refused. */
async function logName(
  deps: ApiDeps,
  act: ActContext,
  tag: NamedTag & { name: NonNullable<NamedTag["name"]> },
): Promise<Position | null | Rejection> {
  const { tagId, userId: accountId, name, ordinal, createdAt } = tag;
  const outcome = await deps.commands.execute({
    decider: tagDecider,
    stream: streamOf.tag(tagId),
    commands: [{ type: "NameTag", data: { tagId, accountId, name, ordinal, createdAt, at: act.at } }],
    context: { ...act, commandId: uuid5(namespace, `name ${tagId} ${ordinal}`), repeated: true },
  });
  if (isRejection(outcome)) return outcome;
  await deps.tagNames.noteLogged(tagId, ordinal);
  return outcome.position;
}

/**
 * Brings a tag to where the vault says it is: its name into the log, or its end. The entries of an erased tag are seen to in
 * the background, as nobody sees the tag on them any more; those of a merged one before this answers. May be repeated, and
 * by several at once. Answers with how far the read model has to be to show it.
 */
export async function settleTag(
  deps: ApiDeps,
  act: ActContext,
  tag: NamedTag,
): Promise<{ readonly position: Position | null } | Rejection> {
  const { name } = tag;
  if (name !== null) {
    const position = await logName(deps, act, { ...tag, name });
    return isRejection(position) ? position : { position };
  }
  const ended = await logEnd(deps, act, tag);
  if (tag.mergeInto !== null) await giveEntriesAway(deps, act, tag, ended);
  else deps.inBackground("erasing a tag", () => giveEntriesAway(deps, act, tag, ended));
  return { position: ended };
}

const underWay = new WeakMap<object, Set<number>>();

/** Finishes what a crash left of tags: names at once, ends in the background. @param userId `null` at the start, for all */
export async function resumeTags(deps: ApiDeps, userId: number | null): Promise<void> {
  const running = underWay.get(deps.tagNames) ?? new Set<number>();
  underWay.set(deps.tagNames, running);
  for (const tag of await deps.tagNames.unfinished(userId)) {
    const act = ownAct(deps, tag.userId);
    if (tag.name !== null) await settleTag(deps, act, tag);
    else if (!running.has(tag.tagId)) {
      running.add(tag.tagId);
      deps.inBackground("ending a tag", async () => {
        await settleTag(deps, act, tag).finally(() => running.delete(tag.tagId));
      });
    }
  }
}

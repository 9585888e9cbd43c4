import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import { tagDecider } from "@daybook/domain/tag/decider";
import type { Position } from "@daybook/platform/event-store/event-store";
import { laterPosition } from "@daybook/platform/event-store/position";
import type { Command, Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import { type EntryWithPath, openEntryById } from "../access/entry-by-id.ts";
import { replaceOnEntry } from "./finish-tag-change.ts";

/** Entries that get a tag (`isTagged`) or lose it. */
export type TagChange = { readonly isTagged: boolean; readonly entryIds: readonly number[] };

/** The changes that a call asks for, without duplicate ids. */
export function tagChanges(taggedIds: readonly number[], untaggedIds: readonly number[] = []): TagChange[] {
  return [
    { isTagged: false, entryIds: [...new Set(untaggedIds)] },
    { isTagged: true, entryIds: [...new Set(taggedIds)] },
  ].filter(({ entryIds }) => entryIds.length > 0);
}

function refusalOf(
  { path, state }: EntryWithPath,
  tagId: number | null,
  { isTagged }: TagChange,
): Rejection | null {
  if (tagId !== null && state.tags.has(tagId) === isTagged) return null;
  // Nothing is appended, so the id of a tag that does not exist yet and the time do not matter.
  const command: EntryCommand = {
    type: "TagEntry",
    data: { entryId: path.entryId, tagId: tagId ?? 0, at: "" },
    tagged: isTagged,
  };
  const decision = entryDecider.decide(command, state);
  return isRejection(decision) ? decision : null;
}

const haveCommonEntry = (a: TagChange, b: TagChange): boolean =>
  a.entryIds.some((id) => b.entryIds.includes(id));

/**
 * Checks, before anything is changed, that the actor may access every entry and that every entry accepts its change.
 *
 * @param tagId `null` for a tag that does not exist yet
 */
export async function checkEntries(
  app: Application,
  actor: Actor,
  tagId: number | null,
  changes: readonly TagChange[],
): Promise<Rejection | null> {
  for (const change of changes) {
    if (changes.some((otherChange) => otherChange !== change && haveCommonEntry(otherChange, change))) {
      return reject("invalid", "An entry cannot get a tag and lose it at the same time.");
    }
    const entries = await Promise.all(change.entryIds.map((id) => openEntryById(app, actor, id)));
    for (const entry of entries) {
      const refusal = isRejection(entry) ? entry : refusalOf(entry, tagId, change);
      if (refusal) return refusal;
    }
  }
  return null;
}

async function tagEntry(
  app: Application,
  command: Command,
  tagId: number,
  { entryId, isTagged }: { readonly entryId: number; readonly isTagged: boolean },
): Promise<{ readonly position: Position | null } | Rejection> {
  const outcome = await app.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands: [{ type: "TagEntry", data: { entryId, tagId, at: command.at }, tagged: isTagged }],
    context: childCommand(command, `tag ${tagId} ${isTagged}`),
  });
  if (isRejection(outcome) || !isTagged) return outcome;
  // The tag may have been erased or merged between the check and the event. Its removal from entries may then have missed this entry.
  const { state } = await app.commands.load(tagDecider, streamOf.tag(tagId));
  if (state.status === "active") return outcome;
  return { position: laterPosition(outcome.position, await replaceOnEntry(app, command, entryId, tagId)) };
}

/** Puts a tag on entries or takes it off. Each entry has its own stream, so there are several events; returns the latest position. */
export async function tagEntries(
  app: Application,
  command: Command,
  tagId: number,
  changes: readonly TagChange[],
): Promise<{ readonly position: Position | null } | Rejection> {
  let latestPosition: Position | null = null;
  for (const { isTagged, entryIds } of changes) {
    for (const entryId of entryIds) {
      const outcome = await tagEntry(app, command, tagId, { entryId, isTagged });
      if (isRejection(outcome)) return outcome;
      latestPosition = laterPosition(latestPosition, outcome.position);
    }
  }
  return { position: latestPosition };
}

import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import { tagDecider } from "@daybook/domain/tag/decider";
import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import type { Act, Actor } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import { stepOf } from "../../http/act-step.ts";
import { type OwnEntry, ownEntryById } from "../../policies/entry-by-id.ts";
import { replaceOnEntry } from "../../processes/settle-tags.ts";

/** Entries that a tag is put on, or taken off. */
export type TagChange = { readonly tagged: boolean; readonly entryIds: readonly number[] };

function wouldRefuse(
  { path, state }: OwnEntry,
  tagId: number | null,
  { tagged }: TagChange,
): Rejection | null {
  if (tagId !== null && state.tags.has(tagId) === tagged) return null;
  const command: EntryCommand = {
    type: "TagEntry",
    data: { entryId: path.entryId, tagId: tagId ?? 0, at: "" },
    tagged,
  };
  const decided = entryDecider.decide(command, state);
  return isRejection(decided) ? decided : null;
}

/**
 * Asks for every entry at its gates, and whether it takes the change, before anything is changed.
 *
 * @param tagId `null` for a tag that is not there yet
 */
export async function checkEntries(
  deps: ApiDeps,
  actor: Actor,
  tagId: number | null,
  changes: readonly TagChange[],
): Promise<Rejection | null> {
  for (const change of changes) {
    if (change.entryIds.length > 0 && changes.some((other) => other !== change && meet(other, change))) {
      return reject("invalid", "An entry cannot get a tag and lose it at once.");
    }
    const found = await Promise.all(change.entryIds.map((id) => ownEntryById(deps, actor, id)));
    for (const entry of found) {
      const refused = isRejection(entry) ? entry : wouldRefuse(entry, tagId, change);
      if (refused) return refused;
    }
  }
  return null;
}

const meet = (a: TagChange, b: TagChange): boolean => a.entryIds.some((id) => b.entryIds.includes(id));

/** Puts a tag on entries or takes it off; each entry is a stream of its own. Answers with the furthest position. */
export async function tagEntries(
  deps: ApiDeps,
  act: Act,
  tagId: number,
  changes: readonly TagChange[],
): Promise<{ readonly position: Position | null } | Rejection> {
  let furthest: Position | null = null;
  const reach = (position: Position | null): void => {
    if (position !== null && (furthest === null || comparePositions(position, furthest) > 0)) {
      furthest = position;
    }
  };
  for (const { tagged, entryIds } of changes) {
    for (const entryId of new Set(entryIds)) {
      const outcome = await deps.commands.execute({
        decider: entryDecider,
        stream: streamOf.entry(entryId),
        commands: [{ type: "TagEntry", data: { entryId, tagId, at: act.at }, tagged }],
        context: stepOf(act, `tag ${tagId} ${tagged}`),
      });
      if (isRejection(outcome)) return outcome;
      reach(outcome.position);
      if (!tagged) continue;
      // The tag may have ended between the question whether it is there and the event: then nobody else takes it off.
      const { state } = await deps.commands.load(tagDecider, streamOf.tag(tagId));
      if (state.status !== "active") reach(await replaceOnEntry(deps, act, entryId, tagId));
    }
  }
  return { position: furthest };
}

/** The changes that a call asks for, each entry once. */
export function changesOf(added: readonly number[] = [], removed: readonly number[] = []): TagChange[] {
  return [
    { tagged: false, entryIds: [...new Set(removed)] },
    { tagged: true, entryIds: [...new Set(added)] },
  ].filter(({ entryIds }) => entryIds.length > 0);
}

import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { type CountedTag, tagsByIds, tagsOfJournal, tagsOfUser } from "@daybook/read-models/queries/tags";
import { openEntryById } from "../access/entry-by-id.ts";
import { findActiveJournal } from "../access/journal-access.ts";
import { findClosedContent } from "../access/lock-gate.ts";
import { findActiveTagState, tagNotFound } from "../access/tag-access.ts";
import type { Application } from "../application.ts";
import type { Actor, Context } from "../context.ts";
import { resumeTags } from "./finish-tag-change.ts";
import { compareTagNames } from "./tag-name.ts";
import { findTagView, type TagView, viewTag } from "./tag-view.ts";

/** Narrows a list of tags to those of one entry, or of the entries of one journal. When both are given, the journal is ignored. */
export type TagFilter = {
  readonly entryId?: number | undefined;
  readonly journalId?: number | undefined;
};

async function findRows(
  app: Application,
  actor: Actor,
  { entryId, journalId }: TagFilter,
): Promise<CountedTag[] | Rejection> {
  const { userId } = actor;
  const closedContent = await findClosedContent(app, actor);
  if (entryId !== undefined) {
    const entry = await openEntryById(app, actor, entryId);
    return isRejection(entry) ? entry : tagsByIds(app.pool, userId, [...entry.state.tags], closedContent);
  }
  if (journalId === undefined) return tagsOfUser(app.pool, userId, closedContent);
  const journal = await findActiveJournal(app, actor, journalId);
  return isRejection(journal) ? journal : tagsOfJournal(app.pool, userId, journal.id, closedContent);
}

/**
 * The actor's tags, ordered by name. Each has the number of its active open entries: of one journal when the filter has only a journal,
 * otherwise of all active journals. Before it reads the tags, the function resumes changes of tags that a crash interrupted.
 */
export async function listTags(
  app: Application,
  { actor }: Pick<Context, "actor">,
  filter: TagFilter,
): Promise<TagView[] | Rejection> {
  await resumeTags(app, actor.userId);
  const [rows, key] = await Promise.all([
    findRows(app, actor, filter),
    app.vault.openKey(streamOf.account(actor.userId)),
  ]);
  if (isRejection(rows)) return rows;
  if (!key) return tagNotFound();
  return rows.map((row) => viewTag(key, row)).toSorted((a, b) => compareTagNames(a.name, b.name));
}

/** One tag of the actor. */
export async function readTag(
  app: Application,
  { actor }: Pick<Context, "actor">,
  tagId: number,
): Promise<TagView | Rejection> {
  const state = await findActiveTagState(app, actor, tagId);
  return isRejection(state) ? state : findTagView(app, actor, tagId);
}

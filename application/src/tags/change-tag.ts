import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Position } from "@daybook/platform/event-store/event-store";
import { laterPosition } from "@daybook/platform/event-store/position";
import { seal } from "@daybook/platform/vault/seal";
import { tagNotFound, findTagState } from "../access/tag-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { finishTagChange, resolveMergedTag, resumeTags } from "./finish-tag-change.ts";
import { checkEntries, tagChanges, tagEntries } from "./tag-entries.ts";
import { openTagName, readTagName, tagNameHash } from "./tag-name.ts";
import { findTagView, type TagView } from "./tag-view.ts";

/** The changes of a tag: its name, and the entries that have it. */
export type TagEdit = {
  /** As typed. When it is undefined, the name does not change. */
  readonly name: string | undefined;
  readonly addTo: readonly number[];
  readonly removeFrom: readonly number[];
};

/** Renames a tag. When another tag has the name, this one is merged into it, and the result has the other tag's id. */
async function renameOrMerge(
  app: Application,
  { actor: { userId }, command }: Context,
  tagId: number,
  name: string,
): Promise<{ tagId: number; position: Position | null } | Rejection> {
  const [currentTag, key] = await Promise.all([
    app.tagNames.find(tagId),
    app.vault.openKey(streamOf.account(userId)),
  ]);
  if (!key || !currentTag) return tagNotFound();
  if (currentTag.name !== null && openTagName(key, tagId, currentTag.name) === name)
    return { tagId, position: null };
  const renamedTag = await app.tagNames.rename(tagId, {
    nameHash: tagNameHash(app, userId, name),
    name: seal(key, streamOf.tag(tagId), "tag.name", name),
  });
  if (!renamedTag || (renamedTag.name === null && renamedTag.mergeInto === null)) return tagNotFound();
  const finishedChange = await finishTagChange(app, command, renamedTag);
  if (isRejection(finishedChange)) return finishedChange;
  const activeTagId = await resolveMergedTag(app, tagId);
  return activeTagId === null ? tagNotFound() : { tagId: activeTagId, position: finishedChange.position };
}

/**
 * Puts a tag on entries, takes it off others and renames it. When another tag has the new name, this one is merged into it, and the
 * result is the other tag.
 */
export async function changeTag(
  app: Application,
  context: Context,
  input: { readonly tagId: number; readonly edit: TagEdit },
): Promise<TagView | Rejection> {
  const { actor, command } = context;
  const { edit } = input;
  const state = await findTagState(app, actor, input.tagId);
  if (isRejection(state)) return state;
  await resumeTags(app, actor.userId);
  // An earlier run may have merged the tag already.
  const tagId = command.repeated ? await resolveMergedTag(app, input.tagId) : input.tagId;
  if (tagId === null || (!command.repeated && state.status !== "active")) return tagNotFound();
  if (command.completed) return findTagView(app, actor, tagId);
  const name = edit.name === undefined ? undefined : readTagName(edit.name);
  if (isRejection(name)) return name;
  const changes = tagChanges(edit.addTo, edit.removeFrom);
  const refusal = await checkEntries(app, actor, tagId, changes);
  if (refusal) return refusal;
  const taggingResult = await tagEntries(app, command, tagId, changes);
  if (isRejection(taggingResult)) return taggingResult;
  const renameResult =
    name === undefined ? { tagId, position: null } : await renameOrMerge(app, context, tagId, name);
  if (isRejection(renameResult)) return renameResult;
  await waitForReadModels(app, ["tags"], laterPosition(taggingResult.position, renameResult.position));
  return findTagView(app, actor, renameResult.tagId);
}

import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { tagDecider } from "@daybook/domain/tag/decider";
import type { Position } from "@daybook/platform/event-store/event-store";
import { laterPosition } from "@daybook/platform/event-store/position";
import type { VaultTag } from "@daybook/platform/tags/tag-names";
import { seal } from "@daybook/platform/vault/seal";
import { tagNotFound } from "../access/tag-access.ts";
import type { Application } from "../application.ts";
import { claimId, findClaimedId } from "../claim-id.ts";
import type { Context } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { finishTagChange, resolveMergedTag, resumeTags } from "./finish-tag-change.ts";
import { checkEntries, tagChanges, tagEntries } from "./tag-entries.ts";
import { readTagName, tagNameHash } from "./tag-name.ts";
import { findTagView, type TagView } from "./tag-view.ts";

/** The data of a new tag. */
export type TagDraft = {
  /** As typed. */
  readonly name: string;
  /** ISO-8601; now when it is left out. */
  readonly createdAt: string | undefined;
  /** The entries that get the tag. */
  readonly entryIds: readonly number[];
};

/** Claims a name for a new tag, or finds the tag that has the name. */
async function claimName(
  app: Application,
  { actor: { userId }, command }: Context,
  name: string,
  createdAt: string,
): Promise<{ tag: VaultTag; position: Position | null } | Rejection> {
  const key = await app.vault.openKey(streamOf.account(userId));
  if (!key) return tagNotFound();
  return claimId(command.ids[0], async (tagId) => {
    const tag = await app.tagNames.claim({
      tagId,
      userId,
      createdAt,
      nameHash: tagNameHash(app, userId, name),
      name: seal(key, streamOf.tag(tagId), "tag.name", name),
    });
    if (!tag) return reject("id_taken", "Please try again.");
    const finishedChange = await finishTagChange(app, command, tag);
    if (!isRejection(finishedChange)) return { tag, position: finishedChange.position };
    // The log refuses the name: this tag was erased or merged, or its id is that of another person's tag. The row in the vault is removed,
    // so that the name is free again.
    await app.tagNames.removeIfNamed(tag.tagId);
    return reject("id_taken", "Please try again.");
  });
}

/** The current state of the tag that an earlier run created or found. */
async function findAddedTag(
  app: Application,
  { actor, command }: Context,
  name: string,
): Promise<TagView | Rejection> {
  const { userId } = actor;
  const createdTagId = await findClaimedId(command.ids[0], async (id) => {
    const { state } = await app.commands.load(tagDecider, streamOf.tag(id));
    return state.accountId === userId;
  });
  const tagId = createdTagId ?? (await app.tagNames.findByName(tagNameHash(app, userId, name)))?.tagId;
  const currentTag = tagId === undefined ? null : await resolveMergedTag(app, tagId);
  return currentTag === null ? tagNotFound() : findTagView(app, actor, currentTag);
}

/** Adds a tag and puts it on entries. When a tag with this name exists, puts that tag on them. */
export async function addTag(
  app: Application,
  context: Context,
  draft: TagDraft,
): Promise<TagView | Rejection> {
  const { actor, command } = context;
  const name = readTagName(draft.name);
  if (isRejection(name)) return name;
  if (command.completed) return findAddedTag(app, context, name);
  const changes = tagChanges(draft.entryIds);
  const refusal = await checkEntries(app, actor, null, changes);
  if (refusal) return refusal;
  await resumeTags(app, actor.userId);
  const claimedTag = await claimName(app, context, name, draft.createdAt ?? command.at);
  if (isRejection(claimedTag)) return claimedTag;
  const { tagId } = claimedTag.tag;
  const taggingResult = await tagEntries(app, command, tagId, changes);
  if (isRejection(taggingResult)) return taggingResult;
  await waitForReadModels(app, ["tags"], laterPosition(claimedTag.position, taggingResult.position));
  const view = await findTagView(app, actor, tagId);
  // The tag is stored even when the read model is behind.
  return isRejection(view) ? { id: tagId, name, totalEntries: draft.entryIds.length } : view;
}

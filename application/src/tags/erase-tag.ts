import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { tagNotFound, findTagState } from "../access/tag-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { finishTagChange } from "./finish-tag-change.ts";

/** Deletes a tag, and removes it from its entries in the background. */
export async function eraseTag(
  app: Application,
  { actor, command }: Context,
  tagId: number,
): Promise<Rejection | null> {
  const state = await findTagState(app, actor, tagId);
  if (isRejection(state)) return state;
  if (command.completed) return null;
  if (state.status !== "active" && !command.repeated) return tagNotFound();
  await app.tagNames.release(tagId);
  const erasedTag = await app.tagNames.find(tagId);
  if (!erasedTag) return null;
  const finishedChange = await finishTagChange(app, command, erasedTag);
  if (isRejection(finishedChange)) return finishedChange;
  await waitForReadModels(app, ["tags"], finishedChange.position);
  return null;
}

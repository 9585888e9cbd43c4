import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { tagNotFound, ownTagState } from "../access/tag-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { finishTagChange } from "./finish-tag-change.ts";

/** Deletes a tag. It is removed from its entries in the background. From this call on, no reply shows the tag. */
export async function eraseTag(
  app: Application,
  { actor, command }: Context,
  tagId: number,
): Promise<Rejection | null> {
  const state = await ownTagState(app, actor, tagId);
  if (isRejection(state)) return state;
  if (command.completed) return null;
  if (state.status !== "active" && !command.repeated) return tagNotFound();
  await app.tagNames.release(tagId);
  const ended = await app.tagNames.find(tagId);
  if (!ended) return null;
  const finished = await finishTagChange(app, command, ended);
  if (isRejection(finished)) return finished;
  await waitForReadModels(app, ["tags"], finished.position);
  return null;
}

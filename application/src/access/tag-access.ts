import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject, type Rejection } from "@daybook/domain/kernel/rejection";
import { type Tag, tagDecider } from "@daybook/domain/tag/decider";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";

/** The refusal for a tag that does not exist or belongs to somebody else. */
export const tagNotFound = () => reject("not_found", "We couldn't find that tag in your account.");

/** The actor's tag in any state, also merged or erased. */
export async function findTagState(app: Application, actor: Actor, tagId: number): Promise<Tag | Rejection> {
  const { state } = await app.commands.load(tagDecider, streamOf.tag(tagId));
  return state.accountId === actor.userId ? state : tagNotFound();
}

/** The actor's tag, neither merged nor erased. */
export async function findActiveTagState(
  app: Application,
  actor: Actor,
  tagId: number,
): Promise<Tag | Rejection> {
  const state = await findTagState(app, actor, tagId);
  return isRejection(state) || state.status === "active" ? state : tagNotFound();
}

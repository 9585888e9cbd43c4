import { streamOf } from "@daybook/domain/kernel/ids";
import { reject, type Rejection } from "@daybook/domain/kernel/rejection";
import { type Tag, tagDecider } from "@daybook/domain/tag/decider";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";

/** What a tag that is not there, or is somebody else's, is answered with. */
export const noSuchTag = () => reject("not_found", "We couldn't find that tag in your account.");

/** The one gate to a tag: its owner's, in whatever state; somebody else's does not exist. */
export async function ownTagState(deps: ApiDeps, actor: Actor, tagId: number): Promise<Tag | Rejection> {
  const { state } = await deps.commands.load(tagDecider, streamOf.tag(tagId));
  return state.accountId === actor.userId ? state : noSuchTag();
}

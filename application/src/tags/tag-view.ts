import { streamOf } from "@daybook/domain/kernel/ids";
import { type Rejection, reject } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { isParked } from "@daybook/read-models/queries/parked";
import { type CountedTag, tagById } from "@daybook/read-models/queries/tags";
import { findClosedContent } from "../access/lock-gate.ts";
import { tagNotFound } from "../access/tag-access.ts";
import type { Application } from "../application.ts";
import type { Actor } from "../context.ts";
import { openTagName } from "./tag-name.ts";

/** A tag with its decrypted name. */
export type TagView = {
  readonly id: number;
  readonly name: string;
  /** Active entries with this tag that the actor may see: none behind a closed lock. */
  readonly totalEntries: number;
};

/**
 * Converts a tag row, and decrypts the name.
 *
 * @param key the key of the account
 */
export const viewTag = (key: DataKey, { id, name, totalEntries }: CountedTag): TagView => ({
  id,
  name: openTagName(key, id, name),
  totalEntries,
});

const notYetProjected = () =>
  reject("unavailable", "This tag is being brought up to date. Please try again.");

/** The actor's tag from the read model. `unavailable` when the read model does not have it yet, or its events are parked. */
export async function findTagView(
  app: Application,
  actor: Actor,
  tagId: number,
): Promise<TagView | Rejection> {
  const [row, key, isStreamParked] = await Promise.all([
    findClosedContent(app, actor).then((closedContent) => tagById(app.pool, tagId, closedContent)),
    app.vault.openKey(streamOf.account(actor.userId)),
    isParked(app.pool, streamOf.tag(tagId)),
  ]);
  if (!row || isStreamParked) return notYetProjected();
  return row.userId === actor.userId && key ? viewTag(key, row) : tagNotFound();
}

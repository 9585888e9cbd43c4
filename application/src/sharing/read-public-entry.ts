import { initialSettings } from "@daybook/domain/account/account";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { reject } from "@daybook/domain/kernel/rejection";
import { accountById } from "@daybook/read-models/queries/accounts";
import { entryIdOfSlugHash } from "@daybook/read-models/queries/public-links";
import { limits, limitTries } from "../access/limits.ts";
import { findPublishedEntry } from "../access/visitor-access.ts";
import type { Application } from "../application.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { openEntryText } from "../entries/entry-text.ts";
import { findCurrentStoredText } from "../entries/save-entry.ts";
import { type PhotoView, photoViews } from "../photos/photo-views.ts";
import { publicSlugHash } from "./public-slug.ts";

/** A public entry, for visitors with its link. */
export type PublicEntryView = {
  readonly title: string;
  readonly html: string;
  readonly photos: readonly PhotoView[];
  readonly createdAt: string;
  readonly localDate: string;
  /** The writer's date format. */
  readonly dateFormat: DateFormat;
};

const notShared = () => reject("not_found", "There is nothing here, or it is no longer shared.");

/** Reads the entry of a public link. Apart from the limit of reads, the refusal is always the same `not_found`, whatever the reason is. */
export async function readPublicEntry(
  app: Application,
  { caller }: Pick<Context<Actor | null>, "caller">,
  slug: string,
): Promise<PublicEntryView | Refusal> {
  const limitRefusal = await limitTries(app, limits.publicReadFromIp, caller.ip);
  if (limitRefusal) return limitRefusal;
  const hash = publicSlugHash(slug);
  const entryId = await entryIdOfSlugHash(app.pool, hash);
  const publicEntry = entryId === null ? null : await findPublishedEntry(app, entryId, hash);
  if (entryId === null || !publicEntry) return notShared();
  // The texts for readers are queued under another name than the writer's own, so that they do not delay the writer.
  const textOwner = `readers of ${entryId}`;
  const { state, row, key, owner } = publicEntry;
  const storedText = await findCurrentStoredText(app, { entryId, state }, row);
  const { title, html } = await openEntryText(app, textOwner, key, entryId, storedText);
  const { createdAt, localDate, photos, publicLink } = state;
  const views = photoViews(app, owner, { entryId, key }, photos, publicLink?.linkId);
  const writer = await accountById(app.pool, owner.userId);
  const { dateFormat } = writer ?? initialSettings;
  return { title, html, photos: views, createdAt, localDate, dateFormat };
}

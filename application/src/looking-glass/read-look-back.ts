import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { ageInWords } from "@daybook/domain/contract/age-in-words";
import { streamOf } from "@daybook/domain/kernel/ids";
import { maxLookBackDelayMs } from "@daybook/domain/looking-glass/look-back-times";
import { open } from "@daybook/platform/vault/seal";
import { entryById } from "@daybook/read-models/queries/entries";
import { loadAccount } from "../accounts/change-account.ts";
import { userSlugOf } from "../accounts/user-slug.ts";
import type { Application } from "../application.ts";
import { findVisibleEntry } from "./choose-entry.ts";

/** The look-back that {@link readLookBack} is asked for, while its mail is being rendered. */
export type RequestedLookBack = {
  readonly userId: number;
  readonly entryId: number;
  /** The day of the mail, `YYYY-MM-DD`. */
  readonly localDate: string;
  /** When the look-back was due, in milliseconds since 1970. */
  readonly dueAt: number;
};

/** What the mail of a look-back says. It has the entry's title, but not its body. */
export type LookBackText = {
  readonly journalId: number;
  readonly entryId: number;
  readonly title: string;
  /** In the person's date format. */
  readonly date: string;
  /** Such as `3 years ago`. */
  readonly age: string;
  /** The path that turns look-backs off without a session. */
  readonly stopPath: string;
  /** The path that excludes the entry without a session. */
  readonly excludePath: string;
};

/**
 * Reads what the mail of a look-back says, at the moment of sending. `gone`: Looking Glass may no longer show the entry, or the
 * mail would be too late. `later`: the read model does not have the entry yet.
 */
export async function readLookBack(
  app: Application,
  { userId, entryId, localDate, dueAt }: RequestedLookBack,
): Promise<LookBackText | "gone" | "later"> {
  if (app.clock.now() - dueAt > maxLookBackDelayMs) return "gone";
  const { status, settings } = await loadAccount(app, userId);
  if (status !== "open" || !settings.lookingGlass) return "gone";
  const [visibleEntry, row] = await Promise.all([
    findVisibleEntry(app, userId, entryId),
    entryById(app.pool, entryId),
  ]);
  if (!visibleEntry) return "gone";
  if (!row) return "later";
  const { key, state } = visibleEntry;
  const slug = userSlugOf(app, userId);
  return {
    journalId: state.journalId,
    entryId,
    title: open(key, streamOf.entry(entryId), "entry.title", row.title),
    date: formatLocalDate(state.localDate, settings.dateFormat),
    age: ageInWords(state.localDate, localDate),
    stopPath: `/app/disable-lookingglass/${slug}`,
    excludePath: `/app/exclude-lookingglass/${entryId}/${slug}`,
  };
}

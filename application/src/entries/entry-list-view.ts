import type { Sealed } from "@daybook/domain/kernel/sealed";
import { listedTexts } from "../access/entry-access.ts";
import type { OpenJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { appliedThemes } from "./applied-themes.ts";
import { extrasOf } from "./entry-extras.ts";
import { type EntryFacts, type ListedEntryView, viewListedEntry } from "./entry-view.ts";

/** A row of a list, of now or of the past. */
type ListedRow = EntryFacts & {
  readonly title: Sealed<"entry.title">;
  readonly excerpt: Sealed<"entry.excerpt">;
};

/** A page of a list. `number` counts from 1; `nextCursor` is `null` on the last page. */
type ListPage = {
  readonly nextCursor: string | null;
  readonly total: number;
  readonly number: number;
  readonly size: number;
};

/** A page of a journal's entries. */
export type EntryListView = ListPage & {
  readonly journal: OpenJournal;
  readonly entries: readonly ListedEntryView[];
};

/**
 * Opens a page of a journal's entries. It omits entries without a key.
 *
 * @param of the past shows neither tags nor public links, because only those of now are known
 */
export async function viewEntryList(
  app: Application,
  { actor, command }: Context,
  journal: OpenJournal,
  { rows, ...page }: ListPage & { readonly rows: readonly ListedRow[] },
  of: "now" | "the past" = "now",
): Promise<EntryListView> {
  const ids = rows.map(({ id }) => id);
  const [texts, extras, facts] = await Promise.all([
    listedTexts(app, actor, rows),
    of === "now" ? extrasOf(app, actor.userId, ids) : null,
    appliedThemes(app, actor.userId, command.at, rows),
  ]);
  const entries = facts.flatMap((row) => {
    const text = texts.get(row.id);
    return text ? [viewListedEntry(row, text, journal, extras?.(row.id))] : [];
  });
  return { ...page, journal, entries };
}

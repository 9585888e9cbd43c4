import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { Act, Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { listedTexts } from "../policies/entry-access.ts";
import type { OpenJournal } from "../policies/journal-access.ts";
import { type EntryFacts, presentListed } from "../presenters/entry.ts";
import { presentJournal } from "../presenters/journal.ts";
import { appliedThemes } from "./applied-themes.ts";
import { extrasOf } from "./entry-extras.ts";

/** A row of a list, of now or of the past. */
type Listed = EntryFacts & {
  readonly title: Sealed<"entry.title">;
  readonly excerpt: Sealed<"entry.excerpt">;
};

/** A page of a list. */
type Page = {
  readonly rows: readonly Listed[];
  readonly nextCursor: string | null;
  readonly total: number;
  readonly number: number;
  readonly size: number;
};

/**
 * A page of a journal's entries, as its reply carries it. Entries whose key is gone are gone, and of locked ones there is the title
 * alone.
 *
 * @param of the past has no tags and no public link: those of now were not there then, and what was is not kept
 */
export async function presentList(
  deps: ApiDeps,
  { actor, act }: { actor: Actor; act: Act },
  journal: OpenJournal,
  page: Page,
  of: "now" | "the past" = "now",
) {
  const ids = page.rows.map(({ id }) => id);
  const [texts, extras, facts] = await Promise.all([
    listedTexts(deps, actor, page.rows),
    of === "now" ? extrasOf(deps, actor.userId, ids) : null,
    appliedThemes(deps, actor.userId, act.at, page.rows),
  ]);
  const name = { id: journal.id, name: journal.clearName };
  const entries = facts.flatMap((row) => {
    const text = texts.get(row.id);
    return text ? [{ entry: presentListed(row, text, name, extras?.(row.id)) }] : [];
  });
  const shown = presentJournal(journal, journal.clearName, { number: page.number, size: page.size });
  const totalPages = Math.max(1, Math.ceil(page.total / page.size));
  return {
    status: 200,
    body: { journal: { ...shown, total_pages: totalPages }, entries, next_cursor: page.nextCursor },
  };
}

import type { Entry, ListedEntry, Neighbour } from "@daybook/domain/contract/entries";
import type { EntryText } from "../routes/entry-text.ts";

/** What is known of an entry without opening it; a read-model row and a folded entry both have it. */
export type EntryFacts = {
  readonly id: number;
  readonly createdAt: string;
  readonly localDate: string;
  readonly timezone: string;
  readonly modifiedAt: string;
  readonly revision: number;
  readonly starred: boolean;
  readonly status: string;
  readonly trashedAt: string | null;
  readonly wordCount: number;
  readonly promptId: number | null;
};

/** The journal an entry is shown in. */
export type JournalName = { readonly id: number; readonly name: string };

/** An entry as a list shows it. */
export function presentListed(
  facts: EntryFacts,
  shown: { title: string; excerpt: string },
  journal: JournalName,
): ListedEntry {
  return {
    id: facts.id,
    title: shown.title,
    excerpt: shown.excerpt,
    word_count: facts.wordCount,
    created_at: facts.createdAt,
    local_date: facts.localDate,
    timezone: facts.timezone,
    modified_at: facts.modifiedAt,
    revision: facts.revision,
    starred: facts.starred,
    locked: false,
    is_unlocked: true,
    password_hint: null,
    status_id: facts.status === "trashed" ? 2 : 1,
    trashed_at: facts.trashedAt,
    prompt_id: facts.promptId,
    pad_theme_id: 1,
    page_theme_id: 1,
    journal: { id: journal.id, name: journal.name },
    tags: [],
    is_read_only: false,
    original_journal_settings: null,
    public_url: null,
  };
}

/** An entry on its own. */
export function presentEntry(facts: EntryFacts, text: EntryText, journal: JournalName): Entry {
  return {
    ...presentListed(facts, text, journal),
    richtext_body: text.html,
    html_body: text.html,
    plaintext_body: text.text,
    photos: [],
  };
}

/** An entry as the older or newer one beside another. */
export function presentNeighbour(
  facts: Pick<EntryFacts, "id" | "createdAt" | "localDate">,
  title: string,
): Neighbour {
  return { id: facts.id, title, created_at: facts.createdAt, local_date: facts.localDate, locked: false };
}

import type { Entry, ListedEntry, Neighbour } from "@daybook/domain/contract/entries";
import { composeSettings } from "@daybook/domain/journal/compose-settings";
import type { ComposeSettings } from "@daybook/domain/journal/look";
import type { ListedText } from "../policies/entry-access.ts";
import type { ShownLock } from "../policies/lock-gate.ts";
import type { EntryText } from "../routes/entry-text.ts";
import { presentComposeLook } from "./journal.ts";
import type { ShownPhotos } from "../routes/photos/show-photos.ts";

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
  readonly padThemeId: number;
  readonly pageThemeId: number;
  /** Of an entry that can be read and not changed; a row has it as JSON. */
  readonly originalSettings: ComposeSettings | string | null;
};

/** The rows were written from events, which were checked. */
const settingsOf = (kept: EntryFacts["originalSettings"]): ComposeSettings | null =>
  typeof kept === "string" ? composeSettings.parse(JSON.parse(kept)) : kept;

/** What hangs on an entry: withheld, as {@link noExtras}, wherever a lock hides it. */
export type EntryExtras = {
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly publicUrl: string | null;
};

/** Neither tags nor a public link. */
export const noExtras: EntryExtras = { tags: [], publicUrl: null };

/** The journal an entry is shown in. */
export type JournalName = { readonly id: number; readonly name: string };

/** An entry as a list shows it. */
export function presentListed(
  facts: EntryFacts,
  shown: ListedText,
  journal: JournalName,
  given: EntryExtras = noExtras,
): ListedEntry {
  const { lock } = shown;
  const isOpen = lock?.isOpen ?? true;
  const extras = isOpen ? given : noExtras;
  const original = settingsOf(facts.originalSettings);
  return {
    id: facts.id,
    title: shown.title,
    excerpt: isOpen ? shown.excerpt : "",
    word_count: isOpen ? facts.wordCount : 0,
    created_at: facts.createdAt,
    local_date: facts.localDate,
    timezone: facts.timezone,
    modified_at: facts.modifiedAt,
    revision: facts.revision,
    starred: facts.starred,
    locked: lock !== null,
    is_unlocked: isOpen,
    password_hint: lock?.hint ?? null,
    remember_password: lock?.remember ?? false,
    auto_lock: lock?.auto ?? false,
    status_id: facts.status === "trashed" ? 2 : 1,
    trashed_at: facts.trashedAt,
    prompt_id: facts.promptId,
    pad_theme_id: facts.padThemeId,
    page_theme_id: facts.pageThemeId,
    journal: { id: journal.id, name: journal.name },
    tags: [...extras.tags],
    is_read_only: original !== null,
    original_journal_settings: original && presentComposeLook(original),
    public_url: extras.publicUrl,
  };
}

/** An entry on its own; of one whose lock is closed, what a list shows. */
export function presentEntry(
  facts: EntryFacts,
  text: EntryText,
  journal: JournalName,
  lock: ShownLock | null,
  shown: { readonly photos: ShownPhotos; readonly extras: EntryExtras },
): Entry {
  const isOpen = lock?.isOpen ?? true;
  const html = isOpen ? shown.photos.fill(text.html) : "";
  return {
    ...presentListed(facts, { ...text, lock }, journal, shown.extras),
    richtext_body: html,
    html_body: html,
    plaintext_body: isOpen ? text.text : "",
    photos: isOpen ? shown.photos.list : [],
  };
}

/** An entry as the older or newer one beside another. */
export function presentNeighbour(
  facts: Pick<EntryFacts, "id" | "createdAt" | "localDate">,
  { title, lock }: ListedText,
): Neighbour {
  const { id, createdAt, localDate } = facts;
  return { id, title, created_at: createdAt, local_date: localDate, locked: lock !== null };
}

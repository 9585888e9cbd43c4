import { paging } from "@daybook/domain/contract/bounds";
import type { Journal } from "@daybook/domain/contract/journals";

/** What is known of a journal without opening it. */
export type JournalFacts = {
  readonly id: number;
  readonly position: number;
  readonly createdAt: string;
  readonly trashedAt: string | null;
  readonly activeEntries: number;
  readonly trashedEntries: number;
  readonly lastUpdate: string | null;
  readonly lastEntryId: number | null;
};

/** A journal as replies carry it; `page` is the page of its entries that the reply shows. */
export function presentJournal(
  facts: JournalFacts,
  name: string,
  page: { number: number; size: number } = { number: 1, size: paging.webEntriesPerPage },
): Journal {
  return {
    id: facts.id,
    name,
    position: facts.position,
    entries: { total_entries: facts.activeEntries },
    total_trashed_entries: facts.trashedEntries,
    total_pages: Math.max(1, Math.ceil(facts.activeEntries / page.size)),
    page_size: page.size,
    current_page: page.number,
    last_update: facts.lastUpdate,
    last_entry_id: facts.lastEntryId,
    created_at: facts.createdAt,
    trashed_at: facts.trashedAt,
    lock_type_id: 1,
    is_unlocked: true,
    password_hint: null,
    remember_password: false,
    auto_lock: false,
    looking_glass_status: "Off",
    is_classroom_master: false,
    is_classroom_slave: false,
    compose_setting: {
      id: facts.id,
      font: "Lora",
      font_size: 16,
      font_colour: null,
      display_date_method: "created",
      default_pad_theme_id: 1,
      default_page_theme_id: 1,
    },
    cover: { id: facts.id, name: "blue", normal_url: null },
  };
}

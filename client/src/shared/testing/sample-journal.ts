import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import { lockTypes } from "@daybook/domain/contract/lock-types";

/** A journal as the server returns it. */
export function sampleJournal(id: number, changes: Partial<Journal> = {}): Journal {
  return {
    id,
    name: `Journal ${id}`,
    position: id,
    entries: { total_entries: 0 },
    total_trashed_entries: 0,
    total_pages: 1,
    page_size: 10,
    current_page: 1,
    last_update: null,
    last_entry_id: null,
    created_at: "2026-11-01T10:00:00.000Z",
    trashed_at: null,
    lock_type_id: lockTypes.none,
    is_unlocked: true,
    password_hint: null,
    remember_password: false,
    auto_lock: false,
    looking_glass_status: "On",
    is_classroom_master: false,
    is_classroom_slave: false,
    compose_setting: {
      id: 1,
      font: "Lora",
      font_size: 16,
      font_colour: null,
      display_date_method: "created",
      default_pad_theme_id: 1,
      default_page_theme_id: 1,
    },
    cover: { id: 1, name: "blue", normal_url: null },
    ...changes,
  };
}

/** An entry of journal 1, as a list of the server contains it. */
export function sampleEntry(id: number, changes: Partial<ListedEntry> = {}): ListedEntry {
  return {
    id,
    title: `Entry ${id}`,
    created_at: "1660-01-01T12:00:00.000Z",
    local_date: "1660-01-01",
    locked: false,
    excerpt: "Blessed be God.",
    word_count: 3,
    modified_at: "2026-11-20T10:00:00.000Z",
    timezone: "Europe/London",
    revision: 1,
    starred: false,
    is_unlocked: true,
    password_hint: null,
    remember_password: false,
    auto_lock: false,
    status_id: 1,
    trashed_at: null,
    prompt_id: null,
    pad_theme_id: 1,
    page_theme_id: 1,
    journal: { id: 1, name: "Journal 1" },
    tags: [],
    photos: [],
    is_read_only: false,
    original_journal_settings: null,
    public_url: null,
    ...changes,
  };
}

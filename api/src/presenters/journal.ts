import { coverOf, coverPath } from "@daybook/domain/contract/appearance-values";
import { paging } from "@daybook/domain/contract/bounds";
import type { ShownLock } from "../policies/lock-gate.ts";
import type { Journal } from "@daybook/domain/contract/journals";
import { appliedCover, appliedSettings, type ComposeSettings } from "@daybook/domain/journal/look";
import type { JournalRow } from "@daybook/read-models/tables";

/** How a journal looks, and what its owner may have of that. A read-model row has it. */
export type JournalLook = ComposeSettings &
  Pick<JournalRow, "id" | "cover" | "classroom"> & { readonly isPaid: boolean };

/** The cover as it applies. Its id is that of its journal, which has one. */
export function presentCover({ id, cover, isPaid }: Omit<JournalLook, "classroom">): Journal["cover"] {
  const name = appliedCover(cover, isPaid) ?? coverOf(id);
  return { id, name, normal_url: coverPath(name) };
}

/** Compose settings as replies name them. */
export const presentComposeLook = (settings: ComposeSettings): Omit<Journal["compose_setting"], "id"> => ({
  font: settings.font,
  font_size: settings.fontSize,
  font_colour: settings.fontColour,
  display_date_method: settings.dateMethod,
  default_pad_theme_id: settings.padThemeId,
  default_page_theme_id: settings.pageThemeId,
});

/** The compose settings as they apply. */
export function presentComposeSetting(
  look: Omit<JournalLook, "cover" | "classroom">,
): Journal["compose_setting"] {
  return { id: look.id, ...presentComposeLook(appliedSettings(look, look.isPaid)) };
}

/** What is known of a journal without opening it. */
export type JournalFacts = JournalLook & {
  readonly position: number;
  readonly createdAt: string;
  readonly trashedAt: string | null;
  readonly activeEntries: number;
  readonly trashedEntries: number;
  readonly lastUpdate: string | null;
  readonly lastEntryId: number | null;
  readonly lock: ShownLock | null;
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
    lock_type_id: facts.lock?.type ?? 1,
    is_unlocked: facts.lock?.isOpen ?? true,
    password_hint: facts.lock?.hint ?? null,
    remember_password: facts.lock?.remember ?? false,
    auto_lock: facts.lock?.auto ?? false,
    looking_glass_status: "Off",
    is_classroom_master: facts.classroom === "master",
    is_classroom_slave: facts.classroom === "slave",
    compose_setting: presentComposeSetting(facts),
    cover: presentCover(facts),
  };
}

import type { JournalLook, JournalView } from "@daybook/application/journals/journal-view";
import { coverPath, defaultCover } from "@daybook/domain/contract/appearance-values";
import { paging } from "@daybook/domain/contract/bounds";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { Journal } from "@daybook/domain/contract/journals";
import { effectiveCover, effectiveSettings, type ComposeSettings } from "@daybook/domain/journal/appearance";

/** The cover to show. Its id is the id of its journal. */
export function presentCover({ id, cover, isPaid }: JournalLook): Journal["cover"] {
  const name = effectiveCover(cover, isPaid) ?? defaultCover(id);
  return { id, name, normal_url: coverPath(name) };
}

/** These compose settings in a reply, without an id. */
export const presentComposeSettingWithoutId = (
  settings: ComposeSettings,
): Omit<Journal["compose_setting"], "id"> => ({
  font: settings.font,
  font_size: settings.fontSize,
  font_colour: settings.fontColour,
  display_date_method: settings.dateMethod,
  default_pad_theme_id: settings.padThemeId,
  default_page_theme_id: settings.pageThemeId,
});

/** The compose settings to show for a journal: the effective ones, with the journal's id. */
export function presentComposeSetting(look: JournalLook): Journal["compose_setting"] {
  return { id: look.id, ...presentComposeSettingWithoutId(effectiveSettings(look, look.isPaid)) };
}

/** A journal in a reply. `page` is the page of its entries that the reply shows. */
export function presentJournal(
  journal: JournalView,
  page: { number: number; size: number } = { number: 1, size: paging.webEntriesPerPage },
): Journal {
  const { lock } = journal;
  return {
    id: journal.id,
    name: journal.plaintextName,
    position: journal.position,
    entries: { total_entries: journal.activeEntries },
    total_trashed_entries: journal.trashedEntries,
    total_pages: Math.max(1, Math.ceil(journal.activeEntries / page.size)),
    page_size: page.size,
    current_page: page.number,
    last_update: journal.lastUpdate,
    last_entry_id: journal.lastEntryId,
    created_at: journal.createdAt,
    trashed_at: journal.trashedAt,
    lock_type_id: lock?.type ?? lockTypes.none,
    is_unlocked: lock?.isOpen ?? true,
    password_hint: lock?.hint ?? null,
    remember_password: lock?.remember ?? false,
    auto_lock: lock?.auto ?? false,
    looking_glass_status: journal.isInLookingGlass ? "On" : "Off",
    is_classroom_master: journal.classroom === "master",
    is_classroom_slave: journal.classroom === "slave",
    compose_setting: presentComposeSetting(journal),
    cover: presentCover(journal),
  };
}

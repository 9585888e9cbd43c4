import { plainThemeId } from "@daybook/domain/contract/appearance-values";
import type { Journal } from "@daybook/domain/contract/journals";
import type { EntryDetails } from "../entry-details.store.ts";

type ComposeLook = Omit<Journal["compose_setting"], "id">;

/** The style of a page: the props of `ThemedPage`. */
export type PageLook = {
  readonly page: number;
  readonly pad: number;
  readonly composeSetting: ComposeLook | undefined;
};

/**
 * The page theme and pad theme of an entry, by default those of its journal, and the journal's writing style. A read-only entry
 * uses the settings that its journal had when the entry became read-only.
 *
 * @param journalSettings undefined until the journal is loaded
 */
export function pageLook(
  { pageThemeId, padThemeId, originalSettings }: EntryDetails,
  journalSettings: ComposeLook | undefined,
): PageLook {
  const settings = originalSettings ?? journalSettings;
  const themeOrDefault = (id: number, defaultTheme: number | undefined) =>
    id === plainThemeId ? (defaultTheme ?? id) : id;
  return {
    page: themeOrDefault(pageThemeId, settings?.default_page_theme_id),
    pad: themeOrDefault(padThemeId, settings?.default_pad_theme_id),
    composeSetting: settings,
  };
}

import { plainThemeId } from "@daybook/domain/contract/appearance-values";
import type { Journal } from "@daybook/domain/contract/journals";
import type { EntryDetails } from "../entry-details.store.ts";

type ComposeSetting = Omit<Journal["compose_setting"], "id">;

/** The style of a page: the props of `ThemedPage`. */
export type PageLook = {
  readonly pageThemeId: number;
  readonly padThemeId: number;
  readonly composeSetting: ComposeSetting | undefined;
};

/**
 * Returns the page theme and the pad theme of an entry, with the compose settings of its journal. Where the entry has the plain theme,
 * the default theme of the journal is used. A read-only entry uses the settings that its journal had when the entry became read-only.
 *
 * @param journalSettings undefined until the journal is loaded
 */
export function pageLook(
  { pageThemeId, padThemeId, originalSettings }: EntryDetails,
  journalSettings: ComposeSetting | undefined,
): PageLook {
  const settings = originalSettings ?? journalSettings;
  const themeOrDefault = (id: number, defaultId: number | undefined) =>
    id === plainThemeId ? (defaultId ?? id) : id;
  return {
    pageThemeId: themeOrDefault(pageThemeId, settings?.default_page_theme_id),
    padThemeId: themeOrDefault(padThemeId, settings?.default_pad_theme_id),
    composeSetting: settings,
  };
}

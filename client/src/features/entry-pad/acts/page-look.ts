import { plainTheme } from "@daybook/domain/contract/appearance-values";
import type { Journal } from "@daybook/domain/contract/journals";
import type { Extras } from "./beside.store.ts";

type ComposeLook = Omit<Journal["compose_setting"], "id">;

/** What a page is drawn with: the props of `ThemedPage`. */
export type PageLook = {
  readonly page: number;
  readonly pad: number;
  readonly written: ComposeLook | undefined;
};

/**
 * An entry's own paper and pad; where it has none, those of its journal, which also says how it is set.
 *
 * @param ofJournal undefined until the journal is known
 */
export function pageLook(
  { pageThemeId, padThemeId, originalSettings }: Extras,
  ofJournal: ComposeLook | undefined,
): PageLook {
  const compose = originalSettings ?? ofJournal;
  const own = (id: number, usual: number | undefined) => (id === plainTheme ? (usual ?? id) : id);
  return {
    page: own(pageThemeId, compose?.default_page_theme_id),
    pad: own(padThemeId, compose?.default_pad_theme_id),
    written: compose,
  };
}

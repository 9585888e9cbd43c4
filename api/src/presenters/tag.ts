import type { TagView } from "@daybook/application/tags/tag-view";
import type { Tag } from "@daybook/domain/contract/tags";

/** A tag in a reply. */
export const presentTag = ({ id, name, totalEntries }: TagView): Tag => ({
  id,
  name,
  total_entries: totalEntries,
});

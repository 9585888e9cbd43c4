import { commonText } from "../../shared/common-text.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import type { EntriesPageKey } from "../../stores/entries.store.ts";
import { listText } from "./list-text.ts";
import { hasFilters, listPath } from "./list-path.ts";

/** Why a filtered list is empty. */
function emptyReason({ tag, time }: EntriesPageKey): string {
  const labels = listText.noneFiltered;
  if (tag !== undefined) return labels.tag;
  return time === "today" ? labels.today : labels.time;
}

/** An empty list: why it is empty, and the next action. */
export function NoEntries({ at, pages }: { at: EntriesPageKey; pages: number }) {
  const { journalId, view } = at;
  if (at.page > 1) {
    return (
      <EmptyState title={listText.pageOutOfRange.title} detail={listText.pageOutOfRange.detail(pages)}>
        <ButtonLink to={listPath({ ...at, page: pages })} variant="primary">
          {listText.pageOutOfRange.last}
        </ButtonLink>
      </EmptyState>
    );
  }
  if (hasFilters(at)) {
    return (
      <EmptyState title={listText.noneFiltered.title} detail={emptyReason(at)}>
        <ButtonLink to={listPath({ journalId, view, page: 1 })} variant="primary">
          {listText.filter.clear}
        </ButtonLink>
      </EmptyState>
    );
  }
  const { title, detail } = listText.none[view];
  return (
    <EmptyState title={title} detail={detail}>
      {view === "active" && (
        <ButtonLink to={`/journals/${journalId}/new`} variant="primary">
          {commonText.journals.write}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

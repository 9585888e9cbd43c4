import { commonText } from "../../shared/common-text.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import type { EntriesPageKey } from "../../stores/entries.store.ts";
import { listText } from "./list-text.ts";
import { hasFilters, listPath } from "./list-path.ts";

/** Why a filtered list is empty. */
function emptyReason({ tag, time }: EntriesPageKey): string {
  const labels = listText.emptyFiltered;
  if (tag !== undefined) return labels.tag;
  return time === "today" ? labels.today : labels.time;
}

/** Says why a list or a page of it is empty, with a link to the next action if there is one. */
export function NoEntries({ pageKey, pageCount }: { pageKey: EntriesPageKey; pageCount: number }) {
  const { journalId, view } = pageKey;
  if (pageKey.page > 1) {
    return (
      <EmptyState title={listText.pageOutOfRange.title} detail={listText.pageOutOfRange.detail(pageCount)}>
        <ButtonLink to={listPath({ ...pageKey, page: pageCount })} variant="primary">
          {listText.pageOutOfRange.last}
        </ButtonLink>
      </EmptyState>
    );
  }
  if (hasFilters(pageKey)) {
    return (
      <EmptyState title={listText.emptyFiltered.title} detail={emptyReason(pageKey)}>
        <ButtonLink to={listPath({ journalId, view, page: 1 })} variant="primary">
          {listText.filter.clear}
        </ButtonLink>
      </EmptyState>
    );
  }
  const { title, detail } = listText.empty[view];
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

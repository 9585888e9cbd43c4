import { copy } from "../../shared/copy.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import type { EntriesPageKey } from "../../stores/entries.store.ts";
import { listCopy } from "./list-copy.ts";
import { isNarrowed, listPath } from "./list-path.ts";

/** Why a narrowed list has nothing to show. */
function whyNone({ tag, time }: EntriesPageKey): string {
  const words = listCopy.noneNarrowed;
  if (tag !== undefined) return words.tag;
  return time === "today" ? words.today : words.time;
}

/** A list without entries: why, and the one thing to do next. */
export function NoEntries({ at }: { at: EntriesPageKey }) {
  const { journalId, view } = at;
  if (isNarrowed(at)) {
    return (
      <EmptyState title={listCopy.noneNarrowed.title} detail={whyNone(at)}>
        <ButtonLink to={listPath({ journalId, view, page: 1 })} variant="primary">
          {listCopy.filter.clear}
        </ButtonLink>
      </EmptyState>
    );
  }
  const { title, detail } = listCopy.none[view];
  return (
    <EmptyState title={title} detail={detail}>
      {view === "active" && (
        <ButtonLink to={`/journals/${journalId}/new`} variant="primary">
          {copy.journals.write}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

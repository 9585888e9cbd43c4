import { paging } from "@daybook/domain/contract/bounds";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { copy } from "../../shared/copy.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import type { EntriesPage, EntriesPageKey } from "../../stores/entries.store.ts";
import { listPath } from "./list-path.ts";
import styles from "./pager.module.css";

/** How many pages a view has, where the journal's counts say it. */
function pagesOf({ view }: EntriesPageKey, { journal }: EntriesPage): number | null {
  if (view === "starred") return null;
  const total = view === "active" ? journal.entries.total_entries : journal.total_trashed_entries;
  return Math.max(1, Math.ceil(total / paging.webEntriesPerPage));
}

/** The way to newer and older pages; nothing when there is but one. */
export function Pager({ at, page }: { at: EntriesPageKey; page: EntriesPage }) {
  if (at.page === 1 && !page.hasNext) return null;
  return (
    <nav className={styles.pager} aria-label={copy.entries.pagesLabel}>
      <span>
        {at.page > 1 && (
          <ButtonLink to={listPath({ ...at, page: at.page - 1 })} icon={<ArrowLeft size={16} aria-hidden />}>
            {copy.entries.newer}
          </ButtonLink>
        )}
      </span>
      <span className={styles.where}>{copy.entries.page(at.page, pagesOf(at, page))}</span>
      <span>
        {page.hasNext && (
          <ButtonLink to={listPath({ ...at, page: at.page + 1 })}>
            {copy.entries.older}
            <ArrowRight size={16} aria-hidden />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}

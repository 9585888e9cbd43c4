import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "./button.tsx";
import { pagerText } from "./pager-text.ts";
import styles from "./pager.module.css";

/** The page numbers to show: the first, the last, and those around the current one; `null` is a gap of two or more pages. */
export function pagesAround(page: number, pageCount: number): (number | null)[] {
  const nearbyPages = [1, page - 1, page, page + 1, pageCount].filter(
    (number) => number >= 1 && number <= pageCount,
  );
  return [...new Set(nearbyPages)].flatMap((number, index, numbers) => {
    const previousPage = numbers[index - 1];
    if (previousPage === undefined || number - previousPage === 1) return [number];
    return number - previousPage === 2 ? [number - 1, number] : [null, number];
  });
}

/** Links to the previous, the next and other pages; renders nothing for a single page. */
export function Pager({
  page,
  pageCount,
  hasNext,
  path,
  state,
  labels = pagerText,
}: {
  page: number;
  pageCount: number;
  hasNext: boolean;
  path: (page: number) => string;
  /** the router state that every link passes on */
  state?: unknown;
  labels?: { previous: string; next: string };
}) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav className={styles.pager} aria-label={pagerText.label}>
      <span>
        {page > 1 && (
          <ButtonLink to={path(page - 1)} state={state} icon={<ArrowLeft size={16} aria-hidden />}>
            {labels.previous}
          </ButtonLink>
        )}
      </span>
      <ol className={styles.pages}>
        {pagesAround(page, Math.max(page, pageCount)).map((number, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a gap is identified by its position
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden>…</span>
            ) : (
              <Link
                to={path(number)}
                state={state}
                aria-label={pagerText.page(number)}
                aria-current={number === page ? "page" : undefined}
              >
                {number.toLocaleString("en")}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <span>
        {hasNext && (
          <ButtonLink to={path(page + 1)} state={state}>
            {labels.next}
            <ArrowRight size={16} aria-hidden />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}

import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "./button.tsx";
import { pagerCopy } from "./pager-copy.ts";
import styles from "./pager.module.css";

/** The first page, the last one, and those around this one; null stands for a gap. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  return [...new Set(near)].flatMap((number, at, all) => {
    const before = all[at - 1];
    if (before === undefined || number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}

/** The way to newer, older and other pages; nothing when there is but one. */
export function Pager({
  page,
  pages,
  hasNext,
  path,
  state,
  words = pagerCopy,
}: {
  page: number;
  pages: number;
  hasNext: boolean;
  path: (page: number) => string;
  /** goes along from page to page */
  state?: unknown;
  words?: { newer: string; older: string };
}) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav className={styles.pager} aria-label={pagerCopy.label}>
      <span>
        {page > 1 && (
          <ButtonLink to={path(page - 1)} state={state} icon={<ArrowLeft size={16} aria-hidden />}>
            {words.newer}
          </ButtonLink>
        )}
      </span>
      <ol className={styles.pages}>
        {pagesAround(page, Math.max(page, pages)).map((number, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a gap is its place
          <li key={number ?? `gap-${at}`}>
            {number === null ? (
              <span aria-hidden>…</span>
            ) : (
              <Link
                to={path(number)}
                state={state}
                aria-label={pagerCopy.page(number)}
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
            {words.older}
            <ArrowRight size={16} aria-hidden />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}

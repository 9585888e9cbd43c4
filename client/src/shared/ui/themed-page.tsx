import type { Journal } from "@daybook/domain/contract/journals";
import type { ReactNode } from "react";
import { writingStyle } from "../writing-style.ts";
import { classNames } from "./class-names.ts";
import pads from "./pad-themes.module.css";
import pages from "./page-themes.module.css";

/** The ids of the page themes whose pattern the text is aligned to. */
const linedPages: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 10]);

/**
 * A page that is drawn with a page theme. The pad theme is drawn around and behind the page. Ids are those of `pageThemes` and
 * `padThemes`; an unknown id is drawn plain.
 */
export function ThemedPage({
  pageThemeId,
  padThemeId,
  composeSetting,
  className,
  label,
  children,
}: {
  pageThemeId: number;
  padThemeId: number;
  /** the writing style of the journal */
  composeSetting?: Pick<Journal["compose_setting"], "font" | "font_size" | "font_colour"> | undefined;
  /** for the page */
  className?: string | undefined;
  /** the accessible name of the page; with it, the page is an article */
  label?: string | undefined;
  children?: ReactNode;
}) {
  const Page = label === undefined ? "div" : "article";
  return (
    <div className={pads.pad} data-pad-theme={padThemeId}>
      <Page
        className={classNames(pages.page, className)}
        data-page-theme={pageThemeId}
        data-lined={linedPages.has(pageThemeId) || undefined}
        data-ink={composeSetting?.font_colour ?? undefined}
        style={composeSetting && writingStyle(composeSetting)}
        aria-label={label}
      >
        {children}
      </Page>
    </div>
  );
}

/** A part of the page that stays in view and hides the text that scrolls behind it. */
export function PageStrip({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classNames(pages.strip, className)}>{children}</div>;
}

import type { Journal } from "@daybook/domain/contract/journals";
import type { ReactNode } from "react";
import { writtenStyle } from "../written-look.ts";
import { classNames } from "./class-names.ts";
import pads from "./pad-themes.module.css";
import pages from "./page-themes.module.css";

/**
 * A page on its pad: the paper that an entry is written on, and what holds it. Ids are those of `pageThemes` and
 * `padThemes`; one that there is not is drawn as plain paper with nothing around it.
 */
export function ThemedPage({
  page,
  pad,
  written,
  className,
  label,
  children,
}: {
  page: number;
  pad: number;
  /** how the journal wants its entries set; left out where nothing is written on the page */
  written?: Pick<Journal["compose_setting"], "font" | "font_size" | "font_colour"> | undefined;
  /** for the page */
  className?: string | undefined;
  /** names the page, which then is an article */
  label?: string | undefined;
  children?: ReactNode;
}) {
  const Page = label === undefined ? "div" : "article";
  return (
    <div className={pads.pad} data-pad-theme={pad}>
      <Page
        className={classNames(pages.page, className)}
        data-page-theme={page}
        data-ink={written?.font_colour ?? undefined}
        style={written && writtenStyle(written)}
        aria-label={label}
      >
        {children}
      </Page>
    </div>
  );
}

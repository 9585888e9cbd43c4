import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./sheet-page.module.css";

/**
 * A page that looks like one sheet of paper.
 *
 * @param className a class that sets `--page-width`, and the `gap` between the children
 */
export function SheetPage({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <section className={classNames(styles.page, className)}>{children}</section>;
}

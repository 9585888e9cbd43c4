import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./ruled-area.module.css";

/** The part of a `ThemedPage` that contains the text. It draws the lines of the paper, aligned with the lines of text. */
export function RuledArea({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div className={classNames(styles.area, className)}>
      <span className={styles.lines} aria-hidden />
      {children}
    </div>
  );
}

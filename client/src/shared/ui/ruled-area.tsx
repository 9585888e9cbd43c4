import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./ruled-area.module.css";

/** The part of a `ThemedPage` with the text of an entry. The lines of the paper are drawn here, where the text stands on them. */
export function RuledArea({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div className={classNames(styles.area, className)}>
      <span className={styles.lines} aria-hidden />
      {children}
    </div>
  );
}

import type { ReactNode } from "react";
import styles from "./dialog.module.css";

/** The row of buttons at the end of a dialog; the primary one is last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

import type { ReactNode } from "react";
import styles from "./dialog.module.css";

/** The row of buttons at a dialog's end; the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

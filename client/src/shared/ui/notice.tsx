import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./notice.module.css";

/** A highlighted message: information or a failure. Failures are announced immediately. */
export function Notice({ tone = "info", children }: { tone?: "info" | "failure"; children: ReactNode }) {
  return (
    <div className={classNames(styles.notice, styles[tone])} role={tone === "failure" ? "alert" : "status"}>
      {children}
    </div>
  );
}

import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

/** What a screen shows when it has no content: a friendly message. The children are the next action, if there is one. */
export function EmptyState({
  title,
  detail,
  children,
}: {
  title: string;
  detail: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <svg className={styles.drawing} viewBox="0 0 120 64" aria-hidden>
        <path d="M60 14C48 6 28 6 12 11v42c16-5 36-5 48 3 12-8 32-8 48-3V11C92 6 72 6 60 14Z" />
        <path d="M60 14v42" />
        <path d="M22 22c9-2 19-2 28 1M22 32c9-2 19-2 28 1M22 42c6-1 12-1 18 0" />
      </svg>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.detail}>{detail}</p>
      {children}
    </div>
  );
}

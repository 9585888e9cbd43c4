import type { ReactNode } from "react";
import styles from "./entrance-page.module.css";

/** One column on paper: what login and sign-up share. */
export function EntrancePage({
  heading,
  lead,
  children,
}: {
  heading: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <section className={styles.sheet}>
        <header className={styles.head}>
          <h1 className={styles.heading}>{heading}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </section>
    </div>
  );
}

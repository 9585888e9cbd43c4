import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./entrance-page.module.css";
import { FormFailure } from "./form-failure.tsx";
import type { CheckedForm } from "./use-checked-form.ts";

/** One column on paper: what login, sign-up and the pages of mailed links share. `plain` lays it on a phone without paper. */
export function EntrancePage({
  heading,
  lead,
  plain = false,
  children,
}: {
  heading: string;
  lead?: string;
  plain?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classNames(styles.page, plain && styles.plain)}>
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

/** Fields one below the other; why the last try failed stands above them, when no field is to blame. */
export function EntranceForm({
  of: { form, failure, handlers },
  children,
}: {
  of: CheckedForm;
  children: ReactNode;
}) {
  return (
    <>
      <FormFailure failure={failure} />
      <form className={styles.form} ref={form} {...handlers} noValidate>
        {children}
      </form>
    </>
  );
}

/** Two fields side by side, where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/** The ways on from an entrance, below its form. */
export function OtherWays({ children }: { children: ReactNode }) {
  return <div className={styles.other}>{children}</div>;
}

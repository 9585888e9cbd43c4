import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./auth-page.module.css";
import { FormFailure } from "./form-failure.tsx";
import type { CheckedForm } from "./use-checked-form.ts";

/** The layout of login, sign-up and similar pages: one column on a sheet. With `plain`, the column has no sheet, for phones. */
export function AuthPage({
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

/** A column of fields. A failure that belongs to no field is shown above them. */
export function AuthForm({
  checkedForm: { form, failure, handlers },
  children,
}: {
  checkedForm: CheckedForm;
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

/** Two fields side by side, if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/** Further links, below the form. */
export function OtherLinks({ children }: { children: ReactNode }) {
  return <div className={styles.other}>{children}</div>;
}

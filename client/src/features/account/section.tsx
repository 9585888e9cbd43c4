import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { accountCopy } from "./account-copy.ts";
import styles from "./section.module.css";
import type { Saving } from "./use-setting.ts";

/** Whether a change was saved, quietly; why not, plainly. */
export function SavedNote({ saving }: { saving: Saving }) {
  return (
    <>
      <output className={styles.saved} data-state={saving.state}>
        {saving.state === "saving" && accountCopy.saving}
        {saving.state === "saved" && (
          <>
            <Check size={14} aria-hidden />
            {accountCopy.saved}
          </>
        )}
      </output>
      {saving.state === "failed" && (
        <p className={styles.failed} role="alert">
          {saving.message}
        </p>
      )}
    </>
  );
}

/** One matter of the account: what it is about at the left, what to set at the right. */
export function Section({
  title,
  lead,
  saving,
  wide = false,
  children,
}: {
  title: string;
  lead: string;
  /** how the saving of this matter goes, said beside its title */
  saving?: Saving;
  /** takes the whole width, with the title above */
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} data-wide={wide || undefined} aria-labelledby={id}>
      <header className={styles.about}>
        <div className={styles.heading}>
          <h2 className={styles.title} id={id}>
            {title}
          </h2>
          {saving && <SavedNote saving={saving} />}
        </div>
        <p className={styles.lead}>{lead}</p>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

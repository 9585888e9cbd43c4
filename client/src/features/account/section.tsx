import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { accountText } from "./account-text.ts";
import styles from "./section.module.css";
import type { SettingSaveState } from "./use-setting.ts";

/** Shows that a change was saved, or why it was not. */
export function SavedNote({ saving }: { saving: SettingSaveState }) {
  return (
    <>
      <output className={styles.saved} data-state={saving.state}>
        {saving.state === "saving" && accountText.saving}
        {saving.state === "saved" && (
          <>
            <Check size={14} aria-hidden />
            {accountText.saved}
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

/** A section of settings: title and description on the left, controls on the right. */
export function Section({
  title,
  lead,
  saving,
  wide = false,
  children,
}: {
  title: string;
  lead: string;
  /** the save status, shown next to the title */
  saving?: SettingSaveState;
  /** full width, with the title above */
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

import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { accountText } from "./account-text.ts";
import styles from "./section.module.css";
import type { SettingSaveStatus } from "./use-setting.ts";

/** Shows that a change is being saved or was saved, or why it was not. */
export function SaveStatusNote({ saveStatus }: { saveStatus: SettingSaveStatus }) {
  return (
    <>
      {/* Not an `<output>`, because the reset of a form replaces the children of an `<output>`. React then fails to remove them. */}
      <span role="status" className={styles.saved} data-state={saveStatus.state}>
        {saveStatus.state === "saving" && accountText.saving}
        {saveStatus.state === "saved" && (
          <>
            <Check size={14} aria-hidden />
            {accountText.saved}
          </>
        )}
      </span>
      {saveStatus.state === "failed" && (
        <p className={styles.failed} role="alert">
          {saveStatus.message}
        </p>
      )}
    </>
  );
}

/** A section of settings: title and description on the left, controls on the right. */
export function Section({
  title,
  lead,
  saveStatus,
  wide = false,
  children,
}: {
  title: string;
  lead: string;
  /** the save status, shown next to the title */
  saveStatus?: SettingSaveStatus;
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
          {saveStatus && <SaveStatusNote saveStatus={saveStatus} />}
        </div>
        <p className={styles.lead}>{lead}</p>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

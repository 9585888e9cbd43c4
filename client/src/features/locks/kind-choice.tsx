import { useId } from "react";
import { AboutPro } from "../../shared/ui/about-pro.tsx";
import { lockText } from "./lock-text.ts";
import styles from "./lock-dialog.module.css";

/** The kinds of lock, and `none` for no lock. */
export type LockKind = "none" | "password" | "encryption";

const labels = lockText.kinds;

/**
 * Chooses the kind of lock.
 *
 * @param canEncrypt the account has PRO, or the lock is an encryption lock already; otherwise `encryption` is disabled
 */
export function KindChoice({
  kinds,
  value,
  canEncrypt,
  onChoose,
}: {
  kinds: readonly LockKind[];
  value: LockKind;
  canEncrypt: boolean;
  onChoose: (kind: LockKind) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.legend}>{labels.legend}</legend>
      {kinds.map((kind) => {
        const isDisabled = kind === "encryption" && !canEncrypt;
        const id = `${name}-${kind}`;
        return (
          <label key={kind} className={styles.kind} data-disabled={isDisabled || undefined}>
            <input
              type="radio"
              name={name}
              value={kind}
              checked={value === kind}
              disabled={isDisabled}
              aria-label={isDisabled ? labels.needsPro : labels[kind].name}
              aria-describedby={id}
              onChange={() => onChoose(kind)}
            />
            <span className={styles.kindName}>
              {labels[kind].name}
              {isDisabled && <span className={styles.pro}>{labels.pro}</span>}
            </span>
            <span className={styles.note} id={id}>
              {labels[kind].detail}
            </span>
          </label>
        );
      })}
      {!canEncrypt && kinds.includes("encryption") && (
        <p className={styles.note}>
          {labels.needsPro}. <AboutPro source="encryption_lock" />
        </p>
      )}
    </fieldset>
  );
}

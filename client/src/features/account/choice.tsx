import { type SelectHTMLAttributes, useId } from "react";
import { SwitchInput } from "../../shared/ui/switch-input.tsx";
import styles from "./choice.module.css";
import { SaveStatusNote } from "./section.tsx";
import type { SettingSaveStatus } from "./use-setting.ts";

/** A switch with a label and a hint. */
export function Switch({
  label,
  hint,
  saveStatus,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  /** the save status, shown next to the label */
  saveStatus?: SettingSaveStatus;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={styles.switch}>
      <SwitchInput
        id={id}
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={onChange}
      />
      <div>
        <div className={styles.labelRow}>
          <label htmlFor={id}>{label}</label>
          {saveStatus && <SaveStatusNote saveStatus={saveStatus} />}
        </div>
        {hint && (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** A native select with a label. */
export function Select({
  label,
  children,
  ...selectProps
}: { label: string } & Omit<SelectHTMLAttributes<HTMLSelectElement>, "id">) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.legend} htmlFor={id}>
        {label}
      </label>
      <select className={styles.select} id={id} {...selectProps}>
        {children}
      </select>
    </div>
  );
}

import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import { SwitchInput } from "../../shared/ui/switch-input.tsx";
import styles from "./choice.module.css";
import { SavedNote } from "./section.tsx";
import type { SettingSaveStatus } from "./use-setting.ts";

/** A choice between a few options. The chosen one is saved at once. */
export function RadioList<T extends string>({
  legend,
  value,
  options,
  columns = 1,
  hidesLegend = false,
  onChoose,
}: {
  legend: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  columns?: 1 | 2;
  /** the heading above has the same text */
  hidesLegend?: boolean;
  onChoose: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.radios}>
      <legend className={hidesLegend ? "visually-hidden" : styles.legend}>{legend}</legend>
      <div className={styles.options} data-columns={columns}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A switch with a description. */
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
          {saveStatus && <SavedNote saveStatus={saveStatus} />}
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

/** A native select for longer lists. */
export function Select({
  label,
  children,
  ...select
}: { label: string } & Omit<SelectHTMLAttributes<HTMLSelectElement>, "id">) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.legend} htmlFor={id}>
        {label}
      </label>
      <select className={styles.select} id={id} {...select}>
        {children}
      </select>
    </div>
  );
}

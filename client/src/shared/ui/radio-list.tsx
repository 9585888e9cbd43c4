import { type ReactNode, useId } from "react";
import styles from "./radio-list.module.css";

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

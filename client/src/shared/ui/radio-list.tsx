import { type ReactNode, useId } from "react";
import styles from "./radio-list.module.css";

type Option<T extends string> = { readonly value: T; readonly label: ReactNode };

/** A choice between a few options. */
export function RadioList<T extends string>({
  legend,
  value,
  hidesLegend = false,
  error,
  onChoose,
  ...list
}: {
  legend: string;
  value: T;
  /** true when the heading above the list has the same text */
  hidesLegend?: boolean;
  /** the validation error */
  error?: string | undefined;
  onChoose: (value: T) => void;
} & (
  | { options: readonly Option<T>[]; columns?: 1 | 2 }
  /** groups of options, side by side where there is room, else one below the other */
  | { groups: readonly (readonly Option<T>[])[] }
)) {
  const name = useId();
  const [groups, columns] = "groups" in list ? [list.groups, 1] : [[list.options], list.columns ?? 1];
  return (
    <fieldset className={styles.radios}>
      <legend className={hidesLegend ? "visually-hidden" : styles.legend}>{legend}</legend>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.groups}>
        {groups.map((options) => (
          <div key={options[0]?.value} className={styles.options} data-columns={columns}>
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
        ))}
      </div>
    </fieldset>
  );
}

import { Lock } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./swatches.module.css";

/** One option, shown as a picture. */
export type Swatch<T> = { value: T; label: string; isProOnly: boolean; picture: ReactNode };

/** A choice between pictures, each with its name below. Without PRO, options that need PRO are disabled and say that they need PRO. */
export function Swatches<T extends string | number>({
  legend,
  value,
  swatches,
  isPro,
  proOnlyLabel,
  wide = false,
  onChoose,
}: {
  legend: string;
  value: T;
  swatches: readonly Swatch<T>[];
  isPro: boolean;
  /** makes the accessible name of an option that is disabled because it needs PRO */
  proOnlyLabel: (label: string) => string;
  /** wider pictures, for pages instead of covers */
  wide?: boolean;
  onChoose: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={classNames(styles.swatches, wide && styles.wide)}>
        {swatches.map(({ value: optionValue, label, isProOnly, picture }) => {
          const isAvailable = isPro || !isProOnly;
          return (
            <label key={optionValue} className={styles.swatch} data-unavailable={!isAvailable || undefined}>
              <input
                className={styles.input}
                type="radio"
                name={name}
                checked={optionValue === value}
                disabled={!isAvailable}
                aria-label={isAvailable ? label : proOnlyLabel(label)}
                onChange={() => onChoose(optionValue)}
              />
              <span className={styles.picture} aria-hidden>
                {picture}
              </span>
              <span className={styles.name}>
                {label}
                {!isAvailable && <Lock size={11} aria-hidden />}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

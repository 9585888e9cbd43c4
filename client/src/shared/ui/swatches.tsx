import { Lock } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./swatches.module.css";

/** One thing to choose by its picture. */
export type Swatch<T> = { value: T; label: string; isPaid: boolean; picture: ReactNode };

/** A choice among pictures, each named below; what needs PRO says so and cannot be chosen without. */
export function Swatches<T extends string | number>({
  legend,
  value,
  swatches,
  isPro,
  needsPro,
  wide = false,
  onChoose,
}: {
  legend: string;
  value: T;
  swatches: readonly Swatch<T>[];
  isPro: boolean;
  /** names what cannot be chosen without PRO */
  needsPro: (label: string) => string;
  /** pictures of pages, which are wider than covers */
  wide?: boolean;
  onChoose: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={classNames(styles.swatches, wide && styles.wide)}>
        {swatches.map(({ value: own, label, isPaid, picture }) => {
          const isOpen = isPro || !isPaid;
          return (
            <label key={own} className={styles.swatch} data-closed={!isOpen || undefined}>
              <input
                className={styles.input}
                type="radio"
                name={name}
                checked={own === value}
                disabled={!isOpen}
                aria-label={isOpen ? label : needsPro(label)}
                onChange={() => onChoose(own)}
              />
              <span className={styles.picture} aria-hidden>
                {picture}
              </span>
              <span className={styles.name}>
                {label}
                {!isOpen && <Lock size={11} aria-hidden />}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

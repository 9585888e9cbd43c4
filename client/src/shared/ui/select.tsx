import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import styles from "./select.module.css";

/** A native select with its label in front, for filters and sorting. */
export function Select({
  label,
  children,
  ...rest
}: { label: string; children: ReactNode } & Omit<SelectHTMLAttributes<HTMLSelectElement>, "id">) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} {...rest}>
        {children}
      </select>
    </div>
  );
}

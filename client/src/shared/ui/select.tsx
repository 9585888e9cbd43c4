import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import styles from "./select.module.css";

/** A choice among a few, with its label before it: what a list is narrowed to, or ordered by. */
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

import type { InputHTMLAttributes } from "react";
import styles from "./switch-input.module.css";

/** A checkbox that looks like a switch. It needs a label. */
export function SwitchInput({
  checked,
  onChange,
  ...input
}: {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "checked" | "onChange" | "type" | "role" | "className">) {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      className={styles.input}
      aria-checked={checked}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

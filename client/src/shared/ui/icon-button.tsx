import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "./class-names.ts";
import styles from "./icon-button.module.css";

/** A button that shows only an icon; `label` is its accessible name and its tooltip. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "title"> & {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}) {
  return (
    <button
      type="button"
      className={classNames(styles.iconButton, className)}
      aria-label={label}
      title={label}
      {...rest}
    >
      {children}
    </button>
  );
}

import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

/** `primary` is the main action of a screen. */
type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

type Look = { variant?: ButtonVariant; icon?: ReactNode };

const classNameOf = (variant: ButtonVariant, className?: string) =>
  classNames(styles.button, styles[variant], className);

/** A button with a text label. While `busy`, it can have the focus but ignores clicks. */
export function Button({
  variant = "secondary",
  icon,
  busy = false,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean; ref?: Ref<HTMLButtonElement> }) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- "button" unless the caller says otherwise
      type={type}
      className={classNameOf(variant, className)}
      data-variant={variant}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant = "secondary", icon, className, children, ...rest }: LinkProps & Look) {
  return (
    <Link className={classNameOf(variant, className)} data-variant={variant} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

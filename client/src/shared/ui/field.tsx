import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from "react";
import { commonText } from "../common-text.ts";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";
import { IconButton } from "./icon-button.tsx";

type FieldProps = {
  label: string;
  /** a description of the expected value */
  hint?: string;
  /** the validation error; shown under the field and announced with it */
  error?: string | undefined;
};

type InputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id"> & { ref?: Ref<HTMLInputElement> };

function Frame({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p className={styles.hint} id={`${id}-note`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-note`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A text input with its label above and its error below. */
export function Field({ label, hint, error, className, ...input }: InputProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} {...(hint && { hint })} error={error}>
      <input
        id={id}
        className={classNames(styles.input, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-note` : undefined}
        {...input}
      />
    </Frame>
  );
}

/** A password input with a button that shows or hides the password. Pasting and password managers work. */
export function PasswordField({ label, hint, error, ...input }: Omit<InputProps, "type">) {
  const id = useId();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Frame id={id} label={label} {...(hint && { hint })} error={error}>
      <div className={styles.withButton}>
        <input
          id={id}
          type={isVisible ? "text" : "password"}
          className={styles.input}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? `${id}-note` : undefined}
          {...input}
        />
        <IconButton
          className={styles.inside}
          label={isVisible ? commonText.fields.hidePassword : commonText.fields.showPassword}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        </IconButton>
      </div>
    </Frame>
  );
}

/** A checkbox. */
export function Checkbox({
  label,
  ...input
}: { label: string } & Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "type">) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input id={id} type="checkbox" {...input} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

import styles from "./dialog.module.css";

/** The backdrop of a dialog or a sheet. The overlay of Radix would insert a style element, which our content security policy blocks. */
export function Backdrop({ kind = "dialog" }: { kind?: "dialog" | "sheet" }) {
  return <div className={styles.backdrop} data-backdrop={kind} />;
}

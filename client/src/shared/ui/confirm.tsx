import { AlertDialog } from "radix-ui";
import { copy } from "../copy.ts";
import { Button } from "./button.tsx";
import { useFocusReturn, Veil } from "./dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import styles from "./dialog.module.css";

/**
 * A question before something that matters; `detail` says plainly what will happen. The focus starts on the way
 * back, and Escape is that way.
 */
export function Confirm({
  open,
  title,
  detail,
  confirmLabel,
  cancelLabel = copy.actions.cancel,
  danger = false,
  busy = false,
  error,
  onConfirm,
  onCancel,
}: {
  open: boolean;
  title: string;
  detail: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** the act destroys something */
  danger?: boolean;
  busy?: boolean;
  /** why the act did not succeed; the question stays open */
  error?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <div className={styles.layer}>
          <Veil />
          <AlertDialog.Content
            aria-modal
            className={styles.dialog}
            onOpenAutoFocus={focus.remember}
            onCloseAutoFocus={focus.giveBack}
          >
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={styles.description}>{detail}</AlertDialog.Description>
            {error && <p role="alert">{error}</p>}
            <DialogActions>
              <AlertDialog.Cancel asChild>
                <Button>{cancelLabel}</Button>
              </AlertDialog.Cancel>
              <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </DialogActions>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

import { AlertDialog } from "radix-ui";
import { commonText } from "../common-text.ts";
import { Button } from "./button.tsx";
import { Backdrop } from "./backdrop.tsx";
import { useFocusReturn } from "./dialog-focus.ts";
import { DialogActions } from "./dialog-actions.tsx";
import styles from "./dialog.module.css";

/** A confirmation dialog; `detail` says what will happen. The focus starts on the cancel button, and Escape cancels. */
export function Confirm({
  open,
  title,
  detail,
  confirmLabel,
  cancelLabel = commonText.actions.cancel,
  danger = false,
  busy = false,
  error,
  findFocusTarget,
  onConfirm,
  onCancel,
}: {
  open: boolean;
  title: string;
  detail: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** the action deletes or discards something */
  danger?: boolean;
  busy?: boolean;
  /** why the action failed; the dialog stays open */
  error?: string | undefined;
  /** finds the element that gets the focus after the dialog; by default, the element that had the focus before the dialog */
  findFocusTarget?: () => HTMLElement | null;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const focus = useFocusReturn(findFocusTarget);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <div className={styles.layer}>
          <Backdrop />
          <AlertDialog.Content aria-modal className={styles.dialog} {...focus}>
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

import { Lock, LockOpen } from "lucide-react";
import { useState } from "react";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useIsMounted } from "../../shared/use-is-mounted.ts";
import type { LockKind } from "./kind-choice.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/field.tsx";
import { FailureNotice } from "../../shared/ui/form-failure.tsx";
import { lockText } from "./lock-text.ts";
import styles from "./lock-dialog.module.css";

const labels = lockText.dialog;

/** The state of a lock, and its actions. */
export function LockState({
  kind,
  isOpen,
  locksAutomatically,
  onLockNow,
  lockLabel,
  onOpen,
  onChange,
  onRemoveLock,
  onChangeAutomatic,
}: {
  kind: Exclude<LockKind, "none">;
  isOpen: boolean;
  /** null to hide the setting */
  locksAutomatically: boolean | null;
  onLockNow: () => Promise<ApiFailure | null>;
  lockLabel: string;
  onOpen: () => void;
  onChange: () => void;
  onRemoveLock: () => void;
  onChangeAutomatic: (locksAutomatically: boolean) => Promise<ApiFailure | null>;
}) {
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const [pendingAuto, setPendingAuto] = useState<boolean | null>(null);
  const run = async (call: Promise<ApiFailure | null>) => {
    setBusy(true);
    setFailure(null);
    const failure = await call;
    setBusy(false);
    setFailure(failure);
    // After the dialog was closed, only a toast can show the failure. Without it, the user would believe that the change was made.
    if (failure && !isMounted()) toasts.show(failure.message);
    return failure;
  };
  const changeAuto = async (isChecked: boolean) => {
    // Shows the change immediately, and reverts it when the call fails.
    setPendingAuto(isChecked);
    if (await run(onChangeAutomatic(isChecked))) setPendingAuto(null);
  };
  return (
    <div className={styles.form}>
      {failure && <FailureNotice failure={failure} />}
      <p className={styles.state}>
        {isOpen ? <LockOpen size={18} aria-hidden /> : <Lock size={18} aria-hidden />}
        {labels.states[isOpen ? "open" : "closed"][kind]}
      </p>
      {isOpen && locksAutomatically !== null && (
        <Checkbox
          label={lockText.form.auto}
          checked={pendingAuto ?? locksAutomatically}
          onChange={({ target }) => void changeAuto(target.checked)}
        />
      )}
      <div className={styles.actions}>
        {isOpen ? (
          <>
            <Button
              variant="primary"
              busy={busy}
              icon={<Lock size={16} aria-hidden />}
              onClick={() => void run(onLockNow())}
            >
              {lockLabel}
            </Button>
            <Button onClick={onChange}>{labels.change}</Button>
          </>
        ) : (
          <Button variant="primary" icon={<LockOpen size={16} aria-hidden />} onClick={onOpen}>
            {labels.open}
          </Button>
        )}
        <Button onClick={onRemoveLock}>{labels.removeLock}</Button>
      </div>
    </div>
  );
}

import { Lock, LockOpen } from "lucide-react";
import { useState } from "react";
import type { ApiFailure } from "../../shared/api-client.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/field.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { lockCopy } from "./lock-copy.ts";
import styles from "./lock-dialog.module.css";

const words = lockCopy.dialog;

/** How a lock is, and what can be done with it. */
export function LockState({
  type,
  isOpen,
  auto,
  onLockNow,
  lockLabel,
  onOpen,
  onChange,
  onTakeOff,
  onAuto,
}: {
  type: 2 | 3;
  isOpen: boolean;
  /** whether it closes by itself; null where that is not known */
  auto: boolean | null;
  onLockNow: () => Promise<ApiFailure | null>;
  lockLabel: string;
  onOpen: () => void;
  onChange: () => void;
  onTakeOff: () => void;
  onAuto: (auto: boolean) => Promise<ApiFailure | null>;
}) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const run = async (act: Promise<ApiFailure | null>) => {
    setBusy(true);
    setFailure(null);
    const refused = await act;
    setBusy(false);
    setFailure(refused);
    return refused;
  };
  const changeAuto = async (next: boolean) => {
    // It shows at once, and goes back when it is refused.
    setWanted(next);
    if (await run(onAuto(next))) setWanted(null);
  };
  return (
    <div className={styles.form}>
      <FormFailure failure={failure} />
      <p className={styles.state}>
        {isOpen ? <LockOpen size={18} aria-hidden /> : <Lock size={18} aria-hidden />}
        {words.states[isOpen ? "open" : "closed"][type]}
      </p>
      {isOpen && auto !== null && (
        <Checkbox
          label={lockCopy.form.auto}
          checked={wanted ?? auto}
          onChange={({ target }) => void changeAuto(target.checked)}
        />
      )}
      <div className={styles.acts}>
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
            <Button onClick={onChange}>{words.change}</Button>
          </>
        ) : (
          <Button variant="primary" icon={<LockOpen size={16} aria-hidden />} onClick={onOpen}>
            {words.open}
          </Button>
        )}
        <Button onClick={onTakeOff}>{words.takeOff}</Button>
      </div>
    </div>
  );
}

import { Copy, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { Checkbox } from "../../shared/ui/field.tsx";
import { lockCopy } from "./lock-copy.ts";
import styles from "./lock-dialog.module.css";

const words = lockCopy.code;

function select(element: HTMLElement): void {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** The recovery code, this once: to copy, to print, and to be kept before one goes on. */
export function RecoveryCode({
  code,
  journalName,
  isKept,
  onKept,
  onDone,
}: {
  code: string;
  journalName: string;
  isKept: boolean;
  onKept: (kept: boolean) => void;
  onDone: () => void;
}) {
  const { closings } = useServices();
  const shown = useRef<HTMLElement>(null);
  const [said, setSaid] = useState("");
  // It is shown once: what another tab closes must not take it away.
  useEffect(() => closings.hold(), [closings]);
  const copyCode = async () => {
    if (shown.current) select(shown.current);
    try {
      // Browsers offer no clipboard where Daybook is reached over plain http.
      await navigator.clipboard.writeText(code);
      setSaid(words.copied);
    } catch {
      setSaid(words.copyByHand);
    }
  };
  return (
    <div className={styles.form} data-print-code>
      <p className={styles.printed}>{words.printed(journalName)}</p>
      <p className={styles.screenOnly}>{words.lead}</p>
      <div className={styles.codeBox}>
        <p className={styles.codeLabel}>{words.label}</p>
        <code className={styles.code} ref={shown}>
          {code}
        </code>
      </div>
      <div className={styles.codeActs}>
        <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copyCode()}>
          {words.copy}
        </Button>
        <Button icon={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
          {words.print}
        </Button>
        <output className={styles.said}>{said}</output>
      </div>
      <div className={styles.screenOnly}>
        <Checkbox label={words.kept} checked={isKept} onChange={({ target }) => onKept(target.checked)} />
      </div>
      <DialogActions>
        <Button variant="primary" disabled={!isKept} onClick={onDone}>
          {lockCopy.dialog.done}
        </Button>
      </DialogActions>
    </div>
  );
}

import { Copy, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { isApple } from "../../shared/apple.ts";
import { Button } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { Checkbox } from "../../shared/ui/field.tsx";
import { lockText } from "./lock-text.ts";
import styles from "./lock-dialog.module.css";

const labels = lockText.code;

function select(element: HTMLElement): void {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Shows the recovery code, to copy or print it. The user must confirm that it is saved, because it is shown only once. */
export function RecoveryCode({
  code,
  journalName,
  isCodeSaved,
  onCodeSavedChange,
  onDone,
}: {
  code: string;
  journalName: string;
  isCodeSaved: boolean;
  onCodeSavedChange: (isCodeSaved: boolean) => void;
  onDone: () => void;
}) {
  const codeElement = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const copyCode = async () => {
    if (codeElement.current) select(codeElement.current);
    try {
      // Over plain http, browsers have no clipboard API, so this throws. Then the user copies the selected code by hand.
      await navigator.clipboard.writeText(code);
      setAnnouncement(labels.copied);
    } catch {
      setAnnouncement(labels.copyByHand(isApple()));
    }
  };
  return (
    <div className={styles.form} data-print-code>
      <p className={styles.printOnly}>{labels.printHeading(journalName)}</p>
      <p className={styles.screenOnly}>{labels.lead}</p>
      <div className={styles.codeBox}>
        <p className={styles.codeLabel}>{labels.label}</p>
        <code className={styles.code} ref={codeElement}>
          {code}
        </code>
      </div>
      <div className={styles.codeActions}>
        <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copyCode()}>
          {labels.copy}
        </Button>
        <Button icon={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
          {labels.print}
        </Button>
        <output className={styles.announcement}>{announcement}</output>
      </div>
      <div className={styles.screenOnly}>
        <Checkbox
          label={labels.codeIsSaved}
          checked={isCodeSaved}
          onChange={({ target }) => onCodeSavedChange(target.checked)}
        />
      </div>
      <DialogActions>
        <Button variant="primary" disabled={!isCodeSaved} onClick={onDone}>
          {lockText.dialog.done}
        </Button>
      </DialogActions>
    </div>
  );
}

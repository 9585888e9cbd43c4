import { observer } from "mobx-react-lite";
import { useRef, useState } from "react";
import { isApple } from "../../../shared/apple.ts";
import { publishEntry, unpublishEntry } from "../../../shared/entry-actions/share-actions.ts";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Confirm } from "../../../shared/ui/confirm.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { DialogActions } from "../../../shared/ui/dialog-actions.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { useIsMounted } from "../../../shared/use-is-mounted.ts";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { shareText } from "./share-text.ts";
import styles from "./share.module.css";

const labels = shareText.link;

/** Creates, shows and removes the public link of an entry. */
export const PublicLink = observer(function PublicLink({
  session,
  details,
  onClose,
}: {
  session: PadSession;
  details: EntryDetailsStore;
  onClose: () => void;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const { journalId } = session;
  const [failure, setFailure] = useState<string>();
  const [statusText, setStatusText] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { publicUrl } = details.values;
  const address = publicUrl === null ? null : new URL(publicUrl, location.origin).href;

  const showFailure = (message: string, toToastText: (message: string) => string) => {
    setFailure(message);
    if (!isMounted()) toasts.show(toToastText(message));
  };
  const publish = async () => {
    setIsBusy(true);
    const entryId = (await session.flush()) ? await session.ensureEntry() : null;
    // The user may have closed the dialog while the entry was being saved.
    if (!isMounted()) return;
    const result = entryId === null ? null : await publishEntry(api, { journalId, entryId });
    setIsBusy(false);
    setStatusText("");
    setFailure(undefined);
    if (result?.ok) details.put({ publicUrl: result.data.public_url });
    else showFailure(result?.message ?? shareText.notSaved, labels.notCreated);
  };
  const unpublish = async () => {
    const entryId = await session.ensureEntry();
    if (entryId === null) return;
    setIsBusy(true);
    const result = await unpublishEntry(api, { journalId, entryId });
    setIsBusy(false);
    if (!result.ok) return showFailure(result.message, labels.notRemoved);
    setIsConfirming(false);
    details.put({ publicUrl: null });
    setStatusText(labels.removed);
  };
  const copyLink = async () => {
    field.current?.select();
    try {
      // Browsers have no clipboard API over plain http.
      await navigator.clipboard.writeText(address ?? "");
      setStatusText(labels.copied);
    } catch {
      setStatusText(labels.copyManually(isApple()));
    }
  };

  return (
    <Dialog open onClose={onClose} title={labels.title}>
      <div className={styles.form}>
        {failure && !isConfirming && <Notice tone="failure">{failure}</Notice>}
        <p>{labels.explanation}</p>
        <p className={styles.quiet}>{labels.whenItWorks}</p>
        {address !== null && (
          <Field
            ref={field}
            label={labels.address}
            readOnly
            value={address}
            onFocus={(e) => e.target.select()}
          />
        )}
        <p className={styles.note} role="status">
          {statusText}
        </p>
        <DialogActions>
          {address === null ? (
            <Button variant="primary" busy={isBusy} onClick={() => void publish()}>
              {labels.create}
            </Button>
          ) : (
            <>
              <Button
                onClick={() => {
                  setFailure(undefined);
                  setIsConfirming(true);
                }}
              >
                {labels.remove}
              </Button>
              <a className={styles.open} href={address} target="_blank" rel="noopener noreferrer">
                {labels.open}
              </a>
              <Button variant="primary" onClick={() => void copyLink()}>
                {labels.copy}
              </Button>
            </>
          )}
        </DialogActions>
      </div>
      <Confirm
        open={isConfirming}
        danger
        title={labels.removeTitle}
        detail={labels.removeDetail}
        confirmLabel={labels.confirmRemove}
        cancelLabel={labels.keep}
        busy={isBusy}
        error={failure}
        onConfirm={() => void unpublish()}
        onCancel={() => setIsConfirming(false)}
      />
    </Dialog>
  );
});

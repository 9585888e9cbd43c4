import { observer } from "mobx-react-lite";
import { useRef, useState } from "react";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Confirm } from "../../../shared/ui/confirm.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { DialogActions } from "../../../shared/ui/dialog-actions.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import type { PadSession } from "../pad-session.ts";
import type { BesideStore } from "./beside.store.ts";
import { shareCopy } from "./share-copy.ts";
import styles from "./share.module.css";

const words = shareCopy.link;

/** Makes, shows and withdraws the link by which anybody can read an entry. */
export const PublicLink = observer(function PublicLink({
  session,
  beside,
  onClose,
}: {
  session: PadSession;
  beside: BesideStore;
  onClose: () => void;
}) {
  const { api } = useServices();
  const [failure, setFailure] = useState<string>();
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { publicUrl } = beside.extras;
  const address = publicUrl === null ? null : new URL(publicUrl, location.origin).href;

  const paramsOf = (entryId: number) => ({
    journalId: String(session.journalId),
    entryId: String(entryId),
  });
  const make = async () => {
    setBusy(true);
    const entryId = (await session.flush()) ? await session.ensureEntry() : null;
    const result = entryId === null ? null : await api.call("publicLink", { params: paramsOf(entryId) });
    setBusy(false);
    setNote("");
    setFailure(result?.ok ? undefined : (result?.message ?? shareCopy.notSaved));
    if (result?.ok) beside.put({ publicUrl: result.data.public_url });
  };
  const withdraw = async () => {
    const entryId = await session.ensureEntry();
    if (entryId === null) return;
    setBusy(true);
    const result = await api.call("unpublicLink", { params: paramsOf(entryId) });
    setBusy(false);
    setFailure(result.ok ? undefined : result.message);
    if (!result.ok) return;
    setAsks(false);
    beside.put({ publicUrl: null });
    setNote(words.withdrawn);
  };
  const copyIt = async () => {
    field.current?.select();
    try {
      // There is no clipboard for scripts where Daybook is reached over plain http.
      await navigator.clipboard.writeText(address ?? "");
      setNote(words.copied);
    } catch {
      setNote(words.copyByHand);
    }
  };

  return (
    <Dialog open onClose={onClose} title={words.title}>
      <div className={styles.form}>
        {failure && !asks && <Notice tone="failure">{failure}</Notice>}
        <p>{words.none}</p>
        <p className={styles.quiet}>{words.closed}</p>
        {address !== null && (
          <Field
            ref={field}
            label={words.address}
            readOnly
            value={address}
            onFocus={(e) => e.target.select()}
          />
        )}
        <p className={styles.note} role="status">
          {note}
        </p>
        <DialogActions>
          {address === null ? (
            <Button variant="primary" busy={busy} onClick={() => void make()}>
              {words.make}
            </Button>
          ) : (
            <>
              <Button onClick={() => setAsks(true)}>{words.withdraw}</Button>
              <a className={styles.open} href={address} target="_blank" rel="noopener noreferrer">
                {words.open}
              </a>
              <Button variant="primary" onClick={() => void copyIt()}>
                {words.copy}
              </Button>
            </>
          )}
        </DialogActions>
      </div>
      <Confirm
        open={asks}
        danger
        title={words.withdrawTitle}
        detail={words.withdrawDetail}
        confirmLabel={words.withdrawDo}
        cancelLabel={words.keep}
        busy={busy}
        error={failure}
        onConfirm={() => void withdraw()}
        onCancel={() => setAsks(false)}
      />
    </Dialog>
  );
});

import { bounds } from "@daybook/domain/contract/bounds";
import { X } from "lucide-react";
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { emailEntry } from "../../../shared/entry-actions/share-actions.ts";
import { randomToken } from "../../../shared/random-token.ts";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { DialogActions } from "../../../shared/ui/dialog-actions.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { useIsMounted } from "../../../shared/use-is-mounted.ts";
import type { PadSession } from "../session/pad-session.ts";
import { addressesIn, withAddresses } from "./addresses.ts";
import { shareText } from "./share-text.ts";
import styles from "./share.module.css";

const labels = shareText.mail;

/** Sends an entry by e-mail to a few people. */
export function ShareByMail({ session, onClose }: { session: PadSession; onClose: () => void }) {
  const { api } = useServices();
  const toasts = useToasts();
  const [recipients, setRecipients] = useState<readonly string[]>([]);
  const [typedAddress, setTypedAddress] = useState("");
  const [message, setMessage] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  /**
   * The last call. A call with the same content has the same idempotency key, because the mails may have been sent although the reply
   * was lost.
   */
  const lastSent = useRef({ content: "", key: "" });
  const messageId = useId();
  const isMounted = useIsMounted();

  /** Adds the addresses in the text to the recipients, and empties the field. Returns all recipients. */
  const addRecipients = (text: string): readonly string[] => {
    const newRecipients = withAddresses(recipients, addressesIn(text));
    setRecipients(newRecipients);
    setTypedAddress("");
    setErrors({});
    return newRecipients;
  };
  const remove = (address: string) => {
    setRecipients(recipients.filter((recipient) => recipient !== address));
    setErrors({});
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || typedAddress.trim() === "") return;
    if (event.key !== "Enter" && event.key !== "," && event.key !== ";" && event.key !== " ") return;
    event.preventDefault();
    addRecipients(typedAddress);
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (addressesIn(text).length < 2) return;
    event.preventDefault();
    addRecipients(`${typedAddress} ${text}`);
  };

  const showRecipientError = (errorText: string) => {
    setErrors({ share_recipients: errorText });
    field.current?.focus();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const allRecipients = addRecipients(typedAddress);
    if (allRecipients.length === 0) return showRecipientError(labels.noRecipients);
    if (allRecipients.length > bounds.shareRecipients)
      return showRecipientError(labels.tooMany(bounds.shareRecipients));
    setIsBusy(true);
    setFailure(undefined);
    const entryId = (await session.flush()) ? await session.ensureEntry() : null;
    // The user may have closed the dialog while the entry was being saved.
    if (!isMounted()) return;
    const { journalId } = session;
    const share = { recipients: allRecipients, message };
    const content = JSON.stringify([journalId, entryId, share]);
    if (lastSent.current.content !== content) lastSent.current = { content, key: randomToken() };
    const result =
      entryId === null ? null : await emailEntry(api, { journalId, entryId }, share, lastSent.current.key);
    setIsBusy(false);
    if (result?.ok) {
      toasts.show(labels.sent(allRecipients.length));
      // This dialog may have been closed, and another one may be open.
      if (isMounted()) onClose();
      return;
    }
    if (!isMounted()) toasts.show(labels.notSent(result?.message ?? shareText.notSaved));
    setErrors(result?.fields ?? {});
    setFailure(result ? (result.fields ? undefined : result.message) : shareText.notSaved);
    if (result?.fields?.share_recipients) field.current?.focus();
  };

  const messageError = errors.share_message;
  return (
    <Dialog
      open
      onClose={onClose}
      title={labels.title}
      description={labels.lead}
      isChanged={recipients.length > 0}
    >
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        {failure && <Notice tone="failure">{failure}</Notice>}
        {recipients.length > 0 && (
          <ul className={styles.recipients} aria-label={labels.recipients}>
            {recipients.map((address) => (
              <li key={address} className={styles.recipient}>
                <span>{address}</span>
                <button type="button" aria-label={labels.remove(address)} onClick={() => remove(address)}>
                  <X size={14} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Field
          ref={field}
          label={labels.to}
          hint={labels.toHint}
          error={errors.share_recipients}
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={typedAddress}
          onChange={({ target }) => setTypedAddress(target.value)}
          onKeyDown={handleKey}
          onPaste={handlePaste}
        />
        <div className={styles.field}>
          <label className={styles.label} htmlFor={messageId}>
            {labels.message}
          </label>
          <textarea
            id={messageId}
            className={styles.message}
            rows={4}
            maxLength={bounds.shareMessage}
            value={message}
            aria-invalid={messageError ? true : undefined}
            aria-describedby={`${messageId}-note`}
            onChange={({ target }) => setMessage(target.value)}
          />
          <p id={`${messageId}-note`} className={messageError ? styles.error : styles.hint}>
            {messageError ?? labels.messageHint(bounds.shareMessage - message.length)}
          </p>
        </div>
        <DialogActions>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            {labels.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

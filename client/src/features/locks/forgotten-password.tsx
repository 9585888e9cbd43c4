import { useId, useState } from "react";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { FailureNotice } from "../../shared/ui/form-failure.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { lockText } from "./lock-text.ts";
import styles from "./unlock-page.module.css";

const labels = lockText.forgotten;

function MailLinkForm({ journalId, entryId }: { journalId: number; entryId: number | null }) {
  const { api } = useServices();
  const [state, setState] = useState<"asking" | "sending" | "sent">("asking");
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const send = async () => {
    setState("sending");
    setFailure(null);
    const params = { journalId: String(journalId) };
    const result =
      entryId === null
        ? await api.call("requestUnlockLink", { params })
        : await api.call("requestEntryUnlockLink", { params: { ...params, entryId: String(entryId) } });
    setState(result.ok ? "sent" : "asking");
    if (!result.ok) setFailure(result);
  };
  if (state === "sent") return <Notice>{labels.sent}</Notice>;
  return (
    <>
      <p>{labels.mail}</p>
      {failure && <FailureNotice failure={failure} />}
      <Button className={styles.send} busy={state === "sending"} onClick={() => void send()}>
        {labels.send}
      </Button>
    </>
  );
}

/**
 * Helps a user who has forgotten the password of a lock. For a password lock, offers an e-mail with a link that removes the lock. For
 * an encryption lock, explains that only a recovery code helps.
 */
export function ForgottenPassword({
  journalId,
  entryId,
  isEncrypted,
}: {
  journalId: number;
  entryId: number | null;
  isEncrypted: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <section className={styles.forgotten}>
      <Button
        variant="quiet"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {labels.toggle}
      </Button>
      <div id={id} className={styles.help} hidden={!isOpen}>
        {isEncrypted ? (
          <>
            <p>{labels.lost}</p>
            <p>{labels.erase}</p>
          </>
        ) : (
          <MailLinkForm journalId={journalId} entryId={entryId} />
        )}
      </div>
    </section>
  );
}

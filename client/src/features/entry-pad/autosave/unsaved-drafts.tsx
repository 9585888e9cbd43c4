import { useState } from "react";
import type { Api } from "../../../shared/api-client.ts";
import { momentOf } from "../../../shared/dates.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Confirm } from "../../../shared/ui/lazy-dialogs.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import type { Draft } from "./autosave-state.ts";
import { parseBody, plainText } from "../editor/body.ts";
import styles from "./unsaved-drafts.module.css";
import { padLazyText } from "../pad-lazy-text.ts";
import type { PadSessions } from "../session/pad-sessions.ts";
import { failureOf } from "./save-entry.ts";
import { creationRequest } from "./writing.ts";

const { unsavedDrafts: texts } = padLazyText;
const previewLength = 90;

function firstWords({ writing }: Draft): string {
  const text = [writing.title, plainText(parseBody(writing.body))].join(" ").replace(/\s+/g, " ").trim();
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
}

/**
 * Other drafts for this pad that are stored on this device. A draft of a new entry can be continued, a draft of a saved entry can be
 * saved as a new entry, and each can be discarded after a confirmation.
 */
export function UnsavedDrafts({
  drafts,
  sessions,
  api,
  hasLock,
  onContinue,
}: {
  drafts: readonly Draft[];
  sessions: PadSessions;
  api: Api;
  /** the entry of this pad has its own lock, which a new entry will not have */
  hasLock: boolean;
  /** continues a draft of a new entry */
  onContinue: (localId: string) => void;
}) {
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  const [draftToDiscard, setDraftToDiscard] = useState<Draft | null>(null);
  const toasts = useToasts();
  const dateFormat = useDateFormat();
  const removeDraft = ({ localId }: Draft) => {
    setRemovedIds((ids) => new Set(ids).add(localId));
    void sessions.drafts.remove(localId);
  };

  const saveAsNew = async (draft: Draft) => {
    const params = { journalId: String(draft.journalId) };
    // Keyed by the draft, so that a double click creates one entry.
    const options = { idempotencyKey: `kept-${draft.localId}` };
    const result = await api.call("createEntry", { params, body: creationRequest(draft.writing) }, options);
    if (!result.ok) {
      toasts.show(failureOf(result).error.message);
      return;
    }
    removeDraft(draft);
    toasts.show(texts.savedAsNew);
  };

  const remainingDrafts = drafts.filter(({ localId }) => !removedIds.has(localId));
  if (remainingDrafts.length === 0) return null;
  return (
    <section className={styles.drafts} aria-label={texts.title}>
      {remainingDrafts.map((draft) => (
        <Notice key={draft.localId}>
          <div className={styles.text}>
            <p>
              {(draft.entryId === null ? texts.newEntry : texts.savedEntry)(
                momentOf(draft.changedAt, dateFormat),
              )}
            </p>
            <p className={styles.preview}>{firstWords(draft)}</p>
            {hasLock && draft.entryId !== null && <p>{texts.withoutLock}</p>}
          </div>
          <div className={styles.actions}>
            <Button variant="quiet" onClick={() => setDraftToDiscard(draft)}>
              {texts.discard}
            </Button>
            {draft.entryId === null ? (
              <Button onClick={() => onContinue(draft.localId)}>{texts.open}</Button>
            ) : (
              <Button onClick={() => void saveAsNew(draft)}>{texts.saveAsNew}</Button>
            )}
          </div>
        </Notice>
      ))}
      <Confirm
        open={draftToDiscard !== null}
        title={texts.discardTitle}
        detail={texts.discardDetail}
        confirmLabel={texts.discard}
        cancelLabel={texts.cancel}
        danger
        onCancel={() => setDraftToDiscard(null)}
        onConfirm={() => {
          if (draftToDiscard) removeDraft(draftToDiscard);
          setDraftToDiscard(null);
        }}
      />
    </section>
  );
}

import { useState } from "react";
import type { Api } from "../../shared/api-client.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import type { Draft } from "./autosave.ts";
import { parseBody, plainText } from "./body.ts";
import styles from "./kept-drafts.module.css";
import { laterCopy } from "./pad-later-copy.ts";
import type { PadSessions } from "./pad-sessions.ts";
import { failureOf } from "./save-entry.ts";
import { clockTime } from "./save-words.ts";
import { creationOf } from "./writing.ts";

const { kept } = laterCopy;
const glimpse = 90;

function momentOf(instant: string): string {
  const day = new Date(instant).toLocaleDateString("en", { month: "long", day: "numeric" });
  return `${day}, ${clockTime(instant)}`;
}

function firstWords({ writing }: Draft): string {
  const text = [writing.title, plainText(parseBody(writing.body))].join(" ").replace(/\s+/g, " ").trim();
  return text.length > glimpse ? `${text.slice(0, glimpse)}…` : text;
}

/** Unsaved texts that were left on this device: to go on with, to save, or to throw away after a question. */
export function KeptDrafts({
  drafts,
  sessions,
  api,
  onContinue,
}: {
  drafts: readonly Draft[];
  sessions: PadSessions;
  api: Api;
  /** goes on writing a new entry where it was left */
  onContinue: (localId: string) => void;
}) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [discarding, setDiscarding] = useState<Draft | null>(null);
  const toasts = useToasts();
  const settled = ({ localId }: Draft) => {
    setDone((ids) => new Set(ids).add(localId));
    void sessions.drafts.remove(localId);
  };

  const saveAsNew = async (draft: Draft) => {
    const params = { journalId: String(draft.journalId) };
    // The key is the draft's own, so that pressing twice makes one entry.
    const options = { idempotencyKey: `kept-${draft.localId}` };
    const result = await api.call("createEntry", { params, body: creationOf(draft.writing) }, options);
    if (!result.ok) {
      toasts.show(failureOf(result).trouble.message);
      return;
    }
    settled(draft);
    toasts.show(kept.savedAsNew);
  };

  const open = drafts.filter(({ localId }) => !done.has(localId));
  if (open.length === 0) return null;
  return (
    <section className={styles.kept} aria-label={kept.title}>
      {open.map((draft) => (
        <Notice key={draft.localId}>
          <div className={styles.words}>
            <p>{(draft.entryId === null ? kept.newEntry : kept.ofEntry)(momentOf(draft.changedAt))}</p>
            <p className={styles.glimpse}>{firstWords(draft)}</p>
          </div>
          <div className={styles.acts}>
            <Button variant="quiet" onClick={() => setDiscarding(draft)}>
              {kept.discard}
            </Button>
            {draft.entryId === null ? (
              <Button onClick={() => onContinue(draft.localId)}>{kept.open}</Button>
            ) : (
              <Button onClick={() => void saveAsNew(draft)}>{kept.saveAsNew}</Button>
            )}
          </div>
        </Notice>
      ))}
      <Confirm
        open={discarding !== null}
        title={kept.discardTitle}
        detail={kept.discardDetail}
        confirmLabel={kept.discard}
        cancelLabel={kept.cancel}
        danger
        onCancel={() => setDiscarding(null)}
        onConfirm={() => {
          if (discarding) settled(discarding);
          setDiscarding(null);
        }}
      />
    </section>
  );
}

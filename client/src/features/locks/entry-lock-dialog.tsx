import type { Entry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { entryLock, type NewLock } from "../../shared/lock-acts.ts";
import { lockCopy } from "./lock-copy.ts";
import { type LockBefore, LockForm, unlocked } from "./lock-form.tsx";
import { LockState } from "./lock-state.tsx";
import { TakeOffForm } from "./take-off-form.tsx";

const words = lockCopy.dialog;

/** What the dialog is told by the page that it opens over. */
export type EntryLockDialogProps = {
  entry: Pick<
    Entry,
    "id" | "title" | "locked" | "is_unlocked" | "password_hint" | "remember_password" | "auto_lock"
  >;
  journal: Pick<Journal, "id">;
  /** The entry as it is now, closed when `is_unlocked` is false; without it, nothing was changed. */
  onDone: (entry?: Entry) => void;
};

/**
 * The lock of an entry, which is always a password's. What is unsaved has to be saved before it opens: a closed entry takes no
 * save.
 */
export function EntryLockDialog({ entry, journal, onDone }: EntryLockDialogProps) {
  const services = useServices();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { id: entryId, title } = entry;
  const acts = useMemo(
    () => entryLock(services, { journalId: journal.id, entryId }),
    [services, journal.id, entryId],
  );
  const [view, setView] = useState<"state" | "change" | "again" | "off">("state");
  const before: LockBefore = entry.locked
    ? {
        kind: "password",
        hint: entry.password_hint ?? "",
        remember: entry.remember_password,
        auto: entry.auto_lock,
      }
    : unlocked;
  const shown = title || lockCopy.untitled;

  const set = async (lock: NewLock): Promise<ApiFailure | null> => {
    const result = await acts.set(lock);
    if (!result.ok) return result;
    toasts.show(lockCopy.toasts.locked(shown));
    onDone(result.now);
    return null;
  };
  const lockNow = async (): Promise<ApiFailure | null> => {
    const result = await acts.close();
    if (result.ok) {
      toasts.show(lockCopy.toasts.locked(shown));
      onDone(result.now);
      return null;
    }
    // Another session may have changed whether its password is remembered; the refusal tells.
    if (result.status !== 422) return result;
    setView("again");
    return null;
  };
  const takeOff = async (password: string): Promise<ApiFailure | null> => {
    const result = await acts.takeOff(password);
    if (!result.ok) return result;
    toasts.show(lockCopy.toasts.off(shown));
    onDone(result.now);
    return null;
  };
  const back = { label: words.back, run: () => setView("state") };
  return (
    <Dialog
      open
      onClose={() => onDone()}
      title={words.entryTitle(title)}
      {...(!entry.locked && { description: words.lead })}
    >
      {!entry.locked && (
        <LockForm
          before={{ ...unlocked, kind: "password" }}
          kinds={["password"]}
          submitLabel={lockCopy.form.lock}
          onSet={set}
          onBack={{ label: words.cancel, run: () => onDone() }}
        />
      )}
      {entry.locked && (view === "change" || view === "again") && (
        <LockForm
          key={view}
          before={before}
          kinds={["password"]}
          lead={view === "again" ? words.typeAgain : words.changeEntryLead}
          submitLabel={view === "again" ? lockCopy.form.lock : lockCopy.form.change}
          onSet={set}
          onBack={back}
        />
      )}
      {entry.locked && view === "off" && (
        <TakeOffForm isEncrypted={false} hint={before.hint} takeOff={takeOff} onBack={back.run} />
      )}
      {entry.locked && view === "state" && (
        <LockState
          type={2}
          isOpen={entry.is_unlocked}
          auto={null}
          lockLabel={words.lockNow}
          onLockNow={lockNow}
          onOpen={() => void navigate(`/journals/${journal.id}/${entryId}/unlock`)}
          onChange={() => setView("change")}
          onTakeOff={() => setView("off")}
          onAuto={() => Promise.resolve(null)}
        />
      )}
    </Dialog>
  );
}

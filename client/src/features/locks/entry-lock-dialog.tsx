import type { Entry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useIsMounted } from "../../shared/use-is-mounted.ts";
import { entryLock, type NewLock } from "../../shared/lock-actions.ts";
import { lockText } from "./lock-text.ts";
import { type CurrentLock, LockForm, noLock } from "./lock-form.tsx";
import { LockState } from "./lock-state.tsx";
import { LockPasswordForm } from "./lock-password-form.tsx";
import { asNewPasswordError, needsPassword, sameLock } from "./same-lock.ts";

const labels = lockText.dialog;

/** The props of the dialog. */
export type EntryLockDialogProps = {
  entry: Pick<
    Entry,
    "id" | "title" | "locked" | "is_unlocked" | "password_hint" | "remember_password" | "auto_lock"
  >;
  journal: Pick<Journal, "id">;
  /** called with the entry after a change, also when the dialog was closed before the reply */
  onChanged: (entry: Entry) => void;
  onClose: () => void;
};

/**
 * The lock settings of an entry. An entry can only have a password lock. Unsaved changes must be saved before the dialog opens,
 * because nothing can be saved while the lock is closed.
 */
export function EntryLockDialog({ entry, journal, onChanged, onClose }: EntryLockDialogProps) {
  const services = useServices();
  const navigate = useNavigate();
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const { id: entryId, title } = entry;
  const actions = useMemo(
    () => entryLock(services, { journalId: journal.id, entryId }),
    [services, journal.id, entryId],
  );
  const [view, setView] = useState<"overview" | "change" | "relock" | "remove">("overview");
  const currentLock: CurrentLock = entry.locked
    ? {
        kind: "password",
        hint: entry.password_hint ?? "",
        remembersPassword: entry.remember_password,
        locksAutomatically: entry.auto_lock,
      }
    : noLock;
  const displayTitle = title || lockText.untitled;

  const finish = (changedEntry: Entry, message: string) => {
    toasts.show(message);
    if (isMounted()) onClose();
    onChanged(changedEntry);
  };
  const setLock = async (lock: NewLock): Promise<ApiFailure | null> => {
    const result = await actions.set(lock);
    if (!result.ok) return result;
    finish(result.current, lockText.toasts.locked(displayTitle));
    return null;
  };
  const lockNow = async (): Promise<ApiFailure | null> => {
    const result = await actions.close();
    if (result.ok) finish(result.current, lockText.toasts.locked(displayTitle));
    else if (needsPassword(result) && isMounted()) setView("relock");
    else return result;
    return null;
  };
  const removeLock = async (password: string): Promise<ApiFailure | null> => {
    const result = await actions.remove(password);
    if (!result.ok) return result;
    finish(result.current, lockText.toasts.removed(displayTitle));
    return null;
  };
  const backAction = { label: labels.back, run: () => setView("overview") };
  return (
    <Dialog
      open
      onClose={onClose}
      title={labels.entryTitle(title)}
      {...(!entry.locked && { description: labels.lead })}
    >
      {!entry.locked && (
        <LockForm
          currentLock={noLock}
          kinds={["password"]}
          submitLabel={lockText.form.lock}
          onSet={setLock}
          backAction={{ label: labels.cancel, run: onClose }}
        />
      )}
      {entry.locked && view === "change" && (
        <LockForm
          currentLock={currentLock}
          kinds={["password"]}
          lead={labels.changeEntryLead}
          submitLabel={lockText.form.change}
          onSet={setLock}
          backAction={backAction}
        />
      )}
      {entry.locked && view === "relock" && (
        <LockPasswordForm
          lead={labels.lockAgainLead}
          submitLabel={lockText.form.lock}
          isEncrypted={false}
          hint={currentLock.hint}
          onSubmit={(password) => setLock(sameLock(currentLock, password)).then(asNewPasswordError)}
          onBack={backAction.run}
        />
      )}
      {entry.locked && view === "remove" && (
        <LockPasswordForm
          lead={labels.removeLockLead}
          submitLabel={labels.removeLockSubmit}
          isEncrypted={false}
          hint={currentLock.hint}
          onSubmit={removeLock}
          onBack={backAction.run}
        />
      )}
      {entry.locked && view === "overview" && (
        <LockState
          kind="password"
          isOpen={entry.is_unlocked}
          locksAutomatically={null}
          lockLabel={labels.lockNow}
          onLockNow={lockNow}
          onOpen={() => void navigate(`/journals/${journal.id}/${entryId}/unlock`)}
          onChange={() => setView("change")}
          onRemoveLock={() => setView("remove")}
          onChangeAutomatic={() => Promise.resolve(null)}
        />
      )}
    </Dialog>
  );
}

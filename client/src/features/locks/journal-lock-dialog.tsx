import type { Journal } from "@daybook/domain/contract/journals";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { observer } from "mobx-react-lite";
import { useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useIsMounted } from "../../shared/use-is-mounted.ts";
import type { LockKind } from "./kind-choice.tsx";
import { journalLock, type NewLock } from "../../shared/lock-actions.ts";
import { storesOf } from "../../stores/use-stores.ts";
import { lockText } from "./lock-text.ts";
import { type CurrentLock, LockForm } from "./lock-form.tsx";
import { LockState } from "./lock-state.tsx";
import { RecoveryCode } from "./recovery-code.tsx";
import { LockPasswordForm } from "./lock-password-form.tsx";
import { useLeaveBlocker } from "./use-leave-blocker.ts";
import { asNewPasswordError, needsPassword, sameLock } from "./same-lock.ts";

const labels = lockText.dialog;

function kindOf({ lock_type_id: type }: Journal): LockKind {
  if (type === lockTypes.encryption) return "encryption";
  return type === lockTypes.password ? "password" : "none";
}

const currentLockOf = (journal: Journal): CurrentLock => ({
  kind: kindOf(journal),
  hint: journal.password_hint ?? "",
  remembersPassword: journal.remember_password,
  locksAutomatically: journal.auto_lock,
});

/**
 * The current view of the dialog. `relock` asks for the password, because the server does not remember it. An object with a `code` shows
 * this recovery code.
 */
type View = "overview" | "change" | "relock" | "remove" | { code: string };

/** The lock settings of a journal: set, change, lock now, remove. */
export const JournalLockDialog = observer(function JournalLockDialog({
  journal: initialJournal,
  isOnPage,
  onClose,
}: {
  journal: Journal;
  /**
   * returns whether the user is still on the page from which the dialog was opened. A component that stays mounted as long as that page
   * gets this function from `useIsOnPage`. The dialog itself may be closed before a reply arrives.
   */
  isOnPage: () => boolean;
  onClose: () => void;
}) {
  const services = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toasts = useToasts();
  const actions = useMemo(() => journalLock(services, initialJournal.id), [services, initialJournal.id]);
  const journal = storesOf(services).journals.find(initialJournal.id) ?? initialJournal;
  const [view, setView] = useState<View>("overview");
  const [isCodeSaved, setIsCodeSaved] = useState(false);
  const [isWaitingForCode, setIsWaitingForCode] = useState(false);
  const isMounted = useIsMounted();
  const currentLock = currentLockOf(journal);
  const [isFirstLock] = useState(() => currentLock.kind === "none");
  const { id, name } = journal;
  const canLockWithoutPassword = currentLock.kind === "encryption" || journal.remember_password;

  /** Closes the dialog if it is still open. If it is not, another dialog may be open by now, and `onClose` would close that one. */
  const closeIfMounted = () => isMounted() && onClose();
  /** Closes the dialog, and removes the locked journal from the screen: a page of the journal is replaced by the page of all journals. */
  const leave = () => {
    closeIfMounted();
    // The user has left the page of this dialog. The page that is open now may show the locked journal too.
    if (!isOnPage()) services.lockSync.reload();
    else if (`${pathname}/`.startsWith(`/journals/${id}/`)) void navigate("/journals", { replace: true });
  };
  const handleLocked = () => {
    toasts.show(lockText.toasts.locked(name));
    leave();
  };
  const setLock = async (lock: NewLock): Promise<ApiFailure | null> => {
    setIsWaitingForCode(lock.recovery === true);
    const result = await actions.set(lock);
    setIsWaitingForCode(false);
    if (!result.ok) return result;
    if (result.recoveryCode === null) handleLocked();
    else setView({ code: result.recoveryCode });
    return null;
  };
  const lockNow = async (): Promise<ApiFailure | null> => {
    // First tries without the password, and shows the password form only when the server needs the password. Another session may have
    // removed the lock. A form that is shown first would then set a new lock with the typed password.
    const result = await actions.close();
    if (result.ok) handleLocked();
    else if (needsPassword(result) && isMounted()) setView("relock");
    else return result;
    return null;
  };
  const removeLock = async (password: string): Promise<ApiFailure | null> => {
    const result = await actions.remove(password);
    if (!result.ok) return result;
    toasts.show(lockText.toasts.removed(name));
    closeIfMounted();
    return null;
  };
  const setLocksAutomatically = async (locksAutomatically: boolean): Promise<ApiFailure | null> => {
    const result = await actions.setAuto(locksAutomatically);
    return result.ok ? null : result;
  };

  const showsCode = typeof view === "object";
  const { lockSync } = services;
  const expectsCode = isWaitingForCode || showsCode;
  // The code is shown only once, so a lock in another tab must not reload the page.
  useEffect(() => (expectsCode ? lockSync.deferReload() : undefined), [lockSync, expectsCode]);
  // For the same reason, an accidental click or Back must not close the dialog, and must not prevent the code from appearing.
  const hasUnsavedCode = isWaitingForCode || (showsCode && !isCodeSaved);
  const explainStay = () => toasts.show(isWaitingForCode ? lockText.code.wait : lockText.code.saveFirst);
  const close = () => {
    if (hasUnsavedCode) explainStay();
    else if (showsCode) handleLocked();
    else onClose();
  };
  useLeaveBlocker(hasUnsavedCode, explainStay);
  const backAction = { label: labels.back, run: () => setView("overview") };
  return (
    <Dialog
      open
      onClose={close}
      canDiscard={!isWaitingForCode}
      title={showsCode ? lockText.code.title : labels.journalTitle(name)}
      {...(isFirstLock && !showsCode && { description: labels.lead })}
    >
      {showsCode && (
        <RecoveryCode
          code={view.code}
          journalName={name}
          isCodeSaved={isCodeSaved}
          onCodeSavedChange={setIsCodeSaved}
          onDone={handleLocked}
        />
      )}
      {!showsCode && isFirstLock && (
        <LockForm
          currentLock={currentLock}
          kinds={["none", "password", "encryption"]}
          submitLabel={lockText.form.lock}
          onSet={setLock}
          backAction={{ label: labels.cancel, run: close }}
        />
      )}
      {!isFirstLock && view === "change" && (
        <LockForm
          currentLock={currentLock}
          kinds={["password", "encryption"]}
          lead={labels.changeLead}
          submitLabel={lockText.form.change}
          onSet={setLock}
          backAction={backAction}
        />
      )}
      {!isFirstLock && view === "relock" && (
        <LockPasswordForm
          lead={labels.lockAgainLead}
          submitLabel={lockText.form.lock}
          isEncrypted={false}
          hint={currentLock.hint}
          onSubmit={(password) => setLock(sameLock(currentLock, password)).then(asNewPasswordError)}
          onBack={backAction.run}
        />
      )}
      {!isFirstLock && view === "remove" && (
        <LockPasswordForm
          lead={labels.removeLockLead}
          submitLabel={labels.removeLockSubmit}
          isEncrypted={currentLock.kind === "encryption"}
          hint={currentLock.hint}
          onSubmit={removeLock}
          onBack={backAction.run}
        />
      )}
      {!isFirstLock && view === "overview" && (
        <LockState
          kind={currentLock.kind === "encryption" ? "encryption" : "password"}
          isOpen={journal.is_unlocked}
          locksAutomatically={journal.auto_lock}
          lockLabel={canLockWithoutPassword ? labels.lockNow : labels.lockAgain}
          onLockNow={lockNow}
          onOpen={() => void navigate(`/journals/${id}/unlock`)}
          onChange={() => setView("change")}
          onRemoveLock={() => setView("remove")}
          onChangeAutomatic={setLocksAutomatically}
        />
      )}
    </Dialog>
  );
});

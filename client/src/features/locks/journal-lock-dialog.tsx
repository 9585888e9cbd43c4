import type { Journal } from "@daybook/domain/contract/journals";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { observer } from "mobx-react-lite";
import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import type { LockKind } from "./kind-choice.tsx";
import { journalLock, type NewLock } from "../../shared/lock-actions.ts";
import { storesOf } from "../../stores/use-stores.ts";
import { lockText } from "./lock-text.ts";
import { type CurrentLock, LockForm } from "./lock-form.tsx";
import { LockState } from "./lock-state.tsx";
import { RecoveryCode } from "./recovery-code.tsx";
import { LockPasswordForm } from "./lock-password-form.tsx";
import { asNewPasswordError, sameLock } from "./same-lock.ts";

const labels = lockText.dialog;

function kindOf({ lock_type_id: type }: Journal): LockKind {
  if (type === lockTypes.encryption) return "encryption";
  return type === lockTypes.password ? "password" : "none";
}

const beforeOf = (journal: Journal): CurrentLock => ({
  kind: kindOf(journal),
  hint: journal.password_hint ?? "",
  remember: journal.remember_password,
  auto: journal.auto_lock,
});

/** The current view of the dialog; `again` asks for the password that is not remembered. */
type View = "state" | "change" | "again" | "off" | { code: string };

/** The lock settings of a journal: set, change, lock now, remove. */
export const JournalLockDialog = observer(function JournalLockDialog({
  journal: journalOption,
  onClose,
}: {
  journal: Journal;
  onClose: () => void;
}) {
  const services = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toasts = useToasts();
  const actions = useMemo(() => journalLock(services, journalOption.id), [services, journalOption.id]);
  const journal = storesOf(services).journals.find(journalOption.id) ?? journalOption;
  const [view, setView] = useState<View>("state");
  const [isCodeSaved, setIsCodeSaved] = useState(false);
  const currentLock = beforeOf(journal);
  const [isFirst] = useState(() => currentLock.kind === "none");
  const { id, name } = journal;
  const canCloseAtOnce = currentLock.kind === "encryption" || journal.remember_password;

  /** Leaves the page, because a locked journal must not stay on screen. */
  const leave = () => {
    onClose();
    if (pathname.startsWith(`/journals/${id}`)) void navigate("/journals", { replace: true });
  };
  const handleLocked = () => {
    toasts.show(lockText.toasts.locked(name));
    leave();
  };
  const set = async (lock: NewLock): Promise<ApiFailure | null> => {
    const result = await actions.set(lock);
    if (!result.ok) return result;
    if (result.recoveryCode === null) handleLocked();
    else setView({ code: result.recoveryCode });
    return null;
  };
  const lockNow = async (): Promise<ApiFailure | null> => {
    if (!canCloseAtOnce) {
      setView("again");
      return null;
    }
    const result = await actions.close();
    if (!result.ok) return result;
    handleLocked();
    return null;
  };
  const removeLock = async (password: string): Promise<ApiFailure | null> => {
    const result = await actions.remove(password);
    if (!result.ok) return result;
    toasts.show(lockText.toasts.off(name));
    onClose();
    return null;
  };
  const setAuto = async (auto: boolean): Promise<ApiFailure | null> => {
    const result = await actions.setAuto(auto);
    return result.ok ? null : result;
  };

  const isCode = typeof view === "object";
  const close = () => {
    // The code is shown only once: an accidental click must not close the dialog.
    if (!isCode) onClose();
    else if (isCodeSaved) handleLocked();
    else toasts.show(lockText.code.first);
  };
  const backAction = { label: labels.back, run: () => setView("state") };
  return (
    <Dialog
      open
      onClose={close}
      title={isCode ? lockText.code.title : labels.journalTitle(name)}
      {...(isFirst && !isCode && { description: labels.lead })}
    >
      {isCode && (
        <RecoveryCode
          code={view.code}
          journalName={name}
          isCodeSaved={isCodeSaved}
          onCodeSavedChange={setIsCodeSaved}
          onDone={handleLocked}
        />
      )}
      {!isCode && isFirst && (
        <LockForm
          before={currentLock}
          kinds={["none", "password", "encryption"]}
          submitLabel={lockText.form.lock}
          onSet={set}
          onBack={{ label: labels.cancel, run: onClose }}
        />
      )}
      {!isFirst && view === "change" && (
        <LockForm
          before={currentLock}
          kinds={["password", "encryption"]}
          lead={labels.changeLead}
          submitLabel={lockText.form.change}
          onSet={set}
          onBack={backAction}
        />
      )}
      {!isFirst && view === "again" && (
        <LockPasswordForm
          lead={labels.lockAgainLead}
          submitLabel={lockText.form.lock}
          isEncrypted={false}
          hint={currentLock.hint}
          onSubmit={(password) => set(sameLock(currentLock, password)).then(asNewPasswordError)}
          onBack={backAction.run}
        />
      )}
      {!isFirst && view === "off" && (
        <LockPasswordForm
          lead={labels.removeLockLead}
          submitLabel={labels.removeLockSubmit}
          isEncrypted={currentLock.kind === "encryption"}
          hint={currentLock.hint}
          onSubmit={removeLock}
          onBack={backAction.run}
        />
      )}
      {!isFirst && view === "state" && (
        <LockState
          kind={currentLock.kind === "encryption" ? "encryption" : "password"}
          isOpen={journal.is_unlocked}
          auto={journal.auto_lock}
          lockLabel={canCloseAtOnce ? labels.lockNow : labels.lockAgain}
          onLockNow={lockNow}
          onOpen={() => void navigate(`/journals/${id}/unlock`)}
          onChange={() => setView("change")}
          onRemoveLock={() => setView("off")}
          onAuto={setAuto}
        />
      )}
    </Dialog>
  );
});

import type { Journal } from "@daybook/domain/contract/journals";
import { observer } from "mobx-react-lite";
import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import type { LockKind } from "./kind-choice.tsx";
import { journalLock, type NewLock } from "../../shared/lock-acts.ts";
import { lockCopy } from "./lock-copy.ts";
import { type LockBefore, LockForm } from "./lock-form.tsx";
import { LockState } from "./lock-state.tsx";
import { RecoveryCode } from "./recovery-code.tsx";
import { TakeOffForm } from "./take-off-form.tsx";

const words = lockCopy.dialog;

const kindOf = ({ lock_type_id: type }: Journal): LockKind =>
  type === 3 ? "encryption" : type === 2 ? "password" : "none";

const beforeOf = (journal: Journal): LockBefore => ({
  kind: kindOf(journal),
  hint: journal.password_hint ?? "",
  remember: journal.remember_password,
  auto: journal.auto_lock,
});

/** The part of the dialog that is shown; `again` locks anew where no password is remembered. */
type View = "state" | "change" | "again" | "off" | { code: string };

/** The lock of a journal: to make one, to change it, to close it, to take it off. */
export const JournalLockDialog = observer(function JournalLockDialog({
  journal: given,
  onClose,
}: {
  journal: Journal;
  onClose: () => void;
}) {
  const services = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toasts = useToasts();
  const acts = useMemo(() => journalLock(services, given.id), [services, given.id]);
  const journal = services.journals.find(given.id) ?? given;
  const [view, setView] = useState<View>("state");
  const [isKept, setIsKept] = useState(false);
  const [isFirst] = useState(() => journal.lock_type_id <= 1);
  const before = beforeOf(journal);
  const { id, name } = journal;
  const canCloseAtOnce = journal.lock_type_id === 3 || journal.remember_password;

  /** Nothing of a closed journal stays on the screen. */
  const leave = () => {
    onClose();
    if (pathname.startsWith(`/journals/${id}`)) void navigate("/journals", { replace: true });
  };
  const locked = () => {
    toasts.show(lockCopy.toasts.locked(name));
    leave();
  };
  const set = async (lock: NewLock): Promise<ApiFailure | null> => {
    const result = await acts.set(lock);
    if (!result.ok) return result;
    if (result.recoveryCode === null) locked();
    else setView({ code: result.recoveryCode });
    return null;
  };
  const lockNow = async (): Promise<ApiFailure | null> => {
    if (!canCloseAtOnce) {
      setView("again");
      return null;
    }
    const result = await acts.close();
    if (!result.ok) return result;
    locked();
    return null;
  };
  const takeOff = async (password: string): Promise<ApiFailure | null> => {
    const result = await acts.takeOff(password);
    if (!result.ok) return result;
    toasts.show(lockCopy.toasts.off(name));
    onClose();
    return null;
  };
  const setAuto = async (auto: boolean): Promise<ApiFailure | null> => {
    const result = await acts.setAuto(auto);
    return result.ok ? null : result;
  };

  const isCode = typeof view === "object";
  const close = () => {
    // The code is shown this once: it is not lost by a slip of the finger.
    if (!isCode) onClose();
    else if (isKept) locked();
    else toasts.show(lockCopy.code.first);
  };
  const back = { label: words.back, run: () => setView("state") };
  return (
    <Dialog
      open
      onClose={close}
      title={isCode ? lockCopy.code.title : words.journalTitle(name)}
      {...(isFirst && !isCode && { description: words.lead })}
    >
      {isCode && (
        <RecoveryCode
          code={view.code}
          journalName={name}
          isKept={isKept}
          onKept={setIsKept}
          onDone={locked}
        />
      )}
      {!isCode && isFirst && (
        <LockForm
          before={before}
          kinds={["none", "password", "encryption"]}
          submitLabel={lockCopy.form.lock}
          onSet={set}
          onBack={{ label: words.cancel, run: onClose }}
        />
      )}
      {!isFirst && (view === "change" || view === "again") && (
        <LockForm
          key={view}
          before={before}
          kinds={view === "again" ? ["password"] : ["password", "encryption"]}
          lead={view === "again" ? words.typeAgain : words.changeLead}
          submitLabel={view === "again" ? lockCopy.form.lock : lockCopy.form.change}
          onSet={set}
          onBack={back}
        />
      )}
      {!isFirst && view === "off" && (
        <TakeOffForm
          isEncrypted={before.kind === "encryption"}
          hint={before.hint}
          takeOff={takeOff}
          onBack={back.run}
        />
      )}
      {!isFirst && view === "state" && (
        <LockState
          type={before.kind === "encryption" ? 3 : 2}
          isOpen={journal.is_unlocked}
          auto={journal.auto_lock}
          lockLabel={canCloseAtOnce ? words.lockNow : words.lockAgain}
          onLockNow={lockNow}
          onOpen={() => void navigate(`/journals/${id}/unlock`)}
          onChange={() => setView("change")}
          onTakeOff={() => setView("off")}
          onAuto={setAuto}
        />
      )}
    </Dialog>
  );
});

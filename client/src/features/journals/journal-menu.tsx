import type { Journal } from "@daybook/domain/contract/journals";
import { Lock, LockKeyhole, MoreHorizontal, Palette, Pencil, Settings2, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useState } from "react";
import { whenReachable } from "../../shared/connection.ts";
import { commonText } from "../../shared/common-text.ts";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Menu, type MenuItem } from "../../shared/ui/menu.tsx";
import { TypedAhead } from "../../shared/ui/typed-ahead.tsx";
import type { JournalDialogName } from "./journal-settings.tsx";
import { canLockWithOneClick, type LockSlot, canLock } from "./lock-slot.ts";
import { NameDialog } from "./name-dialog.tsx";
import { journalsText } from "./journals-text.ts";
import { useJournalActions } from "./use-journal-actions.ts";

const LookSheet = lazy(
  whenReachable(async () => ({ default: (await import("./look-sheet.tsx")).LookSheet })),
);
const JournalSettings = lazy(
  whenReachable(async () => ({
    default: (await import("./journal-settings.tsx")).JournalSettings,
  })),
);
const RemindersSheet = lazy(
  whenReachable(async () => ({
    default: (await import("../../shared/reminders/reminders-sheet.tsx")).RemindersSheet,
  })),
);

const menuIcon = (Icon: typeof Lock) => <Icon size={16} aria-hidden />;

/** The open dialog of a journal. */
function JournalDialogs({
  journal,
  openDialog,
  isOwnPage,
  isOnPage,
  lockSlot: LockDialog,
  onOpen,
}: {
  journal: Journal;
  openDialog: JournalDialogName | null;
  isOwnPage: boolean;
  isOnPage: () => boolean;
  lockSlot: LockSlot;
  onOpen: (dialog: JournalDialogName | null) => void;
}) {
  const actions = useJournalActions(journal, { isOwnPage, isOnPage });
  /** the request of the open delete dialog; null before it is sent */
  const [request, setRequest] = useState<{ error?: string } | null>(null);
  const { name } = journal;
  const close = () => {
    setRequest(null);
    onOpen(null);
  };
  const remove = async () => {
    const sentRequest = {};
    setRequest(sentRequest);
    const result = await actions.remove();
    if (result.ok) close();
    else setRequest((current) => (current === sentRequest ? { error: result.message } : current));
  };
  return (
    <>
      <NameDialog
        open={openDialog === "rename"}
        title={journalsText.renameTitle}
        submitLabel={commonText.actions.save}
        name={name}
        onClose={close}
        save={actions.rename}
      />
      <Suspense fallback={<TypedAhead onClose={close} />}>
        {openDialog === "look" && <LookSheet journal={journal} onClose={close} />}
        {openDialog === "lock" && <LockDialog journal={journal} isOnPage={isOnPage} onClose={close} />}
        {openDialog === "reminders" && <RemindersSheet journal={journal} onClose={close} />}
        {openDialog === "settings" && <JournalSettings journal={journal} onClose={close} onOpen={onOpen} />}
      </Suspense>
      <Confirm
        open={openDialog === "delete"}
        title={journalsText.deleteTitle(name)}
        detail={journalsText.deleteDetail(commonText.journals.entries(journal.entries.total_entries))}
        confirmLabel={commonText.actions.delete}
        danger
        busy={request !== null && request.error === undefined}
        error={request?.error}
        onConfirm={() => void remove()}
        onCancel={close}
      />
    </>
  );
}

/** The menu of a journal. It has only the actions that the journal's classroom role allows. */
export const JournalMenu = observer(function JournalMenu({
  journal,
  isOwnPage = false,
  isOnPage,
  lockSlot,
}: {
  journal: Journal;
  /** true on the journal's own page */
  isOwnPage?: boolean;
  /** whether the user is still on the page. Call `useIsOnPage` in a component that stays mounted while the page is open */
  isOnPage: () => boolean;
  lockSlot: LockSlot;
}) {
  const [openDialog, setOpenDialog] = useState<JournalDialogName | null>(null);
  const actions = useJournalActions(journal, { isOwnPage, isOnPage });
  const dialogItem = (label: string, dialog: JournalDialogName, Icon: typeof Lock): MenuItem => ({
    label,
    icon: menuIcon(Icon),
    run: () => setOpenDialog(dialog),
  });
  const canEdit = !journal.is_classroom_slave;
  const items: MenuItem[] = [
    ...(canLockWithOneClick(journal)
      ? [{ label: journalsText.lockNow, icon: menuIcon(Lock), run: () => void actions.lockNow() }]
      : []),
    ...(canEdit
      ? [
          dialogItem(commonText.actions.rename, "rename", Pencil),
          dialogItem(journalsText.look, "look", Palette),
        ]
      : []),
    ...(canLock(journal) ? [dialogItem(journalsText.lock, "lock", LockKeyhole)] : []),
    ...(canEdit ? [dialogItem(journalsText.settings, "settings", Settings2)] : []),
    { ...dialogItem(commonText.actions.delete, "delete", Trash2), danger: true },
  ];
  return (
    <>
      <Menu
        label={journalsText.menu(journal.name)}
        icon={<MoreHorizontal size={18} aria-hidden />}
        items={items}
      />
      <JournalDialogs
        journal={journal}
        openDialog={openDialog}
        isOwnPage={isOwnPage}
        isOnPage={isOnPage}
        lockSlot={lockSlot}
        onOpen={setOpenDialog}
      />
    </>
  );
});

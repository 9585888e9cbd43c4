import type { Journal } from "@daybook/domain/contract/journals";
import { Lock, LockKeyhole, MoreHorizontal, Palette, Pencil, Settings2, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useState } from "react";
import { whenReachable } from "../../shared/connection.ts";
import { commonText } from "../../shared/common-text.ts";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Menu, type MenuItem } from "../../shared/ui/menu.tsx";
import { TypedAhead } from "../../shared/ui/typed-ahead.tsx";
import type { JournalDialog } from "./journal-settings.tsx";
import { canLockAtOnce, type LockSlot, canLock } from "./lock-slot.ts";
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

const icon = (Picture: typeof Lock) => <Picture size={16} aria-hidden />;

/** The open dialog of a journal. */
function JournalDialogs({
  journal,
  open,
  inside,
  lockSlot: LockDialog,
  onOpen,
}: {
  journal: Journal;
  open: JournalDialog | null;
  inside: boolean;
  lockSlot: LockSlot;
  onOpen: (dialog: JournalDialog | null) => void;
}) {
  const actions = useJournalActions(journal, inside);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { name } = journal;
  const close = () => {
    setRefusal(null);
    onOpen(null);
  };
  const remove = async () => {
    const result = await actions.remove();
    if (result.ok) close();
    else setRefusal(result.message);
  };
  return (
    <>
      <NameDialog
        open={open === "rename"}
        title={journalsText.renameTitle}
        submitLabel={commonText.actions.save}
        name={name}
        onClose={close}
        save={actions.rename}
      />
      <Suspense fallback={<TypedAhead onClose={close} />}>
        {open === "look" && <LookSheet journal={journal} onClose={close} />}
        {open === "lock" && <LockDialog journal={journal} onClose={close} />}
        {open === "reminders" && <RemindersSheet journal={journal} onClose={close} />}
        {open === "settings" && <JournalSettings journal={journal} onClose={close} onOpen={onOpen} />}
      </Suspense>
      <Confirm
        open={open === "delete"}
        title={journalsText.deleteTitle(name)}
        detail={journalsText.deleteDetail(commonText.journals.entries(journal.entries.total_entries))}
        confirmLabel={commonText.actions.delete}
        danger
        error={refusal ?? undefined}
        onConfirm={() => void remove()}
        onCancel={close}
      />
    </>
  );
}

/** The menu with all actions on a journal. Classroom journals have fewer. */
export const JournalMenu = observer(function JournalMenu({
  journal,
  inside = false,
  lockSlot,
}: {
  journal: Journal;
  /** true on the journal's own page */
  inside?: boolean;
  lockSlot: LockSlot;
}) {
  const [openDialog, setOpenDialog] = useState<JournalDialog | null>(null);
  const actions = useJournalActions(journal, inside);
  const show = (label: string, dialog: JournalDialog, picture: typeof Lock): MenuItem => ({
    label,
    icon: icon(picture),
    run: () => setOpenDialog(dialog),
  });
  const isOwn = !journal.is_classroom_slave;
  const items: MenuItem[] = [
    ...(canLockAtOnce(journal)
      ? [{ label: journalsText.lockNow, icon: icon(Lock), run: () => void actions.lockNow() }]
      : []),
    ...(isOwn
      ? [show(commonText.actions.rename, "rename", Pencil), show(journalsText.look, "look", Palette)]
      : []),
    ...(canLock(journal) ? [show(journalsText.lock, "lock", LockKeyhole)] : []),
    ...(isOwn ? [show(journalsText.settings, "settings", Settings2)] : []),
    { ...show(commonText.actions.delete, "delete", Trash2), danger: true },
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
        open={openDialog}
        inside={inside}
        lockSlot={lockSlot}
        onOpen={setOpenDialog}
      />
    </>
  );
});

import type { Journal } from "@daybook/domain/contract/journals";
import { Lock, LockKeyhole, MoreHorizontal, Palette, Pencil, Settings2, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useState } from "react";
import { copy } from "../../shared/copy.ts";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Menu, type MenuItem } from "../../shared/ui/menu.tsx";
import type { JournalDialog } from "./journal-settings.tsx";
import { closesAtOnce, type LockSlot, mayLock } from "./lock-slot.ts";
import { NameDialog } from "./name-dialog.tsx";
import { shelfCopy } from "./shelf-copy.ts";
import { useJournalActs } from "./use-journal-acts.ts";

const LookSheet = lazy(async () => ({ default: (await import("./look-sheet.tsx")).LookSheet }));
const JournalSettings = lazy(async () => ({
  default: (await import("./journal-settings.tsx")).JournalSettings,
}));

const icon = (Picture: typeof Lock) => <Picture size={16} aria-hidden />;

/** The dialog of a journal that is open. */
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
  const acts = useJournalActs(journal, inside);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { name } = journal;
  const close = () => {
    setRefusal(null);
    onOpen(null);
  };
  const remove = async () => {
    const result = await acts.remove();
    if (result.ok) close();
    else setRefusal(result.message);
  };
  return (
    <>
      <NameDialog
        open={open === "rename"}
        title={shelfCopy.renameTitle}
        submitLabel={copy.actions.save}
        name={name}
        onClose={close}
        save={acts.rename}
      />
      <Suspense>
        {open === "look" && <LookSheet journal={journal} onClose={close} />}
        {open === "lock" && <LockDialog journal={journal} onClose={close} />}
        {open === "settings" && <JournalSettings journal={journal} onClose={close} onOpen={onOpen} />}
      </Suspense>
      <Confirm
        open={open === "delete"}
        title={shelfCopy.deleteTitle(name)}
        detail={shelfCopy.deleteDetail(copy.journals.entries(journal.entries.total_entries))}
        confirmLabel={copy.actions.delete}
        danger
        error={refusal ?? undefined}
        onConfirm={() => void remove()}
        onCancel={close}
      />
    </>
  );
}

/** Everything that can be done with a journal as a whole. What belongs to its class is left out. */
export const JournalMenu = observer(function JournalMenu({
  journal,
  inside = false,
  lockSlot,
}: {
  journal: Journal;
  /** stands on the journal's own page */
  inside?: boolean;
  lockSlot: LockSlot;
}) {
  const [open, setOpen] = useState<JournalDialog | null>(null);
  const acts = useJournalActs(journal, inside);
  const show = (label: string, dialog: JournalDialog, picture: typeof Lock): MenuItem => ({
    label,
    icon: icon(picture),
    run: () => setOpen(dialog),
  });
  const isOwn = !journal.is_classroom_slave;
  const items: MenuItem[] = [
    ...(closesAtOnce(journal)
      ? [{ label: shelfCopy.lockNow, icon: icon(Lock), run: () => void acts.lockNow() }]
      : []),
    ...(isOwn ? [show(copy.actions.rename, "rename", Pencil), show(shelfCopy.look, "look", Palette)] : []),
    ...(mayLock(journal) ? [show(shelfCopy.lock, "lock", LockKeyhole)] : []),
    ...(isOwn ? [show(shelfCopy.settings, "settings", Settings2)] : []),
    { ...show(copy.actions.delete, "delete", Trash2), danger: true },
  ];
  return (
    <>
      <Menu
        label={shelfCopy.menu(journal.name)}
        icon={<MoreHorizontal size={18} aria-hidden />}
        items={items}
      />
      <JournalDialogs journal={journal} open={open} inside={inside} lockSlot={lockSlot} onOpen={setOpen} />
    </>
  );
});

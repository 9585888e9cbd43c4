import { Ellipsis, Lock, Palette, Tag } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { whenReachable } from "../../../shared/connection.ts";
import { lastListPath } from "../../../shared/last-list.ts";
import { useServices } from "../../../shared/services.ts";
import { useIsOnPage } from "../../../shared/use-is-on-page.ts";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { Menu, type MenuItem } from "../../../shared/ui/menu.tsx";
import { padText } from "../pad-text.ts";
import type { PadLock, PadLockProps } from "./pad-lock.ts";
import type { PadSession } from "../session/pad-session.ts";
import { Keyboard, Printer } from "../toolbar/tool-icons.ts";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { TypedAhead } from "../../../shared/ui/typed-ahead.tsx";
import { entryMenuText } from "./entry-menu-text.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import styles from "./entry-menu.module.css";
import { AddPhotoIcon, ShareIcon } from "./icons.tsx";
import { tagsText } from "../tags/tags-text.ts";
import { useStores } from "../../../stores/use-stores.ts";

const LookSheet = lazy(
  whenReachable(async () => ({ default: (await import("../look/look-sheet.tsx")).LookSheet })),
);
const ManageTags = lazy(
  whenReachable(async () => ({ default: (await import("../tags/manage-tags.tsx")).ManageTags })),
);
const PublicLink = lazy(
  whenReachable(async () => ({ default: (await import("../sharing/public-link.tsx")).PublicLink })),
);
const ShareByMail = lazy(
  whenReachable(async () => ({
    default: (await import("../sharing/share-by-mail.tsx")).ShareByMail,
  })),
);

/** The open dialog; "saving" while the entry is saved before its lock dialog opens. */
type DialogName = "look" | "tags" | "mail" | "link" | "lock" | "saving";

/** The actions on the entry: a few buttons in the bar, the others in menus. */
export const EntryMenu = observer(function EntryMenu({
  session,
  details,
  readOnly,
  lock: LockDialog,
  onShowShortcuts,
  onAddPhotos,
}: {
  session: PadSession;
  details: EntryDetailsStore;
  readOnly: boolean;
  /** the lock dialog; without it there is no lock action */
  lock?: PadLock | undefined;
  onShowShortcuts: () => void;
  onAddPhotos: (files: readonly File[]) => void;
}) {
  const { lockSync } = useServices();
  const { journals } = useStores();
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  const toasts = useToasts();
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const { saved, writing } = session.actor.getSnapshot().context;
  const entryId = saved?.id ?? null;
  const { hasLock, hint, remembersPassword, autoLocks } = details.values;
  const close = () => setOpenDialog(null);

  /** Saves the entry first: only a saved entry can be locked, and an entry cannot be saved while its lock is closed. */
  const openLock = async () => {
    setOpenDialog("saving");
    const isSaved = (await session.ensureEntry()) !== null && (await session.flush());
    // The user may have pressed Escape while the entry was being saved.
    setOpenDialog((current) => (current !== "saving" ? current : isSaved ? "lock" : null));
    if (!isSaved) toasts.show(padText.lockUnsaved);
  };
  const handleLockChange: PadLockProps["onChanged"] = (entry) => {
    // Takes only these fields from the reply. Its tags and photos may be outdated: some may have been added after the request was sent.
    details.put({
      hasLock: entry.locked,
      hint: entry.password_hint,
      remembersPassword: entry.remember_password,
      autoLocks: entry.auto_lock,
    });
    if (entry.is_unlocked) return;
    if (isOnPage()) void navigate(lastListPath(session.journalId));
    // The page that is open now may show the locked entry too.
    else lockSync.reload();
  };
  const shareItems: MenuItem[] = [
    { label: entryMenuText.byMail, run: () => setOpenDialog("mail") },
    { label: entryMenuText.byLink, run: () => setOpenDialog("link") },
  ];
  const moreItems: MenuItem[] = [
    ...(LockDialog && !readOnly
      ? [
          {
            label: hasLock ? entryMenuText.lockSettings : entryMenuText.lock,
            icon: <Lock size={18} aria-hidden />,
            run: () => void openLock(),
          },
        ]
      : []),
    { label: tagsText.manage.open, icon: <Tag size={18} aria-hidden />, run: () => setOpenDialog("tags") },
    {
      label: padText.print,
      icon: <Printer size={18} aria-hidden />,
      // The menu must be closed before printing.
      run: () => requestAnimationFrame(() => window.print()),
    },
    { label: padText.shortcuts, icon: <Keyboard size={18} aria-hidden />, run: onShowShortcuts },
  ];

  return (
    <>
      {!readOnly && (
        <>
          <IconButton label={entryMenuText.addPhotos} onClick={() => fileInput.current?.click()}>
            <AddPhotoIcon size={18} />
          </IconButton>
          <input
            className={styles.fileInput}
            ref={fileInput}
            type="file"
            accept="image/*,.heic,.heif"
            multiple
            tabIndex={-1}
            aria-hidden
            onChange={({ target }) => {
              onAddPhotos([...(target.files ?? [])]);
              target.value = "";
            }}
          />
          <IconButton label={entryMenuText.look} onClick={() => setOpenDialog("look")}>
            <Palette size={18} aria-hidden />
          </IconButton>
          <Menu label={entryMenuText.share} icon={<ShareIcon size={18} />} items={shareItems} />
        </>
      )}
      <Menu label={padText.more} icon={<Ellipsis size={18} aria-hidden />} items={moreItems} />
      {openDialog === "saving" && <TypedAhead onClose={close} />}
      <Suspense fallback={<TypedAhead onClose={close} />}>
        {openDialog === "look" && (
          <LookSheet
            session={session}
            details={details}
            composeSetting={journals.find(session.journalId)?.compose_setting}
            onClose={close}
          />
        )}
        {openDialog === "tags" && <ManageTags details={details} entryId={entryId} onClose={close} />}
        {openDialog === "mail" && <ShareByMail session={session} onClose={close} />}
        {openDialog === "link" && <PublicLink session={session} details={details} onClose={close} />}
        {openDialog === "lock" && LockDialog && entryId !== null && (
          <LockDialog
            entry={{
              id: entryId,
              title: writing.title,
              locked: hasLock,
              is_unlocked: true,
              password_hint: hint,
              remember_password: remembersPassword,
              auto_lock: autoLocks,
            }}
            journal={{ id: session.journalId }}
            onChanged={handleLockChange}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
});

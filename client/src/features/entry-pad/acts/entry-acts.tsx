import { Ellipsis, Lock, Palette, Tag } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { lastListOf } from "../../../shared/last-list.ts";
import { useServices } from "../../../shared/services.ts";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { Menu, type MenuItem } from "../../../shared/ui/menu.tsx";
import { padCopy } from "../pad-copy.ts";
import type { PadLock, PadLockProps } from "../pad-lock.ts";
import type { PadSession } from "../pad-session.ts";
import { Keyboard, Printer } from "../tool-icons.ts";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { actsCopy } from "./acts-copy.ts";
import { type BesideStore, extrasOf } from "./beside.store.ts";
import styles from "./entry-acts.module.css";
import { AddPhotoIcon, ShareIcon } from "./icons.tsx";
import { tagsCopy } from "./tags-copy.ts";

const LookSheet = lazy(async () => ({ default: (await import("./look-sheet.tsx")).LookSheet }));
const ManageTags = lazy(async () => ({ default: (await import("./manage-tags.tsx")).ManageTags }));
const PublicLink = lazy(async () => ({ default: (await import("./public-link.tsx")).PublicLink }));
const ShareByMail = lazy(async () => ({ default: (await import("./share-by-mail.tsx")).ShareByMail }));

type Opened = "look" | "tags" | "mail" | "link" | "lock";

/** What can be done with what hangs on an entry: a few buttons in the bar of the pad, the rest in menus. */
export const EntryActs = observer(function EntryActs({
  session,
  beside,
  readOnly,
  lock: LockDialog,
  onKeys,
  onPhotos,
}: {
  session: PadSession;
  beside: BesideStore;
  readOnly: boolean;
  /** the dialog for the lock of an entry; without it there is no act for it */
  lock?: PadLock | undefined;
  onKeys: () => void;
  onPhotos: (files: readonly File[]) => void;
}) {
  const { journals } = useServices();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [opened, setOpened] = useState<Opened | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const { saved, writing } = session.actor.getSnapshot().context;
  const entryId = saved?.id ?? null;
  const { isLocked, hint, remembers, autoLocks } = beside.extras;
  const close = () => setOpened(null);

  /** A lock is of an entry that is there, and a closed entry takes no save. */
  const openLock = async () => {
    if ((await session.ensureEntry()) !== null && (await session.flush())) setOpened("lock");
    else toasts.show(padCopy.lockUnsaved);
  };
  const lockChanged: PadLockProps["onDone"] = (entry) => {
    close();
    if (!entry) return;
    beside.put(extrasOf(entry));
    if (!entry.is_unlocked) void navigate(lastListOf(session.journalId));
  };
  const shareItems: MenuItem[] = [
    { label: actsCopy.byMail, run: () => setOpened("mail") },
    { label: actsCopy.byLink, run: () => setOpened("link") },
  ];
  const moreItems: MenuItem[] = [
    ...(LockDialog && !readOnly
      ? [
          {
            label: isLocked ? actsCopy.lockOf : actsCopy.lock,
            icon: <Lock size={18} aria-hidden />,
            run: () => void openLock(),
          },
        ]
      : []),
    { label: tagsCopy.manage.open, icon: <Tag size={18} aria-hidden />, run: () => setOpened("tags") },
    {
      label: padCopy.print,
      icon: <Printer size={18} aria-hidden />,
      // The menu is to be gone from the page first.
      run: () => requestAnimationFrame(() => window.print()),
    },
    { label: padCopy.shortcuts, icon: <Keyboard size={18} aria-hidden />, run: onKeys },
  ];

  return (
    <>
      {!readOnly && (
        <>
          <IconButton label={actsCopy.addPhotos} onClick={() => files.current?.click()}>
            <AddPhotoIcon size={18} />
          </IconButton>
          <input
            className={styles.files}
            ref={files}
            type="file"
            accept="image/*,.heic,.heif"
            multiple
            tabIndex={-1}
            aria-hidden
            onChange={({ target }) => {
              onPhotos([...(target.files ?? [])]);
              target.value = "";
            }}
          />
          <IconButton label={actsCopy.look} onClick={() => setOpened("look")}>
            <Palette size={18} aria-hidden />
          </IconButton>
          <Menu label={actsCopy.share} icon={<ShareIcon size={18} />} items={shareItems} />
        </>
      )}
      <Menu label={padCopy.more} icon={<Ellipsis size={18} aria-hidden />} items={moreItems} />
      <Suspense>
        {opened === "look" && (
          <LookSheet
            session={session}
            beside={beside}
            compose={journals.find(session.journalId)?.compose_setting}
            onClose={close}
          />
        )}
        {opened === "tags" && <ManageTags beside={beside} entryId={entryId} onClose={close} />}
        {opened === "mail" && <ShareByMail session={session} onClose={close} />}
        {opened === "link" && <PublicLink session={session} beside={beside} onClose={close} />}
        {opened === "lock" && LockDialog && entryId !== null && (
          <LockDialog
            entry={{
              id: entryId,
              title: writing.title,
              locked: isLocked,
              is_unlocked: true,
              password_hint: hint,
              remember_password: remembers,
              auto_lock: autoLocks,
            }}
            journal={{ id: session.journalId }}
            onDone={lockChanged}
          />
        )}
      </Suspense>
    </>
  );
});

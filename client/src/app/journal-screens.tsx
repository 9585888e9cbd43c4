import { lazy } from "react";
import { whenReachable } from "../shared/connection.ts";
import { JournalPage } from "../features/journals/journal-page.tsx";
import { JournalsPage } from "../features/journals/journals-page.tsx";

const LockDialog = lazy(
  whenReachable(async () => ({
    default: (await import("../features/locks/journal-lock-dialog.tsx")).JournalLockDialog,
  })),
);
const ThemePicker = lazy(
  whenReachable(async () => ({
    default: (await import("../features/account/theme-sheet.tsx")).ThemeSheet,
  })),
);

/** The journals page, with the dialogs of other features. */
export function JournalsScreen() {
  return <JournalsPage lockSlot={LockDialog} themePicker={ThemePicker} />;
}

/** The entry list of a journal, with the lock dialog. */
export function JournalScreen() {
  return <JournalPage lockSlot={LockDialog} />;
}

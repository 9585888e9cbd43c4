import { lazy } from "react";
import { JournalPage } from "./features/journals/journal-page.tsx";
import { JournalsPage } from "./features/journals/journals-page.tsx";

const LockDialog = lazy(async () => ({
  default: (await import("./features/locks/journal-lock-dialog.tsx")).JournalLockDialog,
}));
const ThemePicker = lazy(async () => ({
  default: (await import("./features/account/theme-sheet.tsx")).ThemeSheet,
}));

/** The shelf, with what other features bring to it. */
export function ShelfScreen() {
  return <JournalsPage lockSlot={LockDialog} themePicker={ThemePicker} />;
}

/** The list of a journal, with its lock. */
export function JournalScreen() {
  return <JournalPage lockSlot={LockDialog} />;
}

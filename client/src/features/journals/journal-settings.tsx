import type { Journal } from "@daybook/domain/contract/journals";
import type { ReactNode } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { lockOf } from "../../shared/ui/lock-badge.tsx";
import { Sheet } from "../../shared/ui/sheet.tsx";
import styles from "./journal-settings.module.css";
import { canLock } from "./lock-slot.ts";
import { journalsText } from "./journals-text.ts";

const words = journalsText.settingsSheet;

/** The dialogs of a journal. */
export type JournalDialog = "rename" | "look" | "lock" | "reminders" | "settings" | "delete";

function SettingRow({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <section className={styles.settingRow} aria-label={title}>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.detail}>{detail}</p>
      </div>
      {children}
    </section>
  );
}

/** All settings of a journal in one sheet. */
export function JournalSettings({
  journal,
  onClose,
  onOpen,
}: {
  journal: Journal;
  onClose: () => void;
  onOpen: (dialog: JournalDialog) => void;
}) {
  const change = (what: string, dialog: JournalDialog) => (
    <Button aria-label={`${words.change}: ${what}`} onClick={() => onOpen(dialog)}>
      {words.change}
    </Button>
  );
  return (
    <Sheet open onClose={onClose} title={words.title(journal.name)}>
      <div className={styles.settingRows}>
        <SettingRow title={words.name} detail={words.nameDetail(journal.name)}>
          {change(words.name, "rename")}
        </SettingRow>
        <SettingRow title={words.look} detail={words.lookDetail}>
          {change(words.look, "look")}
        </SettingRow>
        {canLock(journal) && (
          <SettingRow title={words.lock} detail={words.lockStates[lockOf(journal)]}>
            {change(words.lock, "lock")}
          </SettingRow>
        )}
        <SettingRow title={words.reminders} detail={words.remindersDetail}>
          {change(words.reminders, "reminders")}
        </SettingRow>
        <SettingRow title={words.lookingGlass} detail={words.lookingGlassDetail}>
          <span className={styles.later}>{words.later}</span>
        </SettingRow>
      </div>
    </Sheet>
  );
}

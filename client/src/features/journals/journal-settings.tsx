import type { Journal } from "@daybook/domain/contract/journals";
import { type ReactNode, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { lockOf } from "../../shared/ui/lock-badge.tsx";
import { Sheet } from "../../shared/ui/sheet.tsx";
import { SwitchInput } from "../../shared/ui/switch-input.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useStores } from "../../stores/use-stores.ts";
import styles from "./journal-settings.module.css";
import { canLock } from "./lock-slot.ts";
import { journalsText } from "./journals-text.ts";

const labels = journalsText.settingsSheet;

/** The names of the dialogs of a journal. */
export type JournalDialogName = "rename" | "look" | "lock" | "reminders" | "settings" | "delete";

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

/** Turns Looking Glass on or off for a journal. Turning it on turns it on for the account too. */
function LookingGlassSwitch({ journal: { id, looking_glass_status: status } }: { journal: Journal }) {
  const { journals } = useStores();
  const toasts = useToasts();
  const [pendingValue, setPendingValue] = useState<boolean | null>(null);
  const change = async (isOn: boolean) => {
    setPendingValue(isOn);
    const result = await journals.switchLookingGlass(id, isOn);
    setPendingValue(null);
    if (!result.ok) toasts.show(result.message);
  };
  return (
    <SwitchInput
      aria-label={labels.lookingGlass}
      checked={pendingValue ?? status === "On"}
      disabled={pendingValue !== null}
      onChange={(isOn) => void change(isOn)}
    />
  );
}

/** The settings of a journal: a switch for Looking Glass, and buttons that open the dialogs of the other settings. */
export function JournalSettings({
  journal,
  onClose,
  onOpen,
}: {
  journal: Journal;
  onClose: () => void;
  onOpen: (dialog: JournalDialogName) => void;
}) {
  const changeButton = (setting: string, dialog: JournalDialogName) => (
    <Button aria-label={`${labels.change}: ${setting}`} onClick={() => onOpen(dialog)}>
      {labels.change}
    </Button>
  );
  return (
    <Sheet open onClose={onClose} title={labels.title(journal.name)}>
      <div className={styles.settingRows}>
        <SettingRow title={labels.name} detail={labels.nameDetail(journal.name)}>
          {changeButton(labels.name, "rename")}
        </SettingRow>
        <SettingRow title={labels.look} detail={labels.lookDetail}>
          {changeButton(labels.look, "look")}
        </SettingRow>
        {canLock(journal) && (
          <SettingRow title={labels.lock} detail={labels.lockStates[lockOf(journal)]}>
            {changeButton(labels.lock, "lock")}
          </SettingRow>
        )}
        <SettingRow title={labels.reminders} detail={labels.remindersDetail}>
          {changeButton(labels.reminders, "reminders")}
        </SettingRow>
        <SettingRow title={labels.lookingGlass} detail={labels.lookingGlassDetail}>
          <LookingGlassSwitch journal={journal} />
        </SettingRow>
      </div>
    </Sheet>
  );
}

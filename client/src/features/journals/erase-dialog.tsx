import type { Journal } from "@daybook/domain/contract/journals";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { runInAction } from "mobx";
import { commonText } from "../../shared/common-text.ts";
import { type FormRules, requiredRule } from "../../shared/form-rules.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { PasswordField } from "../../shared/ui/field.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import styles from "./name-dialog.module.css";
import { journalsText } from "./journals-text.ts";
import { useStores } from "../../stores/use-stores.ts";

const words = journalsText.trash;

/** The body of the refusal for entries that have locks of their own. */
type ClosedEntries = { entries?: { entry: { id: number; title: string | null } }[] };

/** Asks before a journal is deleted permanently; a locked one also needs its password. */
export function EraseDialog({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  const { api, unlocks } = useServices();
  const { journals } = useStores();
  const toasts = useToasts();
  const { id, name } = journal;
  const isLocked = journal.lock_type_id !== lockTypes.none;
  const rules: FormRules = isLocked ? { plain_password: requiredRule(words.eraseMissing) } : {};
  const { form, failure, busy, handlers, error } = useCheckedForm(rules, async (fields) => {
    const result = await api.call("deleteJournal", {
      params: { journalId: String(id) },
      query: { permanent: "true" },
      body: isLocked ? { plain_password: textOf(fields, "plain_password") } : {},
    });
    if (!result.ok) return result;
    unlocks.delete(id);
    runInAction(() => (journals.trashed = journals.trashed?.filter((item) => item.id !== id) ?? null));
    toasts.show(words.erased(name));
    onClose();
    return null;
  });
  const { entries: closed = [] } = (failure?.status === 423 ? failure.body : {}) as ClosedEntries;
  const entries = commonText.journals.entries(journal.entries.total_entries);
  return (
    <Dialog open onClose={onClose} title={words.eraseTitle(name)} description={words.eraseDetail(entries)}>
      <form className={styles.form} ref={form} {...handlers} noValidate>
        <FormFailure failure={failure} />
        {closed.length > 0 && (
          <>
            <ul className={styles.closed}>
              {closed.map(({ entry }) => (
                <li key={entry.id}>{entry.title || words.eraseUntitled}</li>
              ))}
            </ul>
            <p className={styles.advice}>{words.eraseClosed}</p>
          </>
        )}
        {isLocked && (
          <PasswordField
            label={words.erasePassword}
            name="plain_password"
            autoComplete="off"
            {...(journal.password_hint && { hint: journal.password_hint })}
            error={error("plain_password")}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{commonText.actions.cancel}</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {words.erase}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import type { Journal } from "@daybook/domain/contract/journals";
import { runInAction } from "mobx";
import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useStores } from "../../stores/use-stores.ts";
import { journalsText } from "./journals-text.ts";
import styles from "./dialog-form.module.css";
import { PasswordQuestion } from "./password-question.tsx";

const labels = journalsText.trash;

/** The body of the refusal when entries of the journal have their own locks. A title is `null` while a lock hides it. */
type LockedEntriesBody = { entries?: { entry: { id: number; title: string | null } }[] };

const titleOf = (title: string | null): string =>
  title === null ? labels.eraseHiddenTitle : title || commonText.entries.untitled;

/** Lists the entries whose own locks prevent the deletion. */
function LockedEntriesNotice({ failure }: { failure: ApiFailure }) {
  const { entries = [] } = (failure.status === 423 ? failure.body : {}) as LockedEntriesBody;
  if (entries.length === 0) return null;
  return (
    <>
      <ul className={styles.lockedEntries}>
        {entries.map(({ entry }) => (
          <li key={entry.id}>{titleOf(entry.title)}</li>
        ))}
      </ul>
      <p className={styles.advice}>{labels.eraseLocked}</p>
    </>
  );
}

/** Asks before a journal is deleted permanently. A journal with a lock also needs its password. */
export function EraseDialog({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  const { api, unlocks } = useServices();
  const { journals } = useStores();
  const toasts = useToasts();
  const { id, name } = journal;
  async function erase(password?: string): Promise<ApiFailure | null> {
    const result = await api.call("deleteJournal", {
      params: { journalId: String(id) },
      query: { permanent: "true" },
      body: password === undefined ? {} : { plain_password: password },
    });
    if (!result.ok) return result;
    unlocks.delete(id);
    runInAction(() => (journals.trashed = journals.trashed?.filter((item) => item.id !== id) ?? null));
    toasts.show(labels.erased(name));
    return null;
  }
  return (
    <PasswordQuestion
      title={labels.eraseTitle(name)}
      detail={labels.eraseDetail(commonText.journals.entries(journal.entries.total_entries))}
      submitLabel={labels.erase}
      danger
      journal={journal}
      Explanation={LockedEntriesNotice}
      onSubmit={erase}
      onClose={onClose}
    />
  );
}

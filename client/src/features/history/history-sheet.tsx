import type { Entry, ListedVersion } from "@daybook/domain/contract/entries";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { restoreVersion } from "../../shared/entry-actions/entry-actions.ts";
import { randomToken } from "../../shared/random-token.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Sheet } from "../../shared/ui/sheet.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { momentOf } from "../../shared/dates.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useIsMounted } from "../../shared/use-is-mounted.ts";
import { historyText } from "./history-text.ts";
import styles from "./history-sheet.module.css";
import { useVersions } from "./use-versions.ts";
import { VersionList } from "./version-list.tsx";
import { VersionView } from "./version-view.tsx";

/** The props of the history sheet. */
export type HistorySheetProps = {
  journalId: number;
  entryId: number;
  /** true for entries that are in the trash or read-only: their versions can only be restored as new entries */
  readOnly: boolean;
  /** the entry has its own lock */
  hasLock: boolean;
  onClose: () => void;
  /** saves unsaved changes; a version replaces the text only when this returns true */
  flush: () => Promise<boolean>;
  /** called with the entry after a version replaced its text */
  onRestored: (entry: Entry) => void;
};

/** Restores versions. Retries of one choice share an idempotency key. */
function useRestore({ journalId, entryId }: HistorySheetProps) {
  const { api } = useServices();
  const idempotencyKeys = useRef(new Map<string, string>());
  return async (version: ListedVersion, replace: boolean) => {
    const choice = `${version.id}/${replace}`;
    const idempotencyKey = idempotencyKeys.current.get(choice) ?? randomToken();
    idempotencyKeys.current.set(choice, idempotencyKey);
    const result = await restoreVersion(
      api,
      { journalId, entryId },
      { versionId: version.id, replace },
      { idempotencyKey, quiet401: true },
    );
    if (result.ok) idempotencyKeys.current.delete(choice);
    return result;
  };
}

/** The question before a version replaces the text. */
function RestoreQuestion({
  version,
  flush,
  restore,
  onRestored,
  onCancel,
}: {
  version: ListedVersion;
  flush: () => Promise<boolean>;
  restore: ReturnType<typeof useRestore>;
  onRestored: (entry: Entry) => void;
  onCancel: () => void;
}) {
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const moment = momentOf(version.created_at, useDateFormat());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    // The latest changes must become a version before another version replaces them.
    const isSaved = await flush();
    // The user may have closed the question while the entry was being saved.
    if (!isMounted()) return;
    const result = isSaved
      ? await restore(version, true)
      : { ok: false as const, message: historyText.unsaved };
    setBusy(false);
    if (result.ok) {
      onRestored(result.data.entry);
      toasts.show(historyText.restored(moment));
      return;
    }
    setError(result.message);
    if (!isMounted()) toasts.show(historyText.notRestored(result.message));
  };
  return (
    <Confirm
      open
      title={historyText.restoreTitle(moment)}
      detail={historyText.restoreDetail}
      confirmLabel={historyText.restore}
      cancelLabel={historyText.cancel}
      busy={busy}
      error={error}
      onCancel={onCancel}
      onConfirm={() => void confirm()}
    />
  );
}

/** The versions of an entry: read, compare, restore. */
export function HistorySheet(props: HistorySheetProps) {
  const { journalId, entryId, readOnly, hasLock, onClose, onRestored, flush } = props;
  const navigate = useNavigate();
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const restore = useRestore(props);
  const { versions, hasOlder, failure, isLoading, loadMore } = useVersions(journalId, entryId);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [viewMode, setViewMode] = useState<"preview" | "diff">("preview");
  const [versionToRestore, setVersionToRestore] = useState<ListedVersion | null>(null);
  const selectedVersion = versions?.find(({ id }) => id === selectedId) ?? versions?.[0];

  const restoreAsNew = async (version: ListedVersion) => {
    const result = await restore(version, false);
    if (!result.ok) {
      toasts.show(result.message);
      return;
    }
    const { id, journal } = result.data.entry;
    const openNewEntry = () => {
      onClose();
      void navigate(`/journals/${journal.id}/${id}`);
    };
    toasts.show(historyText.restoredAsNew, { label: historyText.open, run: openNewEntry });
  };

  return (
    <Sheet open onClose={onClose} title={historyText.title} description={historyText.description} wide>
      {failure && (
        <Notice tone="failure">
          {failure.message || historyText.failed}
          <Button onClick={loadMore}>{historyText.tryAgain}</Button>
        </Notice>
      )}
      {!versions && !failure && <Skeleton lines={8} />}
      {versions && selectedVersion && (
        <div className={styles.columns}>
          <div className={styles.versions}>
            <VersionList
              versions={versions}
              hasOlder={hasOlder}
              isLoading={isLoading}
              selectedId={selectedVersion.id}
              onSelect={({ id }) => setSelectedId(id)}
              onMore={loadMore}
            />
          </div>
          <VersionView
            key={selectedVersion.id}
            journalId={journalId}
            entryId={entryId}
            version={selectedVersion}
            versions={versions}
            hasLock={hasLock}
            viewMode={viewMode}
            onChangeViewMode={setViewMode}
            onRestore={readOnly ? null : () => setVersionToRestore(selectedVersion)}
            onRestoreAsNew={() => void restoreAsNew(selectedVersion)}
          />
        </div>
      )}
      {versionToRestore && (
        <RestoreQuestion
          version={versionToRestore}
          flush={flush}
          restore={restore}
          onRestored={(entry) => {
            onRestored(entry);
            // The user may have closed this sheet and opened it again. Then `onClose` would close the new one.
            if (isMounted()) onClose();
          }}
          onCancel={() => setVersionToRestore(null)}
        />
      )}
    </Sheet>
  );
}

import type { Entry, Version } from "@daybook/domain/contract/entries";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { randomToken } from "../../shared/random-token.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Sheet } from "../../shared/ui/sheet.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { historyCopy } from "./history-copy.ts";
import styles from "./history-sheet.module.css";
import { useVersions } from "./use-versions.ts";
import { VersionList } from "./version-list.tsx";
import { momentOf, VersionView } from "./version-view.tsx";

/** What the sheet is told by the page it opens over. */
export type HistorySheetProps = {
  journalId: number;
  entryId: number;
  /** it lies in the trash, or is not to be changed: its versions can be looked at, and brought back as new entries */
  readOnly: boolean;
  onClose: () => void;
  /** saves what is unsaved; a version is only restored when that is true */
  flush: () => Promise<boolean>;
  /** the entry is now what the version was */
  onRestored: (entry: Entry) => void;
};

/** Brings versions back, each act under one key however often it is tried. */
function useRestore({ journalId, entryId, flush }: HistorySheetProps) {
  const { api } = useServices();
  const keys = useRef(new Map<string, string>());
  return async (version: Version, replace: boolean) => {
    // What was typed last becomes a version of its own before another takes its place.
    if (replace && !(await flush())) return { ok: false as const, message: historyCopy.unsaved };
    const act = `${version.id}/${replace}`;
    const idempotencyKey = keys.current.get(act) ?? randomToken();
    keys.current.set(act, idempotencyKey);
    const result = await api.call(
      "restoreVersion",
      {
        params: { journalId: String(journalId), entryId: String(entryId) },
        query: { version_id: String(version.id), replace: replace ? "true" : "false" },
      },
      { idempotencyKey, quiet401: true },
    );
    if (result.ok) keys.current.delete(act);
    return result;
  };
}

/** The versions of an entry: to read, to compare, to bring back. */
export function HistorySheet(props: HistorySheetProps) {
  const { journalId, entryId, readOnly, onClose, onRestored } = props;
  const navigate = useNavigate();
  const toasts = useToasts();
  const restore = useRestore(props);
  const { all, total, failure, isLoading, loadMore } = useVersions(journalId, entryId);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [asked, setAsked] = useState<Version | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const selected = all?.find(({ id }) => id === selectedId) ?? all?.[0];

  const bringBack = async (version: Version) => {
    setBusy(true);
    setError(undefined);
    const result = await restore(version, true);
    setBusy(false);
    if (!result.ok) {
      setError(result.message);
      return;
    }
    setAsked(null);
    onRestored(result.data.entry);
    onClose();
    toasts.show(historyCopy.restored(momentOf(version)));
  };

  const bringBackAsNew = async (version: Version) => {
    const result = await restore(version, false);
    if (!result.ok) {
      toasts.show(result.message);
      return;
    }
    const { id, journal } = result.data.entry;
    const open = () => {
      onClose();
      void navigate(`/journals/${journal.id}/${id}`);
    };
    toasts.show(historyCopy.restoredAsNew, { label: historyCopy.open, run: open });
  };

  return (
    <Sheet open onClose={onClose} title={historyCopy.title} description={historyCopy.description} wide>
      {failure && (
        <Notice tone="failure">
          {failure.message || historyCopy.failed}
          <Button onClick={loadMore}>{historyCopy.again}</Button>
        </Notice>
      )}
      {!all && !failure && <Skeleton lines={8} />}
      {all && selected && (
        <div className={styles.columns}>
          <div className={styles.versions}>
            <VersionList
              versions={all}
              total={total}
              isLoading={isLoading}
              selectedId={selected.id}
              onSelect={({ id }) => setSelectedId(id)}
              onMore={loadMore}
            />
          </div>
          <VersionView
            key={selected.id}
            journalId={journalId}
            entryId={entryId}
            version={selected}
            versions={all}
            onRestore={
              readOnly
                ? null
                : () => {
                    setError(undefined);
                    setAsked(selected);
                  }
            }
            onRestoreAsNew={() => void bringBackAsNew(selected)}
          />
        </div>
      )}
      <Confirm
        open={asked !== null}
        title={asked ? historyCopy.restoreTitle(momentOf(asked)) : ""}
        detail={historyCopy.restoreDetail}
        confirmLabel={historyCopy.restore}
        cancelLabel={historyCopy.cancel}
        busy={busy}
        error={error}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void bringBack(asked)}
      />
    </Sheet>
  );
}

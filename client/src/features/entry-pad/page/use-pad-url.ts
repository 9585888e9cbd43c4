import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

/**
 * Keeps the URL in sync: a new entry gets its own URL once it is created, an unsaved one has its draft in the URL. It keeps
 * that URL when the page is blank again: the URL of a new page would open another page, perhaps after the user typed.
 */
export function usePadUrl(
  journalId: number,
  entryId: number | null,
  localId: string,
  isUnsavedNew: boolean,
): void {
  const navigate = useNavigate();
  const [wasUnsaved, setWasUnsaved] = useState(isUnsavedNew);
  if (isUnsavedNew && !wasUnsaved) setWasUnsaved(true);
  const isBlank = entryId === null && !isUnsavedNew && !wasUnsaved;
  const path =
    entryId === null
      ? `/journals/${journalId}/new${isBlank ? "" : `?draft=${localId}`}`
      : `/journals/${journalId}/${entryId}`;
  useEffect(() => {
    const previousPath = location.pathname + location.search;
    if (path === previousPath) return;
    // A blank page keeps the day in its URL, for a reload.
    const isAtBlank = location.pathname === path && !new URLSearchParams(location.search).has("draft");
    if (isBlank && isAtBlank) return;
    void navigate(path, { replace: true, preventScrollReset: true, state: { previousPath } });
  }, [navigate, path, isBlank]);
}

/** When no draft can be stored, the browser asks before the page with the only copy is closed. */
export function useLeaveGuard(isOnlyHere: boolean): void {
  useEffect(() => {
    if (!isOnlyHere) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOnlyHere]);
}

import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

/**
 * Keeps the URL in sync. An entry that is not created yet has the id of its draft in the URL, also when the page is blank again: the URL
 * of a new page would open another page. Once the entry is created, it gets its own URL.
 */
export function usePadUrl(
  journalId: number,
  entryId: number | null,
  localId: string,
  isUnsaved: boolean,
): void {
  const navigate = useNavigate();
  const [wasUnsaved, setWasUnsaved] = useState(isUnsaved);
  if (isUnsaved && !wasUnsaved) setWasUnsaved(true);
  const isBlank = entryId === null && !isUnsaved && !wasUnsaved;
  const path =
    entryId === null
      ? `/journals/${journalId}/new${isBlank ? "" : `?draft=${localId}`}`
      : `/journals/${journalId}/${entryId}`;
  useEffect(() => {
    const previousPath = location.pathname + location.search;
    if (path === previousPath) return;
    // A blank page keeps the day in its URL, for a reload.
    const isAtBlankUrl = location.pathname === path && !new URLSearchParams(location.search).has("draft");
    if (isBlank && isAtBlankUrl) return;
    void navigate(path, { replace: true, preventScrollReset: true, state: { previousPath } });
  }, [navigate, path, isBlank]);
}

/** When no draft can be stored, the browser asks before the page with the only copy is closed. */
export function useLeaveGuard(hasOnlyCopy: boolean): void {
  useEffect(() => {
    if (!hasOnlyCopy) return;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", askBeforeLeaving);
    return () => window.removeEventListener("beforeunload", askBeforeLeaving);
  }, [hasOnlyCopy]);
}

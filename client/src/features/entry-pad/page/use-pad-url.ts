import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useIsOnPage } from "../../../shared/use-is-on-page.ts";

/**
 * Keeps the URL in sync with the page. After the first change, the URL of an entry that is not created yet contains the id of its draft,
 * also when the page is blank again: without that id, the URL would open another page. Once the entry is created, the page has the URL
 * of the entry.
 *
 * @param localId the id of the page's draft
 */
export function usePadUrl(
  journalId: number,
  entryId: number | null,
  localId: string,
  isUnsaved: boolean,
): void {
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  const [wasUnsaved, setWasUnsaved] = useState(isUnsaved);
  if (isUnsaved && !wasUnsaved) setWasUnsaved(true);
  const isUntouched = entryId === null && !isUnsaved && !wasUnsaved;
  const path =
    entryId === null
      ? `/journals/${journalId}/new${isUntouched ? "" : `?draft=${localId}`}`
      : `/journals/${journalId}/${entryId}`;
  useEffect(() => {
    const previousPath = location.pathname + location.search;
    // While another page loads, a navigation would cancel the loading, or replace the URL of the other page.
    if (path === previousPath || !isOnPage()) return;
    // An untouched pad keeps its URL, which may contain a day: after a reload, the pad has the same day again.
    const hasDraftId = new URLSearchParams(location.search).has("draft");
    if (isUntouched && location.pathname === path && !hasDraftId) return;
    void navigate(path, { replace: true, preventScrollReset: true, state: { previousPath } });
  }, [navigate, isOnPage, path, isUntouched]);
}

/** Makes the browser ask before it closes a page that has the only copy of a text, because no draft could be stored. */
export function useLeaveGuard(hasOnlyCopy: boolean): void {
  useEffect(() => {
    if (!hasOnlyCopy) return;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", askBeforeLeaving);
    return () => window.removeEventListener("beforeunload", askBeforeLeaving);
  }, [hasOnlyCopy]);
}

import { useCallback, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * Returns a function that says whether the user is still on the page: `false` when the page is closed, or another one is loading. A
 * late reply must not navigate then.
 *
 * @param pageId the id of what the page shows, such as a journal. Needed when one component stays rendered for several pages: after it is
 *   rendered with another id, a function from an earlier render returns `false`.
 */
export function useIsOnPage(pageId?: number): () => boolean {
  const isOnPage = useRef(true);
  const currentPageId = useRef(pageId);
  const isLeaving = useNavigation().location !== undefined;
  useEffect(() => {
    isOnPage.current = !isLeaving;
    return () => {
      isOnPage.current = false;
    };
  }, [isLeaving]);
  useEffect(() => {
    currentPageId.current = pageId;
  }, [pageId]);
  return useCallback(() => isOnPage.current && currentPageId.current === pageId, [pageId]);
}

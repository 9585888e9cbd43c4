import { useCallback, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * Returns a function that says whether the user is still on the page: `false` when the page is closed, or another one is loading. A
 * late reply must not navigate then.
 *
 * @param pageId what the page shows, for a component that several pages share. After the component is rendered with another id, a function
 *   from an earlier render returns `false`.
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

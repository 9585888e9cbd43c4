import { useCallback, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * Returns a function that says whether the user is still on the page: `false` when the page is closed, or another one is loading. A
 * late reply must not navigate then.
 *
 * @param pageId what the page shows, for a component that several pages share. After the component is rendered with another id, a function
 *   from an earlier render returns `false`.
 */
export function useIsStaying(pageId?: number): () => boolean {
  const isStaying = useRef(true);
  const currentPageId = useRef(pageId);
  const isLeaving = useNavigation().location !== undefined;
  useEffect(() => {
    isStaying.current = !isLeaving;
    return () => {
      isStaying.current = false;
    };
  }, [isLeaving]);
  useEffect(() => {
    currentPageId.current = pageId;
  }, [pageId]);
  return useCallback(() => isStaying.current && currentPageId.current === pageId, [pageId]);
}

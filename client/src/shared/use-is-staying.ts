import { useCallback, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * Returns a function that says whether the user is still on the page: `false` when the page is closed, or another one is loading. A
 * late reply must not navigate then.
 */
export function useIsStaying(): () => boolean {
  const isStaying = useRef(true);
  const isLeaving = useNavigation().location !== undefined;
  useEffect(() => {
    isStaying.current = !isLeaving;
    return () => {
      isStaying.current = false;
    };
  }, [isLeaving]);
  return useCallback(() => isStaying.current, []);
}

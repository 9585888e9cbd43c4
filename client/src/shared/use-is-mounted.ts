import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that says whether the component is still mounted. A dialog asks this before a late reply closes it: when the dialog
 * is already closed, the reply must not close the dialog that was opened next.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}

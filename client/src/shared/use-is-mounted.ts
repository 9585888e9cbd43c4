import { useCallback, useEffect, useRef } from "react";

/** Returns a function that says whether the component is still shown. A late reply to a closed dialog must not close the next one. */
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

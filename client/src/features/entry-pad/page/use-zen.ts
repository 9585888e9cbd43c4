import { useCallback, useEffect, useState } from "react";

/** Focus mode: shows only the page. A data attribute on the document hides everything else, which does not belong to the pad. */
export function useZen(): { zen: boolean; toggle: () => void; leave: () => void } {
  const [zen, setZen] = useState(false);
  useEffect(() => {
    if (!zen) return;
    const { dataset } = document.documentElement;
    dataset["zen"] = "";
    return () => {
      delete dataset["zen"];
    };
  }, [zen]);
  const toggle = useCallback(() => setZen((isZen) => !isZen), []);
  const leave = useCallback(() => setZen(false), []);
  return { zen, toggle, leave };
}

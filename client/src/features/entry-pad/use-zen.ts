import { useCallback, useEffect, useState } from "react";

/** Whether only the page is shown; the document says so, because what surrounds the pad is not the pad's. */
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
  const toggle = useCallback(() => setZen((now) => !now), []);
  const leave = useCallback(() => setZen(false), []);
  return { zen, toggle, leave };
}

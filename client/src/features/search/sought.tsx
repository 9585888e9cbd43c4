import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { SoughtState } from "./search-path.ts";

/**
 * What was looked for, marked on the page of the entry that it was found in. It stands beside the pad and looks at the page alone, so
 * nothing of it can reach the text; what does it is fetched when there is something to mark.
 */
export function Sought() {
  const { key, state } = useLocation();
  const sought = (state as SoughtState)?.sought;
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (typeof sought !== "string") return;
    const stop = new AbortController();
    import("./mark-sought.ts").then(
      ({ markSought }) => {
        if (!stop.signal.aborted) markSought(sought, stop.signal, setSaid);
      },
      () => {},
    );
    return () => {
      stop.abort();
      setSaid("");
    };
  }, [sought, key]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

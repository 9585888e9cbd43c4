import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { MatchState } from "./search-path.ts";

/**
 * Highlights the search terms on the page of an entry that was opened from a search. This component is next to the pad and has no
 * access to its state, so it cannot change the text. The code that highlights loads only when the page was opened from a search.
 */
export function MatchHighlight() {
  const { key, state } = useLocation();
  const match = (state as MatchState)?.match;
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    if (typeof match !== "string") return;
    const controller = new AbortController();
    import("./highlight-matches.ts").then(
      ({ highlightMatches }) => {
        if (!controller.signal.aborted) highlightMatches(match, controller.signal, setAnnouncement);
      },
      () => {},
    );
    return () => {
      controller.abort();
      setAnnouncement("");
    };
  }, [match, key]);
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}

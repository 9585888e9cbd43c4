import { useMemo } from "react";
import { startNearFirstMatch, markedPieces } from "./marked-text.ts";

/** The text of a search result, with its matches marked. */
export function Marked({ html, isOneLine = false }: { html: string; isOneLine?: boolean }) {
  const pieces = useMemo(() => {
    const allPieces = markedPieces(html);
    return isOneLine ? startNearFirstMatch(allPieces) : allPieces;
  }, [html, isOneLine]);
  return pieces.map(({ text, isMatch }, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- a piece is identified by its position
    isMatch ? <mark key={index}>{text}</mark> : text,
  );
}

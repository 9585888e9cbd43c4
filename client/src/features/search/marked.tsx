import { useMemo } from "react";
import { markedPieces } from "./marked-text.ts";

/** The text of a search result, with its matches marked. */
export function Marked({ html }: { html: string }) {
  const pieces = useMemo(() => markedPieces(html), [html]);
  return pieces.map(({ text, isMatch }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- a piece is identified by its position
    isMatch ? <mark key={at}>{text}</mark> : text,
  );
}

import type { Version } from "@daybook/domain/contract/entries";
import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { foldDiff, type Piece, type ShownPiece } from "./fold-diff.ts";
import { historyText } from "./history-text.ts";
import { useReply } from "../../shared/use-reply.ts";
import styles from "./version-view.module.css";

function PieceView({ piece }: { piece: ShownPiece }) {
  if (piece.op === "folded") return <span className={styles.folded}>{historyText.folded(piece.words)}</span>;
  if (piece.op === "equal") return piece.text;
  const Element = piece.op === "insert" ? "ins" : "del";
  return (
    <Element>
      <span className="visually-hidden">
        {piece.op === "insert" ? historyText.inserted : historyText.deleted}{" "}
      </span>
      {piece.text}
    </Element>
  );
}

/** A diff. For long texts it shows only the changes, and the whole text on demand. */
function Diff({ diff }: { diff: readonly Piece[] }) {
  const [showsWholeText, setShowsWholeText] = useState(false);
  const folded = foldDiff(diff);
  const canFold = folded.some(({ op }) => op === "folded");
  return (
    <>
      {canFold && (
        <Button
          variant="quiet"
          aria-pressed={showsWholeText}
          onClick={() => setShowsWholeText(!showsWholeText)}
        >
          {historyText.whole}
        </Button>
      )}
      <p className={styles.diff}>
        {(showsWholeText ? diff : folded).map((piece, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a piece is identified by its position
          <PieceView key={index} piece={piece} />
        ))}
      </p>
    </>
  );
}

/** The words added and removed between two versions, in one readable text. */
export function VersionDiff({
  journalId,
  entryId,
  from,
  to,
}: {
  journalId: number;
  entryId: number;
  from: Version;
  to: Version;
}) {
  const reply = useReply("diffVersions", {
    params: { journalId: String(journalId), entryId: String(entryId) },
    query: { from: String(from.id), to: String(to.id) },
  });
  if (!reply) return <Skeleton lines={6} />;
  if (!reply.ok) return <Notice tone="failure">{reply.message}</Notice>;
  const { diff } = reply.data;
  if (diff.every(({ op }) => op === "equal")) return <p className={styles.none}>{historyText.noChange}</p>;
  return <Diff key={`${from.id}/${to.id}`} diff={diff} />;
}

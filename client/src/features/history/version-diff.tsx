import type { ChangedPicture, ListedVersion } from "@daybook/domain/contract/entries";
import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Picture } from "../../shared/ui/picture.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { collapseDiff, type Piece, type DisplayPiece } from "./collapse-diff.ts";
import { historyText } from "./history-text.ts";
import { useReply } from "../../shared/use-reply.ts";
import styles from "./version-view.module.css";

function PieceView({ piece }: { piece: DisplayPiece }) {
  if (piece.op === "collapsed")
    return <span className={styles.collapsed}>{historyText.collapsed(piece.words)}</span>;
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

/** A diff. For long texts, it shows the changes, and the unchanged text on demand. */
function Diff({ diff }: { diff: readonly Piece[] }) {
  const [showsFullText, setShowsFullText] = useState(false);
  const collapsedDiff = collapseDiff(diff);
  const canCollapse = collapsedDiff.some(({ op }) => op === "collapsed");
  return (
    <>
      {canCollapse && (
        <Button variant="quiet" aria-pressed={showsFullText} onClick={() => setShowsFullText(!showsFullText)}>
          {historyText.showUnchanged}
        </Button>
      )}
      <p className={styles.diff}>
        {(showsFullText ? diff : collapsedDiff).map((piece, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a piece is identified by its position
          <PieceView key={index} piece={piece} />
        ))}
      </p>
    </>
  );
}

/** The pictures that were added or removed. */
function ChangedPictures({
  heading,
  pictures,
  change,
}: {
  heading: string;
  pictures: readonly ChangedPicture[];
  change: "insert" | "delete";
}) {
  if (pictures.length === 0) return null;
  const Element = change === "insert" ? "ins" : "del";
  return (
    <section className={styles.pictures} aria-label={heading}>
      <h4>{heading}</h4>
      <ul>
        {pictures.map(({ photo_id: id, url, description }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a photo may be twice in the text
          <li key={index}>
            <Element>
              {url === null ? (
                historyText.photoDeleted
              ) : (
                <Picture src={url} alt={description || (id === null ? "" : historyText.photo)} />
              )}
            </Element>
            {description}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the pictures added and removed between two versions, and marks the words added and removed in one readable text. */
export function VersionDiff({
  journalId,
  entryId,
  from,
  to,
}: {
  journalId: number;
  entryId: number;
  from: ListedVersion;
  to: ListedVersion;
}) {
  const reply = useReply("diffVersions", {
    params: { journalId: String(journalId), entryId: String(entryId) },
    query: { from: String(from.id), to: String(to.id) },
  });
  if (!reply) return <Skeleton lines={6} />;
  if (!reply.ok) return <Notice tone="failure">{reply.message}</Notice>;
  const { diff, photos_added: photosAdded, photos_removed: photosRemoved } = reply.data;
  const hasSameText = diff.every(({ op }) => op === "equal");
  return (
    <>
      <ChangedPictures heading={historyText.photosAdded} pictures={photosAdded} change="insert" />
      <ChangedPictures heading={historyText.photosRemoved} pictures={photosRemoved} change="delete" />
      {hasSameText ? (
        <p className={styles.none}>{historyText.noChange}</p>
      ) : (
        <Diff key={`${from.id}/${to.id}`} diff={diff} />
      )}
    </>
  );
}

import type { Version } from "@daybook/domain/contract/entries";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { historyCopy } from "./history-copy.ts";
import { useReply } from "./use-reply.ts";
import styles from "./version-view.module.css";

/** What was added and removed between two versions, in one readable text. */
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
  const isSame = diff.every(({ op }) => op === "equal");
  return (
    <>
      {isSame && <p className={styles.none}>{historyCopy.noChange}</p>}
      <p className={styles.diff}>
        {diff.map(({ op, text }, index) => {
          if (op === "equal") return text;
          const Element = op === "insert" ? "ins" : "del";
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
            <Element key={index}>
              <span className="visually-hidden">
                {op === "insert" ? historyCopy.inserted : historyCopy.deleted}{" "}
              </span>
              {text}
            </Element>
          );
        })}
      </p>
    </>
  );
}

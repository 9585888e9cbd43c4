import type { Version } from "@daybook/domain/contract/entries";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { historyCopy } from "./history-copy.ts";
import { SafeHtml } from "./safe-html.tsx";
import { useReply } from "./use-reply.ts";
import styles from "./version-view.module.css";

/** A version as it was. */
export function VersionPreview({
  journalId,
  entryId,
  version,
}: {
  journalId: number;
  entryId: number;
  version: Version;
}) {
  const reply = useReply("previewVersion", {
    params: { journalId: String(journalId), entryId: String(entryId) },
    query: { version_id: String(version.id) },
  });
  if (!reply) return <Skeleton lines={6} />;
  if (!reply.ok) return <Notice tone="failure">{reply.message}</Notice>;
  const { title, richtext_body: html } = reply.data.version;
  return (
    <>
      <h4 className={styles.title}>{title || historyCopy.untitled}</h4>
      {html === "" ? <p className={styles.none}>{historyCopy.noText}</p> : <SafeHtml html={html} />}
    </>
  );
}

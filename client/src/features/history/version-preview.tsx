import { plainThemeId } from "@daybook/domain/contract/appearance-values";
import type { ListedVersion } from "@daybook/domain/contract/entries";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { historyText } from "./history-text.ts";
import entryTextStyles from "../../shared/ui/entry-text.module.css";
import { RuledArea } from "../../shared/ui/ruled-area.tsx";
import { SafeHtml } from "../../shared/ui/safe-html.tsx";
import { ThemedPage } from "../../shared/ui/themed-page.tsx";
import { useReply } from "../../shared/use-reply.ts";
import styles from "./version-view.module.css";
import { useStores } from "../../stores/use-stores.ts";

/** A version in the style of its journal. */
export function VersionPreview({
  journalId,
  entryId,
  version,
}: {
  journalId: number;
  entryId: number;
  version: ListedVersion;
}) {
  const { journals } = useStores();
  const composeSetting = journals.find(journalId)?.compose_setting;
  const reply = useReply("previewVersion", {
    params: { journalId: String(journalId), entryId: String(entryId) },
    query: { version_id: String(version.id) },
  });
  if (!reply) return <Skeleton lines={6} />;
  if (!reply.ok) return <Notice tone="failure">{reply.message}</Notice>;
  const { title, richtext_body: html } = reply.data.version;
  return (
    <ThemedPage
      pageThemeId={composeSetting?.default_page_theme_id ?? plainThemeId}
      padThemeId={plainThemeId}
      composeSetting={composeSetting}
      className={styles.page}
    >
      <h4 className={styles.title}>{title || historyText.untitled}</h4>
      <RuledArea>
        <div className={entryTextStyles.text}>
          {html === "" ? <p className={styles.none}>{historyText.noText}</p> : <SafeHtml html={html} />}
        </div>
      </RuledArea>
    </ThemedPage>
  );
}

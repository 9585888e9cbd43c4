import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { momentOf } from "../../shared/dates.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { accountText } from "./account-text.ts";
import { browserName } from "../../shared/browser-name.ts";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Section } from "./section.tsx";
import styles from "./security.module.css";
import { useFetched } from "../../shared/use-fetched.ts";

const labels = accountText.activity;

/** The recent activity of the account, newest first, in pages. */
export const ActivitySection = observer(function ActivitySection() {
  const [page, setPage] = useState(1);
  const { data, failure, busy, reload } = useFetched("listActivity", { query: { page: String(page) } });
  const dateFormat = useDateFormat();
  const pageCount = data?.total_pages ?? 1;
  return (
    <Section title={labels.title} lead={labels.lead} wide>
      {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={6} />}
      {data?.activities.length === 0 && <p className={styles.details}>{labels.none}</p>}
      {data && data.activities.length > 0 && (
        <table className={styles.activity} aria-busy={busy}>
          <thead>
            <tr>
              <th scope="col">{labels.columns.when}</th>
              <th scope="col">{labels.columns.what}</th>
              <th scope="col">{labels.columns.where}</th>
            </tr>
          </thead>
          <tbody>
            {data.activities.map(({ activity: { id, at, summary, ip, user_agent: agent } }) => (
              <tr key={id}>
                <td className={styles.when}>
                  <time dateTime={at}>{momentOf(at, dateFormat)}</time>
                </td>
                <td>{summary}</td>
                <td className={styles.where}>
                  {browserName(agent)}
                  {ip && <span className={styles.ip}>{ip}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pageCount > 1 && (
        <nav className={styles.pager} aria-label={labels.pages}>
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {labels.newer}
          </Button>
          <span className={styles.details} aria-live="polite">
            {labels.page(page, pageCount)}
          </span>
          <Button disabled={page >= pageCount} onClick={() => setPage(page + 1)}>
            {labels.older}
          </Button>
        </nav>
      )}
    </Section>
  );
});

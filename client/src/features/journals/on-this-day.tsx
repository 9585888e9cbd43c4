import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { dayOfInstant } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import styles from "./on-this-day.module.css";
import { journalsText } from "./journals-text.ts";

const labels = journalsText.onThisDay;

/**
 * The entries of this day in earlier years. Renders nothing when there are none or they could not be loaded: it is not
 * essential.
 *
 * @param opened changes whenever a journal is locked or unlocked, which changes the visible entries
 */
export const OnThisDay = observer(function OnThisDay({ opened }: { opened: string }) {
  const { api, clock } = useServices();
  const dateFormat = useDateFormat();
  const [found, setFound] = useState<{ opened: string; entries: readonly ListedEntry[] } | null>(null);
  const id = useId();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void api.call("onThisDay", {}, { signal, retries: 0 }).then((result) => {
      if (!result.ok || signal.aborted) return;
      setFound({ opened, entries: result.data.entries.map(({ entry }) => entry) });
    });
    return () => controller.abort();
  }, [api, opened]);
  // Entries of a journal that was locked in the meantime disappear before the new reply arrives.
  if (found?.opened !== opened || found.entries.length === 0) return null;
  const thisYear = Number(dayOfInstant(clock.now()).slice(0, 4));
  return (
    <section className={styles.strip} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {labels.title}
      </h2>
      <ul className={styles.pages}>
        {found.entries.map(
          ({ id: entryId, journal, title, excerpt, local_date: day, locked, is_unlocked }) => (
            <li key={entryId} className={styles.page}>
              <p className={styles.when}>
                <time dateTime={day} title={formatLocalDate(day, dateFormat)}>
                  {labels.ago(thisYear - Number(day.slice(0, 4)))}
                </time>{" "}
                {labels.inJournal(journal.name)}
              </p>
              <h3 className={styles.name}>
                <Link to={`/journals/${journal.id}/${entryId}`}>{title || commonText.entries.untitled}</Link>
              </h3>
              <p className={styles.excerpt}>{locked && !is_unlocked ? labels.closed : excerpt}</p>
            </li>
          ),
        )}
      </ul>
    </section>
  );
});

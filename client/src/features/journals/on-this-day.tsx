import { ageInWords } from "@daybook/domain/contract/age-in-words";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { dayNumberAt, localDateOf } from "@daybook/domain/reminder/wall-clock";
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { useAtom } from "../../shared/atom.ts";
import { commonText } from "../../shared/common-text.ts";
import { dayOfInstant } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useDateFormat } from "../../shared/use-date-format.ts";
import styles from "./on-this-day.module.css";
import { journalsText } from "./journals-text.ts";

const labels = journalsText.onThisDay;

function PastEntry({ entry, onExclude }: { entry: ListedEntry; onExclude: () => void }) {
  const { clock, settings } = useServices();
  const dateFormat = useDateFormat();
  // The server chose the entry for this date in the user's time zone. The device may have another time zone.
  const timezone = useAtom(settings.current)?.timezone;
  const now = clock.now();
  const today = timezone === undefined ? dayOfInstant(now) : localDateOf(dayNumberAt(timezone, now));
  const { id, journal, title, excerpt, local_date: day } = entry;
  const name = title || commonText.entries.untitled;
  return (
    <li className={styles.entry}>
      <p className={styles.when}>
        <time dateTime={day} title={formatLocalDate(day, dateFormat)}>
          {ageInWords(day, today)}
        </time>{" "}
        {labels.inJournal(journal.name)}
      </p>
      <h3 className={styles.name}>
        <Link to={`/journals/${journal.id}/${id}`}>{name}</Link>
      </h3>
      <p className={styles.excerpt}>{excerpt}</p>
      <Button
        variant="quiet"
        className={styles.exclude}
        aria-label={labels.excludeEntry(name)}
        onClick={onExclude}
      >
        {labels.exclude}
      </Button>
    </li>
  );
}

/** Asks for confirmation, then excludes an entry from Looking Glass. */
function ExcludeDialog({
  entry,
  onDone,
  onCancel,
}: {
  entry: ListedEntry | null;
  /** called also for a reply that arrives after Cancel, when the dialog may be open for another entry */
  onDone: (entryId: number) => void;
  onCancel: () => void;
}) {
  const { api, sessionActor } = useServices();
  const toasts = useToasts();
  /** the request of the open dialog; null before it is sent */
  const [request, setRequest] = useState<{ error?: string } | null>(null);
  const exclude = async ({ id }: ListedEntry) => {
    const sentRequest = {};
    setRequest(sentRequest);
    const slug = sessionActor.getSnapshot().context.session?.user.slug;
    const result = await api.call("excludeFromLookingGlass", {
      params: { entryId: String(id) },
      body: { eid: id, user_slug: slug },
    });
    const outcome = result.ok ? null : { error: result.message };
    setRequest((current) => (current === sentRequest ? outcome : current));
    if (!result.ok) return;
    toasts.show(labels.excluded);
    onDone(id);
  };
  return (
    <Confirm
      open={entry !== null}
      title={labels.excludeTitle(entry?.title || commonText.entries.untitled)}
      detail={labels.excludeDetail}
      confirmLabel={labels.exclude}
      busy={request !== null && request.error === undefined}
      error={request?.error}
      onConfirm={() => entry && void exclude(entry)}
      onCancel={() => {
        setRequest(null);
        onCancel();
      }}
    />
  );
}

/** The entries in the server's reply, their heading, and the `visibilityKey` at the time of the request. */
type DayEntries = { visibilityKey: string; title: string; entries: readonly ListedEntry[] };

/**
 * The entries of this day in earlier years, or else the entry that Looking Glass shows today. Renders nothing when there are
 * none, and no error when they could not be loaded, because the page is complete without them.
 *
 * @param visibilityKey changes with the lock and the Looking Glass setting of each journal, because other entries are visible then
 */
export const OnThisDay = observer(function OnThisDay({ visibilityKey }: { visibilityKey: string }) {
  const { api } = useServices();
  const [dayEntries, setDayEntries] = useState<DayEntries | null>(null);
  const [entryToExclude, setEntryToExclude] = useState<ListedEntry | null>(null);
  const [exclusionCount, setExclusionCount] = useState(0);
  const id = useId();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void api.call("onThisDay", {}, { signal, retries: 0 }).then((result) => {
      if (!result.ok || signal.aborted) return;
      const { entries, look_back: lookBack } = result.data;
      setDayEntries(
        lookBack
          ? { visibilityKey, title: labels.lookBack, entries: [lookBack.entry] }
          : { visibilityKey, title: labels.title, entries: entries.map(({ entry }) => entry) },
      );
    });
    return () => controller.abort();
  }, [api, visibilityKey, exclusionCount]);
  // When a journal was locked in the meantime, its entries disappear before the new reply arrives.
  const visibleEntries =
    dayEntries?.visibilityKey === visibilityKey && dayEntries.entries.length > 0 ? dayEntries : null;
  return (
    <>
      {visibleEntries && (
        <section className={styles.strip} aria-labelledby={id}>
          <h2 className={styles.title} id={id}>
            {visibleEntries.title}
          </h2>
          <ul className={styles.entries}>
            {visibleEntries.entries.map((entry) => (
              <PastEntry key={entry.id} entry={entry} onExclude={() => setEntryToExclude(entry)} />
            ))}
          </ul>
        </section>
      )}
      <ExcludeDialog
        entry={entryToExclude}
        onDone={(entryId) => {
          setEntryToExclude((current) => (current?.id === entryId ? null : current));
          setDayEntries(
            (current) =>
              current && {
                ...current,
                entries: current.entries.filter(({ id: shownId }) => shownId !== entryId),
              },
          );
          setExclusionCount((count) => count + 1);
        }}
        onCancel={() => setEntryToExclude(null)}
      />
    </>
  );
});

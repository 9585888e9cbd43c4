import type { Neighbour } from "@daybook/domain/contract/entries";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { observer } from "mobx-react-lite";
import { Link } from "react-router";
import { formatLocalDate } from "../../shared/dates.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import styles from "./neighbours.module.css";
import type { Neighbours as Nearby } from "./open-pad.ts";
import { padCopy } from "./pad-copy.ts";

const Step = observer(function Step({
  entry,
  journalId,
  rel,
}: {
  entry: Neighbour;
  journalId: number;
  rel: "prev" | "next";
}) {
  const dateFormat = useDateFormat();
  const Arrow = rel === "prev" ? ArrowLeft : ArrowRight;
  return (
    <Link className={styles[rel]} to={`/journals/${journalId}/${entry.id}`} rel={rel}>
      <Arrow size={18} aria-hidden />
      <span>
        <span className={styles.which}>
          {rel === "prev" ? padCopy.older : padCopy.newer} · {formatLocalDate(entry.local_date, dateFormat)}
        </span>
        <span className={styles.title}>{entry.title || padCopy.untitled}</span>
      </span>
    </Link>
  );
});

/** The entries before and after, with their titles and dates. */
export function Neighbours({ journalId, nearby }: { journalId: number; nearby: Nearby }) {
  const { older, newer } = nearby;
  if (!older && !newer) return null;
  return (
    <nav data-no-print className={styles.neighbours} aria-label={padCopy.neighbours}>
      {older && <Step entry={older} journalId={journalId} rel="prev" />}
      {newer && <Step entry={newer} journalId={journalId} rel="next" />}
    </nav>
  );
}

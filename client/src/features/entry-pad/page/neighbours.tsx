import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { Neighbour } from "@daybook/domain/contract/entries";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { observer } from "mobx-react-lite";
import { Link } from "react-router";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import styles from "./neighbours.module.css";
import type { Neighbours } from "../session/open-pad.ts";
import { padText } from "../pad-text.ts";

const NeighbourLink = observer(function NeighbourLink({
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
        <span className={styles.direction}>
          {rel === "prev" ? padText.older : padText.newer} · {formatLocalDate(entry.local_date, dateFormat)}
        </span>
        <span className={styles.title}>{entry.title || padText.untitled}</span>
      </span>
    </Link>
  );
});

/** Links to the next older and newer entry. */
export function NeighbourLinks({ journalId, neighbours }: { journalId: number; neighbours: Neighbours }) {
  const { older, newer } = neighbours;
  if (!older && !newer) return null;
  return (
    <nav data-no-print className={styles.neighbours} aria-label={padText.neighbours}>
      {older && <NeighbourLink entry={older} journalId={journalId} rel="prev" />}
      {newer && <NeighbourLink entry={newer} journalId={journalId} rel="next" />}
    </nav>
  );
}

import { observer } from "mobx-react-lite";
import { Link } from "react-router";
import { Cover } from "../../shared/ui/cover.tsx";
import { LockBadge, lockOf } from "../../shared/ui/lock-badge.tsx";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { type JournalItem, WriteOrUnlockLink } from "./journal-card.tsx";
import { JournalMenu } from "./journal-menu.tsx";
import styles from "./journal-rows.module.css";
import { MoveHandle } from "./move-handle.tsx";
import { journalsText } from "./journals-text.ts";
import { useLastUpdated } from "./use-last-updated.ts";

const Row = observer(function Row({ journal, lockSlot, moveProps }: JournalItem) {
  const { id, name } = journal;
  const isOnPage = useIsOnPage();
  const lastUpdated = useLastUpdated(journal);
  return (
    <tr
      className={styles.row}
      data-dragged={moveProps?.isDragged || undefined}
      data-drop={moveProps?.dropPosition ?? undefined}
      {...moveProps?.itemProps}
    >
      <td className={styles.handle}>{moveProps && <MoveHandle name={name} moveProps={moveProps} />}</td>
      <td className={styles.cover}>
        <Cover journal={journal} small />
      </td>
      <th scope="row">
        <Link className={styles.name} to={`/journals/${id}`} draggable={false}>
          {name}
        </Link>
        <span className={styles.lock}>
          <LockBadge lock={lockOf(journal)} />
        </span>
      </th>
      <td className={styles.number}>{journal.entries.total_entries.toLocaleString("en")}</td>
      <td className={styles.updated}>{lastUpdated ?? journalsText.noEntries}</td>
      <td>
        <span className={styles.actions}>
          <WriteOrUnlockLink journal={journal} />
          <JournalMenu journal={journal} isOnPage={isOnPage} lockSlot={lockSlot} />
        </span>
      </td>
    </tr>
  );
});

/** The journals as a table. */
export function JournalRows({ items }: { items: readonly JournalItem[] }) {
  const { columns } = journalsText;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{columns.position}</span>
          </th>
          <th scope="col">
            <span className="visually-hidden">{columns.cover}</span>
          </th>
          <th scope="col">{columns.journal}</th>
          <th scope="col" className={styles.number}>
            {columns.entries}
          </th>
          <th scope="col">{columns.updated}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.journal.id} {...item} />
        ))}
      </tbody>
    </table>
  );
}

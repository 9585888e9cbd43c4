import { copy } from "../copy.ts";
import styles from "./skeleton.module.css";

/** Lines that stand for text on its way. They appear after 200 ms, so that quick answers do not flicker. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <output className={styles.skeleton}>
      <span className="visually-hidden">{copy.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines have no other identity and never move
        <span key={line} className={styles.line} />
      ))}
    </output>
  );
}

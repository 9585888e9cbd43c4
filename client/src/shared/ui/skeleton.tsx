import { commonText } from "../common-text.ts";
import styles from "./skeleton.module.css";

/** Placeholder lines for text that is loading. They appear after 200 ms, so that fast responses do not flicker. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <output className={styles.skeleton}>
      <span className="visually-hidden">{commonText.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines have no other identity and never move
        <span key={line} className={styles.line} />
      ))}
    </output>
  );
}

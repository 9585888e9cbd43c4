import type { Journal } from "@daybook/domain/contract/journals";
import { classNames } from "../../shared/ui/class-names.ts";
import styles from "./cover.module.css";

const cloths = ["blue", "green", "orange", "red"] as const;

/** The cloth a journal is bound in; one without a known cover gets its own by its id. */
function clothOf({ id, cover }: Pick<Journal, "id" | "cover">): (typeof cloths)[number] {
  return cloths.find((cloth) => cloth === cover.name) ?? cloths[id % cloths.length] ?? "blue";
}

/** A cloth-bound notebook, drawn; its label bears the journal's name. Decoration: the name stands beside it as text. */
export function Cover({ journal, small = false }: { journal: Journal; small?: boolean }) {
  return (
    <div className={classNames(styles.cover, styles[clothOf(journal)], small && styles.small)} aria-hidden>
      <svg className={styles.weave} preserveAspectRatio="none">
        <defs>
          <pattern id={`weave-${journal.id}`} width="4" height="4" patternUnits="userSpaceOnUse">
            <path className={styles.thread} d="M0 1h2M2 3h2M1 2v2M3 0v2" />
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill={`url(#weave-${journal.id})`} />
      </svg>
      <span className={styles.spine} />
      {!small && (
        <span className={styles.label}>
          <span className={styles.name}>{journal.name}</span>
        </span>
      )}
      <span className={styles.ribbon} />
    </div>
  );
}

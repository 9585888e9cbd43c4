import type { Journal } from "@daybook/domain/contract/journals";
import { classNames } from "./class-names.ts";
import styles from "./cover.module.css";

const cloths = ["blue", "green", "orange", "red"] as const;

/** The cloth of a cover, or `null` when it has a picture. */
const clothOf = ({ cover }: Pick<Journal, "cover">) => cloths.find((cloth) => cloth === cover.name) ?? null;

/** The threads of the cloth. */
function Weave({ id }: { id: number }) {
  return (
    <svg className={styles.weave} preserveAspectRatio="none">
      <defs>
        <pattern id={`weave-${id}`} width="4" height="4" patternUnits="userSpaceOnUse">
          <path className={styles.thread} d="M0 1h2M2 3h2M1 2v2M3 0v2" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#weave-${id})`} />
    </svg>
  );
}

/**
 * A notebook cover, in a cloth colour of the theme or with a picture. Unless it is small, a label shows the
 * journal's name. Screen readers skip the cover, because the name is also next to it as text.
 */
export function Cover({
  journal,
  small = false,
}: {
  journal: Pick<Journal, "id" | "name" | "cover">;
  small?: boolean;
}) {
  const cloth = clothOf(journal);
  const { name, normal_url: picture } = journal.cover;
  return (
    <div
      className={classNames(styles.cover, styles[cloth ?? "blue"], small && styles.small)}
      data-cover={name}
      aria-hidden
    >
      {!cloth && picture && <img className={styles.picture} src={picture} alt="" loading="lazy" />}
      {cloth && <Weave id={journal.id} />}
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

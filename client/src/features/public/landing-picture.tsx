import { Check } from "lucide-react";
import { Cover } from "../../shared/ui/cover.tsx";
import styles from "./landing-picture.module.css";
import { publicText } from "./public-text.ts";

const { picture, sample, history } = publicText.landing;

const sampleJournal = (id: number, name: string, coverName: string) => ({
  id,
  name,
  cover: { id, name: coverName, normal_url: null },
});

/** A drawing of the product: an entry on two journals. */
export function DeskPicture() {
  return (
    <div className={styles.desk} role="img" aria-label={picture}>
      <div className={styles.otherJournal}>
        <Cover journal={sampleJournal(2, sample.otherJournal, "green")} />
      </div>
      <div className={styles.journal}>
        <Cover journal={sampleJournal(1, sample.journal, "red")} />
      </div>
      <div className={styles.page}>
        <p className={styles.date}>{sample.date}</p>
        <p className={styles.title}>{sample.title}</p>
        {sample.lines.map((line) => (
          <p key={line} className={styles.line}>
            {line}
          </p>
        ))}
        <p className={styles.state}>
          <span className={styles.saved}>
            <Check size={14} aria-hidden />
            {sample.saved}
          </span>
          <span>{sample.wordCount}</span>
        </p>
      </div>
    </div>
  );
}

/** Three saves of one sentence, the newest on top. */
export function HistoryPicture() {
  return (
    <div className={styles.history} role="img" aria-label={history.picture}>
      {history.versions.map(({ when, text, changed }) => (
        <div key={when} className={styles.version}>
          <span className={styles.when}>{when}</span>
          <span>
            {text} <span className={styles.changed}>{changed}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

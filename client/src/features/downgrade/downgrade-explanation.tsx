import { lockTypes } from "@daybook/domain/contract/lock-types";
import { Link } from "react-router";
import { useServices } from "../../shared/services.ts";
import { unlockPath } from "../../shared/site-paths.ts";
import styles from "./downgrade-page.module.css";
import { downgradeText as labels } from "./downgrade-text.ts";
import type { DowngradeDetails, DowngradeKind, UnlockedJournal } from "./downgrade-values.ts";

/** What happens to the only unlocked journal. The basic plan includes password locks, but no encryption. */
const onlyJournalSentence = ({ name, lock_type_id: lockType }: UnlockedJournal): string =>
  lockType === lockTypes.encryption ? labels.journals.oneEncrypted(name) : labels.journals.one(name);

/** The journals that are merged, and the locked ones that are left out. */
function Journals({ mergedJournals, lockedJournals }: DowngradeDetails) {
  const { isMobile } = useServices();
  const [onlyJournal] = mergedJournals ?? [];
  return (
    <>
      {mergedJournals && mergedJournals.length > 1 && (
        <section className={styles.journals}>
          <h2>{labels.journals.merged}</h2>
          <ul className={styles.facts}>
            {mergedJournals.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </section>
      )}
      {mergedJournals?.length === 1 && onlyJournal && <p>{onlyJournalSentence(onlyJournal)}</p>}
      {lockedJournals.length > 0 && (
        <section className={styles.journals}>
          <h2>{labels.journals.locked}</h2>
          <p className={styles.quiet}>{labels.journals.lockedHint}</p>
          <ul className={styles.facts}>
            {lockedJournals.map(({ id, name }) => (
              <li key={id}>
                <span className={styles.locked}>
                  {name}
                  {!isMobile && (
                    <Link to={unlockPath(id, `/journals/${id}`)}>{labels.journals.unlock(name)}</Link>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function refundSentence(kind: DowngradeKind, { refund }: DowngradeDetails): string {
  // After a log-out in another tab, `refund` is still the amount of the previous user. The visitor may have another account, so no
  // amount is shown.
  if (kind === "loggedOut" || refund === null) return labels.refund.unknown;
  return refund > 0 ? labels.refund.amount(refund) : labels.refund.none;
}

/** What a downgrade changes; for one to the basic plan, also what happens to the journals and what is paid back. */
export function DowngradeExplanation({
  kind,
  details,
  hasPlanEnded,
}: {
  kind: DowngradeKind;
  details: DowngradeDetails;
  /** true when the plan has ended already and no paid time is left */
  hasPlanEnded: boolean;
}) {
  if (kind === "plusToPro") {
    return (
      <ul className={styles.facts}>
        {labels.pro.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    );
  }
  return (
    <>
      <ul className={styles.facts}>
        <li>{hasPlanEnded ? labels.losesNothing : labels.loses}</li>
        {labels.basic.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {kind === "loggedOut" ? <p>{labels.lockedForVisitor}</p> : <Journals {...details} />}
      <p className={styles.refund}>{refundSentence(kind, details)}</p>
    </>
  );
}

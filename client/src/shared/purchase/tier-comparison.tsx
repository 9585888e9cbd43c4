import { Check, Minus } from "lucide-react";
import { planText } from "./plan-text.ts";
import styles from "./tier-comparison.module.css";
import { tierText } from "./tier-text.ts";

function TierCell({ isIncluded }: { isIncluded: boolean }) {
  const Icon = isIncluded ? Check : Minus;
  return (
    <td data-included={isIncluded}>
      <Icon size={18} aria-hidden />
      <span className="visually-hidden">{isIncluded ? tierText.included : tierText.notIncluded}</span>
    </td>
  );
}

/** What the free account, PRO and PRO plus have. */
export function TierComparison() {
  return (
    <div>
      <table className={styles.table}>
        <caption className={styles.caption}>{tierText.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{tierText.feature}</th>
            <th scope="col">{tierText.free}</th>
            <th scope="col">{planText.pro}</th>
            <th scope="col">{planText.plus}</th>
          </tr>
        </thead>
        <tbody>
          {tierText.features.map(([feature, firstTier]) => (
            <tr key={feature}>
              <th scope="row">{feature}</th>
              <TierCell isIncluded={firstTier === "free"} />
              <TierCell isIncluded={firstTier !== "plus"} />
              <TierCell isIncluded />
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{tierText.note}</p>
    </div>
  );
}

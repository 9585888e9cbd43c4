import { momentOf } from "../dates.ts";
import { useDateFormat } from "../use-date-format.ts";
import { planText } from "./plan-text.ts";
import type { Price } from "./purchase.machine.ts";
import styles from "./price-summary.module.css";
import { purchaseText } from "./purchase-text.ts";

/** What a plan costs, what is deducted, and when it begins and ends. */
export function PriceSummary({ price }: { price: Price }) {
  const dateFormat = useDateFormat();
  return (
    <dl className={styles.summary}>
      {price.credit > 0 && (
        <>
          <dt>{purchaseText.price}</dt>
          <dd>{planText.dollars(price.price)}</dd>
          <dt>{purchaseText.credit}</dt>
          <dd>{purchaseText.minus(price.credit)}</dd>
        </>
      )}
      <dt>{purchaseText.starts}</dt>
      <dd>{momentOf(price.starts_at, dateFormat)}</dd>
      <dt>{purchaseText.ends}</dt>
      <dd>{price.ends_at === null ? purchaseText.never : momentOf(price.ends_at, dateFormat)}</dd>
      <dt className={styles.total}>{purchaseText.total}</dt>
      <dd className={styles.total}>{planText.dollars(price.current_total)}</dd>
    </dl>
  );
}

import { addMonths } from "@daybook/domain/membership/add-months";
import { momentOf } from "../dates.ts";
import { useDateFormat } from "../use-date-format.ts";
import { planText } from "./plan-text.ts";
import type { Discount, Price } from "./purchase-types.ts";
import styles from "./price-summary.module.css";
import { purchaseText } from "./purchase-text.ts";

/** The end of a plan, with the months that a promo code adds. Only plans of whole years get more months. */
function endOf(discount: Discount | null, { starts_at: start, ends_at: end }: Price, years: number) {
  const extraMonths = discount?.promotion?.extra_months ?? 0;
  return extraMonths > 0 && end !== null ? addMonths(start, 12 * years + extraMonths) : end;
}

/**
 * What a plan costs, what is deducted, and when it begins and ends.
 *
 * @param props.years the length of a yearly plan; not used for other plans
 */
export function PriceSummary({
  price,
  discount,
  years,
}: {
  price: Price;
  discount: Discount | null;
  years: number;
}) {
  const dateFormat = useDateFormat();
  const codeDeduction = discount?.discount ?? 0;
  const endsAt = endOf(discount, price, years);
  return (
    <dl className={styles.summary}>
      {(price.credit > 0 || codeDeduction > 0) && (
        <>
          <dt>{purchaseText.price}</dt>
          <dd>{planText.dollars(price.price)}</dd>
        </>
      )}
      {price.credit > 0 && (
        <>
          <dt>{purchaseText.credit}</dt>
          <dd>{purchaseText.minus(price.credit)}</dd>
        </>
      )}
      {discount && codeDeduction > 0 && (
        <>
          <dt>{purchaseText.codeDeduction(discount.promo_code)}</dt>
          <dd>{purchaseText.minus(codeDeduction)}</dd>
        </>
      )}
      <dt>{purchaseText.starts}</dt>
      <dd>{momentOf(price.starts_at, dateFormat)}</dd>
      <dt>{purchaseText.ends}</dt>
      <dd>{endsAt === null ? purchaseText.never : momentOf(endsAt, dateFormat)}</dd>
      <dt className={styles.total}>{purchaseText.total}</dt>
      <dd className={styles.total}>{planText.dollars((discount ?? price).current_total)}</dd>
    </dl>
  );
}

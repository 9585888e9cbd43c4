import type { Plan, Promotion } from "@daybook/domain/contract/plans";
import { momentOf } from "../dates.ts";
import { useDateFormat } from "../use-date-format.ts";
import { planText } from "./plan-text.ts";
import styles from "./plan-table.module.css";

type PriceCellProps = {
  readonly current: number | null;
  readonly full: number | null;
  readonly note: string | null;
};

/** A price, or a dash when the tier does not have the plan. The full price of a reduced plan is struck through. */
function PriceCell({ current, full, note }: PriceCellProps) {
  if (current === null || full === null) {
    return (
      <td>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{planText.onlyPlus}</span>
      </td>
    );
  }
  return (
    <td>
      {current < full && (
        <>
          <span className="visually-hidden">{planText.fullPrice}</span>
          <s className={styles.full}>{planText.dollars(full)}</s>{" "}
          <span className="visually-hidden">{planText.currentPrice}</span>
        </>
      )}
      <span className={styles.price}>{planText.dollars(current)}</span>
      {note && <span className={styles.note}>{note}</span>}
    </td>
  );
}

/** The name of the current sale, and when it ends. */
export function SaleNote({ promotion }: { promotion: Promotion | null }) {
  const dateFormat = useDateFormat();
  if (!promotion) return null;
  return (
    <p className={styles.sale}>
      {planText.sale(promotion.name, promotion.percent, momentOf(promotion.ends_at, dateFormat))}
    </p>
  );
}

/** The plans with their current prices, and the end of a sale. */
export function PlanTable({ plans, promotion }: { plans: readonly Plan[]; promotion: Promotion | null }) {
  return (
    <>
      <SaleNote promotion={promotion} />
      <table className={styles.table}>
        <caption className="visually-hidden">{planText.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{planText.plan}</th>
            <th scope="col">{planText.pro}</th>
            <th scope="col">{planText.plus}</th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.value}>
              <th scope="row">{plan.name}</th>
              <PriceCell current={plan.price} full={plan.fullPrice} note={plan.note} />
              <PriceCell current={plan.plusPrice} full={plan.fullPlusPrice} note={plan.plusNote} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

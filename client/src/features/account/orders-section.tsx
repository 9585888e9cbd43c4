import type { Order } from "@daybook/domain/contract/account";
import { Link } from "react-router";
import { momentOf } from "../../shared/dates.ts";
import { planText } from "../../shared/purchase/plan-text.ts";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { useFetched } from "../../shared/use-fetched.ts";
import { billingText } from "./billing-text.ts";
import { orderText } from "./order-text.ts";
import styles from "../../shared/purchase/plan-table.module.css";

const receiptText = billingText.receipt;

/** The paid orders of an account. */
export function OrderTable({ orders }: { orders: readonly Order[] }) {
  const dateFormat = useDateFormat();
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{orderText.title}</caption>
      <thead>
        <tr>
          <th scope="col">{orderText.order}</th>
          <th scope="col">{orderText.date}</th>
          <th scope="col">{orderText.amount}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">
              {order.description}
              <span className={styles.note}>{orderText.number(order.id)}</span>
              <Link
                className={styles.note}
                to={`/app/account/billing/orders/${order.id}`}
                aria-label={receiptText.linkOf(order.id)}
              >
                {receiptText.link}
              </Link>
            </th>
            <td>{momentOf(order.created_at, dateFormat)}</td>
            <td>
              <span className={styles.price}>{planText.dollars(order.amount)}</span>
              {order.card_last_four && (
                <span className={styles.note}>{orderText.card(order.card_last_four)}</span>
              )}
              {order.refunded > 0 && (
                <span className={styles.note}>{orderText.refunded(planText.dollars(order.refunded))}</span>
              )}
              {order.test_mode && <span className={styles.note}>{orderText.testMode}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * What the user has paid for, newest first.
 *
 * @param version a change of this value reloads the list
 */
export function OrdersSection({ version }: { version: unknown }) {
  const { data, failure, busy, reload } = useFetched("listOrders", {}, version);
  const orders = (data?.orders ?? []).map(({ order }) => order);
  return (
    <>
      <h2>{orderText.title}</h2>
      {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={2} />}
      {data && (orders.length === 0 ? <p>{orderText.none}</p> : <OrderTable orders={orders} />)}
    </>
  );
}

import type { Order } from "@daybook/domain/contract/account";
import { useSelector } from "@xstate/react";
import { Fragment, type ReactNode } from "react";
import { useParams } from "react-router";
import { momentOf } from "../../shared/dates.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { planText } from "../../shared/purchase/plan-text.ts";
import { purchaseText } from "../../shared/purchase/purchase-text.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { useFetched } from "../../shared/use-fetched.ts";
import page from "./account-page.module.css";
import { billingText } from "./billing-text.ts";
import styles from "./receipt-page.module.css";

const labels = billingText.receipt;

/** What a receipt says, line by line. */
function ReceiptLines({ order }: { order: Order }) {
  const { sessionActor } = useServices();
  const email = useSelector(sessionActor, ({ context }) => context.session?.user.email);
  const dateFormat = useDateFormat();
  const lines: readonly (readonly [name: string, value: ReactNode])[] = [
    [labels.number, order.id],
    ...(email ? ([[labels.customer, email]] as const) : []),
    [labels.date, momentOf(order.created_at, dateFormat)],
    [labels.description, order.description],
    // A refund ends the plan immediately.
    ...(order.refunded > 0
      ? []
      : ([
          [labels.until, order.ends_at === null ? labels.forLife : momentOf(order.ends_at, dateFormat)],
        ] as const)),
    ...(order.credit > 0
      ? ([
          [labels.price, planText.dollars(order.amount + order.credit)],
          [labels.credit, purchaseText.minus(order.credit)],
        ] as const)
      : []),
    ...(order.card_last_four === null
      ? []
      : ([[labels.paidWith, labels.card(order.card_last_four)]] as const)),
  ];
  return (
    <dl className={styles.lines}>
      {lines.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      <dt className={styles.total}>{labels.total}</dt>
      <dd className={styles.total}>
        {planText.dollars(order.amount)} {order.currency}
      </dd>
      {order.refunded > 0 && (
        <>
          <dt>{labels.refunded}</dt>
          <dd>{planText.dollars(order.refunded)}</dd>
        </>
      )}
    </dl>
  );
}

/** `/app/account/billing/orders/:orderId`: the receipt of a paid order, for the screen and for paper. */
export function ReceiptPage() {
  usePageTitle(labels.title);
  const { orderId } = useParams();
  const { data, failure, busy, reload } = useFetched("listOrders", {});
  const order = data?.orders.find((candidate) => String(candidate.order.id) === orderId)?.order;
  return (
    <>
      <article className={`${page.sheet} ${page.text} ${styles.receipt}`}>
        <p className={styles.from}>{labels.from}</p>
        <h1 className={styles.title}>{labels.title}</h1>
        {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
        {!data && !failure && <Skeleton lines={6} />}
        {data && !order && <p>{labels.unknown}</p>}
        {order?.test_mode && <Notice>{labels.testMode}</Notice>}
        {order && <ReceiptLines order={order} />}
        <div className={`${page.actions} ${styles.actions}`}>
          {order && (
            <Button variant="primary" onClick={() => window.print()}>
              {labels.print}
            </Button>
          )}
          <ButtonLink to="/app/account/billing">{labels.back}</ButtonLink>
        </div>
      </article>
    </>
  );
}

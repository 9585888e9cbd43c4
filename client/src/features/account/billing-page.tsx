import type { Session } from "@daybook/domain/contract/sessions";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { PlanTable } from "../../shared/purchase/plan-table.tsx";
import { PurchaseSection } from "../../shared/purchase/purchase-section.tsx";
import { membershipKeyOf } from "../../shared/purchase/use-changed-offer.ts";
import { usePlans } from "../../shared/purchase/use-plans.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { accountText } from "./account-text.ts";
import styles from "./account-page.module.css";
import { OrdersSection } from "./orders-section.tsx";
import { PlanAndPayment } from "./plan-and-payment.tsx";

const labels = accountText.billing;

/**
 * What the page says about the plan of the user. A user whose plan has ended does not have a free account: the next log-in is
 * refused until the user renews or downgrades.
 */
function leadOf(user: Pick<Session["user"], "is_pro" | "pro_membership"> | undefined): string {
  if (user?.is_pro) return labels.pro;
  return user?.pro_membership ? labels.ended : labels.free;
}

/**
 * `/app/account/billing ?monthly_to_yearly&pc&update-payment`: the account's plan and payment method, the prices of the plans, the form
 * to buy one, and the paid orders.
 */
export function BillingPage() {
  usePageTitle(labels.title);
  const { sessionActor } = useServices();
  const user = useSelector(sessionActor, (state) => state.context.session?.user);
  const membershipKey = membershipKeyOf(user ?? null);
  const [query] = useSearchParams();
  const [changeCount, setChangeCount] = useState(0);
  const loadAgain = () => setChangeCount((count) => count + 1);
  const reloadKey = `${changeCount} ${membershipKey}`;
  const [renewalChangeCount, setRenewalChangeCount] = useState(0);
  const { data, failure, busy, reload } = usePlans(membershipKey);
  const plans = data?.plans.map(({ plan }) => plan);
  return (
    <>
      <h1 className={styles.title}>{labels.title}</h1>
      <section className={`${styles.sheet} ${styles.text}`}>
        <p className={styles.lead}>{leadOf(user)}</p>
        {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
        {!data && !failure && <Skeleton lines={6} />}
        {plans && data && (
          <>
            <PlanAndPayment
              plans={plans}
              version={reloadKey}
              startsWithForm={query.has("update-payment")}
              onMethodChanged={loadAgain}
              onRenewalChanged={() => setRenewalChangeCount((count) => count + 1)}
            />
            <h2>{labels.plans}</h2>
            <PlanTable plans={plans} promotion={data.promotion} />
            <PurchaseSection
              plans={plans}
              startsWithYear={query.has("monthly_to_yearly")}
              promoCode={query.get("pc")?.trim() ?? ""}
              version={`${reloadKey} ${renewalChangeCount}`}
              onPaid={loadAgain}
              onStored={loadAgain}
            />
          </>
        )}
        <OrdersSection version={reloadKey} />
        <div className={styles.actions}>
          <ButtonLink to="/app/account">{labels.back}</ButtonLink>
          {user?.pro_membership && (
            <ButtonLink to="/app/downgrade" variant="quiet">
              {labels.downgrade}
            </ButtonLink>
          )}
        </div>
      </section>
    </>
  );
}

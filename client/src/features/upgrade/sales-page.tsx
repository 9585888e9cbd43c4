import type { Plan, Promotion } from "@daybook/domain/contract/plans";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { accountFieldsText } from "../../shared/account-fields-text.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { PlanTable } from "../../shared/purchase/plan-table.tsx";
import { PurchaseSection } from "../../shared/purchase/purchase-section.tsx";
import { useAccountFields } from "../../shared/purchase/use-account-fields.tsx";
import { offerKeyOf } from "../../shared/purchase/use-changed-offer.ts";
import { TierComparison } from "../../shared/purchase/tier-comparison.tsx";
import { usePlans } from "../../shared/purchase/use-plans.ts";
import { useServices } from "../../shared/services.ts";
import { loginPath, salesPathFrom } from "../../shared/site-paths.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import styles from "./sales-page.module.css";
import { salesText as labels } from "./sales-text.ts";

/** Links to the next page: the sign-up and the log-in for visitors, the journals for users. */
function NextStep({ hasPaid }: { hasPaid: boolean }) {
  const { sessionActor } = useServices();
  const user = useSelector(sessionActor, ({ context }) => context.session?.user);
  const { search } = useLocation();
  if (!user) {
    return (
      <p className={styles.links}>
        <ButtonLink to="/app/signup">{labels.freeAccount}</ButtonLink>
        <ButtonLink to={loginPath(salesPathFrom(search))} variant="quiet">
          {labels.logIn}
        </ButtonLink>
      </p>
    );
  }
  const isNew = user.onboarding_step !== null;
  return (
    <p className={styles.links}>
      <ButtonLink to="/" variant={hasPaid ? "primary" : "quiet"}>
        {hasPaid && isNew ? labels.start : isNew && !user.is_pro ? labels.later : labels.journals}
      </ButtonLink>
    </p>
  );
}

function PlanSheet({ plans }: { plans: readonly Plan[] }) {
  const { sessionActor } = useServices();
  const user = useSelector(sessionActor, ({ context }) => context.session?.user);
  const [hasPaid, setHasPaid] = useState(false);
  const [query] = useSearchParams();
  const visitorFields = useAccountFields({ email: "", password: "" }, accountFieldsText.passwordHint);
  return (
    <section className={styles.sheet} aria-labelledby="buy-heading">
      <h2 id="buy-heading">{user?.pro_membership && !hasPaid ? labels.renew : labels.buy}</h2>
      {!user && <p>{labels.newHere}</p>}
      <PurchaseSection
        plans={plans}
        source="gopro"
        promoCode={query.get("pc") ?? ""}
        visitor={visitorFields}
        hasTitle={false}
        onPaid={() => setHasPaid(true)}
      />
      <NextStep hasPaid={hasPaid} />
    </section>
  );
}

function PlanOverview({ plans, promotion }: { plans: readonly Plan[]; promotion: Promotion | null }) {
  return (
    <div className={styles.about}>
      <section aria-labelledby="plans-heading">
        <h2 id="plans-heading">{labels.plans}</h2>
        <PlanTable plans={plans} promotion={promotion} />
      </section>
      <TierComparison />
    </div>
  );
}

/** `/gopro`, with an optional promo code `?pc`: compares the plans and sells them, to visitors and on phones too. */
export function SalesPage() {
  usePageTitle(labels.title);
  const { sessionActor } = useServices();
  const offerKey = useSelector(sessionActor, ({ context }) => offerKeyOf(context.session));
  const { data, failure, busy, reload } = usePlans(offerKey);
  const plans = data?.plans.map(({ plan }) => plan);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{labels.heading}</h1>
        <p className={styles.lead}>{labels.lead}</p>
      </header>
      {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={8} />}
      {plans && data && (
        <div className={styles.columns}>
          <PlanOverview plans={plans} promotion={data.promotion} />
          <PlanSheet plans={plans} />
        </div>
      )}
    </div>
  );
}

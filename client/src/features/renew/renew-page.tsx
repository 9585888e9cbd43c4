import type { Session } from "@daybook/domain/contract/sessions";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useAtom } from "../../shared/atom.ts";
import { expiredAccount } from "../../shared/expired-account.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { SaleNote } from "../../shared/purchase/plan-table.tsx";
import { PurchaseSection } from "../../shared/purchase/purchase-section.tsx";
import { offerKeyOf } from "../../shared/purchase/use-changed-offer.ts";
import { useAccountFields } from "../../shared/purchase/use-account-fields.tsx";
import { usePlans } from "../../shared/purchase/use-plans.ts";
import { useServices } from "../../shared/services.ts";
import { loginPath, sameSitePath } from "../../shared/site-paths.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { SheetPage } from "../../shared/ui/sheet-page.tsx";
import styles from "./renew-page.module.css";
import { renewText as labels } from "./renew-text.ts";

type User = Session["user"] | undefined;

/** True for a user whose plan has ended and can be renewed. */
const hasPlanEnded = (user: User): boolean => user?.is_pro === false && user.pro_membership !== null;

function leadOf(user: User): string {
  if (!user) return labels.visitorLead;
  if (hasPlanEnded(user)) return labels.endedLead;
  return user.is_pro || user.pro_membership ? labels.lead : labels.upgradeLead;
}

/** What the page says about the person who opened it. Decided when the page opens, so that it stays the same after the payment. */
function useOpener() {
  const { sessionActor } = useServices();
  const [opener] = useState(() => {
    const user = sessionActor.getSnapshot().context.session?.user;
    const account = user ? null : expiredAccount.get();
    return {
      wasLoginRefused: account !== null,
      isVisitor: !user,
      isUpgrade: user !== undefined && user.pro_membership === null,
      hasPlanEnded: account !== null || hasPlanEnded(user),
      lead: leadOf(user),
    };
  });
  return opener;
}

/** How to continue without paying. */
function OtherWays({ wasLoginRefused, isVisitor, isUpgrade }: ReturnType<typeof useOpener>) {
  const [query] = useSearchParams();
  return (
    <>
      {!isUpgrade && (
        <section className={styles.basic}>
          <h2>{labels.basic.heading}</h2>
          <p>{labels.basic.detail}</p>
          <ButtonLink to="/app/downgrade">{labels.basic.link}</ButtonLink>
        </section>
      )}
      <ul className={styles.links}>
        {isVisitor && (
          <>
            <li>
              <Link to={loginPath(query.get("after_login"))}>
                {wasLoginRefused ? labels.logInOther : labels.logIn}
              </Link>
            </li>
            <li>
              <Link to="/app/forgot-password">{labels.forgot}</Link>
            </li>
          </>
        )}
        <li>
          <Link to="/support">{labels.help}</Link>
        </li>
      </ul>
    </>
  );
}

/**
 * `/app/renew ?hidemessage&pc&after_login`: renews a plan, or buys the first one. `pc` is a promo code. The e-mail and password are
 * filled in after a log-in that was refused because the plan has ended. Other visitors enter them.
 */
export function RenewPage() {
  const opener = useOpener();
  const { isVisitor, isUpgrade, lead } = opener;
  const title = isUpgrade ? labels.upgradeTitle : labels.renewTitle;
  usePageTitle(title);
  const { sessionActor } = useServices();
  const offerKey = useSelector(sessionActor, ({ context }) => offerKeyOf(context.session));
  const [query] = useSearchParams();
  const returnPath = sameSitePath(query.get("after_login"));
  const [isPaid, setIsPaid] = useState(false);
  // A log-in in another tab clears `expiredAccount`. Then the page must not show that e-mail and password again, even after a log-out.
  const account = useAtom(expiredAccount);
  const visitor = useAccountFields(account ?? { email: "", password: "" });
  const { data, failure, busy, reload } = usePlans(offerKey);
  const onPaid = () => {
    expiredAccount.set(null);
    setIsPaid(true);
  };
  return (
    <SheetPage className={styles.page}>
      <h1>{title}</h1>
      {opener.hasPlanEnded && !isPaid && query.get("hidemessage") !== "true" && (
        <Notice>
          <div>
            <h2>{labels.ended.heading}</h2>
            <p>{isVisitor ? labels.ended.detail : labels.endedLoggedIn}</p>
          </div>
        </Notice>
      )}
      {!isPaid && <p>{isVisitor && account ? labels.accountLead(account.email) : lead}</p>}
      {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={6} />}
      {data && (
        <>
          <SaleNote promotion={data.promotion} />
          <PurchaseSection
            plans={data.plans.map(({ plan }) => plan)}
            source="renew_page"
            promoCode={query.get("pc") ?? ""}
            visitor={visitor}
            hasTitle={false}
            onPaid={onPaid}
          />
        </>
      )}
      {isPaid ? (
        <p>
          <ButtonLink to={returnPath ?? "/journals"} variant="primary">
            {returnPath ? labels.goOn : labels.toJournals}
          </ButtonLink>
        </p>
      ) : (
        <OtherWays {...opener} />
      )}
    </SheetPage>
  );
}

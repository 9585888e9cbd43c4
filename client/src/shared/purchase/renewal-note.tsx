import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import type { Session } from "@daybook/domain/contract/sessions";
import { Link } from "react-router";
import { useServices } from "../services.ts";
import styles from "../ui/forms.module.css";
import { useFetched } from "../use-fetched.ts";
import { purchaseText } from "./purchase-text.ts";

const labels = purchaseText.renewal;
type Membership = NonNullable<Session["user"]["pro_membership"]>;

/**
 * The name of the billing page, where automatic renewal is turned on and off. Links to that page, except on the page itself and on
 * phones and tablets, which do not have that page.
 */
function BillingPageName({ source }: { source: PurchaseSource }) {
  const { isMobile } = useServices();
  if (source === "billing" || isMobile) return <>{labels.billing}</>;
  return <Link to="/app/account/billing">{labels.billing}</Link>;
}

/** The note for somebody with a plan. Asks the server, because automatic renewal may have been changed on another device. */
function MemberNote({
  membership,
  source,
  version,
}: {
  membership: Membership;
  source: PurchaseSource;
  version: unknown;
}) {
  const { data } = useFetched("getBilling", {}, version);
  const isOn = data?.billing.auto_renew ?? membership.auto_renew;
  return (
    <p className={styles.note}>
      {isOn ? labels.on : labels.off} <BillingPageName source={source} />.
    </p>
  );
}

/**
 * Says whether the plan is charged again, and where to change that.
 *
 * @param props.user `null` for a visitor
 * @param props.endsAt the end of the plan; `null` for a plan for life
 * @param props.version a change of this value asks the server again
 */
export function RenewalNote({
  user,
  endsAt,
  source,
  version,
}: {
  user: Session["user"] | null;
  endsAt: string | null;
  source: PurchaseSource;
  version: unknown;
}) {
  const membership = user?.pro_membership;
  if (endsAt === null) return <p className={styles.note}>{labels.forLife}</p>;
  if (!user) return <p className={styles.note}>{labels.visitor}</p>;
  if (membership) return <MemberNote membership={membership} source={source} version={version} />;
  return (
    <p className={styles.note}>
      {labels.off} <BillingPageName source={source} />.
    </p>
  );
}

import type { Billing } from "@daybook/domain/contract/account";
import type { Plan } from "@daybook/domain/contract/plans";
import { useState } from "react";
import { momentOf } from "../../shared/dates.ts";
import { planText } from "../../shared/purchase/plan-text.ts";
import { purchaseText } from "../../shared/purchase/purchase-text.ts";
import { useServices } from "../../shared/services.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { billingText } from "./billing-text.ts";
import { Switch } from "./choice.tsx";
import type { SettingSaveStatus } from "./use-setting.ts";

const labels = billingText.plan;

/** Finds the plan of the account among the plans for sale; `undefined` when it is not sold, for example because it was a gift. */
const findSoldPlan = (plans: readonly Plan[], { package_name: name, subscription_length: length }: Billing) =>
  plans.find(
    ({ packageName, plusPackageName, subscription }) =>
      subscription === length && (packageName === name || plusPackageName === name),
  );

/** The name of a plan, such as "PRO, 1 Year"; for a plan that is not sold, the name of its package. */
function nameOf(plans: readonly Plan[], billing: Billing): string {
  const { package_name: packageName, expires_at: end } = billing;
  const plan = findSoldPlan(plans, billing);
  if (!plan) return packageName ?? "";
  // A membership without an end was bought for life. After a change from PRO plus to PRO it has the package of one year, so use the name
  // of the plan for life.
  const planForLife = end === null ? plans.find(({ value }) => value === "lifetime") : undefined;
  return purchaseText.planName(plan.packageName === packageName ? "pro" : "plus", (planForLife ?? plan).name);
}

/** True when the paid time is over and no further payment attempt is planned. */
const hasEnded = ({ expires_at: end, next_charge: nextCharge }: Billing, now: number): boolean =>
  end !== null && Date.parse(end) <= now && nextCharge === null;

/** When the plan ends or is charged next. */
function PlanEnd({ billing }: { billing: Billing }) {
  const { clock } = useServices();
  const dateFormat = useDateFormat();
  const { expires_at: end, next_charge: nextCharge, next_amount: nextAmount } = billing;
  if (end === null) return <p>{labels.forLife}</p>;
  const endMoment = momentOf(end, dateFormat);
  if (hasEnded(billing, clock.now())) return <p>{labels.ended(endMoment)}</p>;
  if (nextCharge === null || nextAmount === null) return <p>{labels.ends(endMoment)}</p>;
  return <p>{labels.nextCharge(momentOf(nextCharge, dateFormat), planText.dollars(nextAmount))}</p>;
}

/**
 * The plan of an account, its next charge, and the switch for automatic renewal.
 *
 * @param hasMethod whether a payment method is stored, which an automatic renewal charges
 */
export function PlanSection({
  billing,
  plans,
  hasMethod,
  onChanged,
}: {
  billing: Billing;
  plans: readonly Plan[];
  hasMethod: boolean;
  onChanged: (billing: Billing) => void;
}) {
  const { api, clock } = useServices();
  const [saveStatus, setSaveStatus] = useState<SettingSaveStatus>({ state: "idle" });
  /** the reply to the last change; "Saved" is shown only while `billing` is this reply */
  const [savedBilling, setSavedBilling] = useState<Billing | null>(null);
  /** the user's choice, until the server replies */
  const [wantsRenewal, setWantsRenewal] = useState<boolean | null>(null);
  const change = async (isOn: boolean) => {
    // The replies to two changes could arrive in the wrong order.
    if (saveStatus.state === "saving") return;
    setWantsRenewal(isOn);
    setSaveStatus({ state: "saving" });
    const result = await api.call(isOn ? "enableAutoRenew" : "disableAutoRenew");
    setSaveStatus(result.ok ? { state: "saved" } : { state: "failed", message: result.message });
    setWantsRenewal(null);
    if (!result.ok) return;
    setSavedBilling(result.data.billing);
    onChanged(result.data.billing);
  };
  if (billing.package_name === null) return null;
  const soldPlan = findSoldPlan(plans, billing);
  const isForLife = billing.expires_at === null;
  const canRenew = !isForLife && soldPlan !== undefined && !hasEnded(billing, clock.now());
  const isSavedNoteOutdated = saveStatus.state === "saved" && billing !== savedBilling;
  return (
    <>
      <h2>{labels.title}</h2>
      <p>
        <strong>{nameOf(plans, billing)}</strong>
      </p>
      <PlanEnd billing={billing} />
      {!isForLife && ((canRenew && hasMethod) || billing.auto_renew) && (
        <Switch
          label={labels.autoRenew}
          hint={labels.autoRenewHint}
          checked={wantsRenewal ?? billing.auto_renew}
          saveStatus={isSavedNoteOutdated ? { state: "idle" } : saveStatus}
          onChange={(isOn) => void change(isOn)}
        />
      )}
      {!isForLife && !soldPlan && <p>{labels.notSold}</p>}
      {!isForLife && soldPlan && !hasMethod && billing.auto_renew && <p>{labels.noMethod}</p>}
      {canRenew && !hasMethod && !billing.auto_renew && <p>{labels.needsMethod}</p>}
    </>
  );
}

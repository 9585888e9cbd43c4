import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import type { Plan } from "@daybook/domain/contract/plans";
import type { Session } from "@daybook/domain/contract/sessions";
import { type FormEvent, useEffect, use, useRef, useState } from "react";
import { randomToken } from "../random-token.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioList } from "../ui/radio-list.tsx";
import styles from "../ui/forms.module.css";
import { offerPlans, offeredYear } from "./plan-choices.ts";
import { EarlierPurchase } from "./earlier-purchase.tsx";
import { isAnswerMissing, MissingAnswer } from "./missing-answer.tsx";
import { PaymentProviderContext } from "./payment-provider.ts";
import { PayWith, PayWithCard, type PayWithHandle } from "./pay-with.tsx";
import { PurchaseFailure } from "./purchase-failure.tsx";
import { PriceSummary } from "./price-summary.tsx";
import { PromoCodeField } from "./promo-code-field.tsx";
import type { PlanChoice } from "./purchase-types.ts";
import { purchaseText as labels } from "./purchase-text.ts";
import { RenewalNote } from "./renewal-note.tsx";
import { useChangedOffer } from "./use-changed-offer.ts";
import { usePromoCode } from "./use-promo-code.ts";
import { usePurchase } from "./use-purchase.ts";
import { useFormFocus, useWrongFieldFocus } from "./use-form-focus.ts";
import { errorsOfVisitor, type VisitorPart } from "./visitor-part.ts";

const levels = ["pro", "plus"] as const;

const keyOf = ({ packageName, subscription }: PlanChoice) => `${packageName} ${subscription}`;

/** The form that buys a plan. Daybook never gets the number of a card. */
export function PurchaseForm({
  plans,
  user,
  source,
  startsWithYear,
  onlyYear = false,
  promoCode,
  visitor,
  version = null,
  onSent = () => {},
  onPaid,
  onStored = () => {},
}: {
  plans: readonly Plan[];
  /** `null` for a visitor */
  user: Session["user"] | null;
  source: PurchaseSource;
  /** preselects the plan of one year */
  startsWithYear: boolean;
  /** offers only the plan of one year, in the user's tier or in PRO */
  onlyYear?: boolean;
  /** the code in the link that led here; empty without one */
  promoCode: string;
  /** the fields for a visitor's e-mail address and password */
  visitor?: VisitorPart | undefined;
  /** a change of this value loads the stored payment method and the renewal setting again */
  version?: unknown;
  /** called when a purchase is sent */
  onSent?: (() => void) | undefined;
  onPaid: () => void;
  /** called after a payment method was stored */
  onStored?: () => void;
}) {
  const [state, send] = usePurchase({ onSent, onPaid }, source, visitor?.botCheck ?? null);
  const { test_mode: isTest } = use(PaymentProviderContext);
  const [chosenPlanName, setChosenPlanName] = useState("");
  const [isPreparing, setIsPreparing] = useState(false);
  const [isMethodLoading, setIsMethodLoading] = useState(false);
  const [isPlanMissing, setIsPlanMissing] = useState(false);
  const [buysAgain, setBuysAgain] = useState(false);
  const payWith = useRef<PayWithHandle>(null);
  const paidMessage = useRef<HTMLParagraphElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { price, discount, failure, choice, submission } = state.context;
  const shownContext = useRef(state.context);
  useEffect(() => {
    shownContext.current = state.context;
  });
  const linkCode = promoCode.trim();
  const code = usePromoCode(state, send, linkCode);
  const isPaid = state.matches("paid");
  const hasNoAnswer = isAnswerMissing(state);
  // A user sent the purchase and has no session now. A visitor never needs a session, and may send the purchase again.
  const isLoggedOut = hasNoAnswer && user === null && typeof submission?.userId === "number";
  const total = price && (discount ?? price).current_total;
  const isFree = total === 0;
  const busy = isPreparing || state.matches("paying");
  useEffect(() => {
    if (isPaid) paidMessage.current?.focus();
    else setBuysAgain(false);
  }, [isPaid]);

  const yearPlan = offeredYear(plans, user);
  const plansForSale = onlyYear ? (yearPlan ? [yearPlan] : []) : offerPlans(plans, user);
  const options = plansForSale.map(({ name, price: currentPrice, choice: planChoice }) => {
    const fullName = labels.planName(planChoice.level, name);
    return {
      choice: planChoice,
      price: currentPrice,
      name: fullName,
      label: labels.option(fullName, currentPrice),
      value: keyOf(planChoice),
    };
  });
  const offer = choice && options.find(({ value }) => value === keyOf(choice));
  useChangedOffer(state, send, user, offer?.choice ?? null, offer?.price ?? null);
  const choosePlan = (value: string) => {
    const plan = options.find((candidate) => candidate.value === value);
    if (!plan) return;
    setIsPlanMissing(false);
    // The machine ignores a choice while a payment runs or has no answer. The name of the chosen plan then stays, too.
    if (!state.matches("paying") && !hasNoAnswer) setChosenPlanName(plan.name);
    send({ type: "plan.chosen", choice: plan.choice });
  };
  // A code can only be checked for a chosen plan, and most codes are for plans of a year or more. So a code in the link preselects the
  // plan of one year.
  const startsWithChoice = startsWithYear || onlyYear || linkCode !== "";
  const firstChoice = useRef(startsWithChoice ? yearPlan?.choice : undefined);
  useEffect(() => {
    if (!firstChoice.current) return;
    if (linkCode) send({ type: "code.entered", code: linkCode });
    choosePlan(keyOf(firstChoice.current));
    firstChoice.current = undefined;
  });
  const buysAsVisitor = user === null && visitor !== undefined;
  const visitorErrors = errorsOfVisitor(failure);
  useFormFocus(form, { hasNoAnswer, isLoggedOut, buysAgain });
  useWrongFieldFocus(visitor, buysAsVisitor && !busy ? failure : null);
  const pay = async () => {
    setIsPreparing(true);
    const paymentChoice = isFree ? null : await payWith.current?.preparePayment();
    setIsPreparing(false);
    if (!paymentChoice && !isFree) return;
    const { current: shown } = shownContext;
    // The plan or the price has changed in the meantime. The user pays only what the pressed button offered.
    if (shown.choice !== choice || shown.price !== price || shown.discount !== discount) return;
    const buyer = buysAsVisitor ? visitor.read() : undefined;
    if (buyer === null) return;
    const userId = user?.id ?? null;
    send({
      type: "pay",
      payment: { payWith: paymentChoice ?? null, userId, key: randomToken(), visitor: buyer },
    });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPreparing || state.matches("pricing")) return;
    if (hasNoAnswer) return send({ type: "again" });
    if (isMethodLoading) return;
    if (!hasChoice) {
      setIsPlanMissing(true);
      form.current?.querySelector<HTMLInputElement>("input[type=radio]")?.focus();
    } else if (code.ensureApplied()) void pay();
  };
  const hasChoice = choice !== null && !isPaid && !state.matches("choosing");
  const offersPlans = !onlyYear && options.length > 0 && (!isPaid || buysAgain);
  const payLabel = hasChoice && total !== null ? labels.pay(total) : labels.payUnpriced;
  const isAlreadyPaid = buysAsVisitor && failure?.code === "already_paid";

  return (
    <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
      {isTest && <Notice>{labels.testMode}</Notice>}
      {!isPaid && !hasNoAnswer && !isAlreadyPaid && (
        <EarlierPurchase key={user?.id ?? "visitor"} userId={user?.id ?? null} />
      )}
      {isPaid && (
        <p ref={paidMessage} tabIndex={-1}>
          <strong>{labels.paid(chosenPlanName)}</strong>
        </p>
      )}
      {options.length === 0 && !isPaid && <p>{labels.forLife}</p>}
      {isPaid && !onlyYear && options.length > 0 && !buysAgain && (
        <Button variant="quiet" onClick={() => setBuysAgain(true)}>
          {labels.anotherPlan}
        </Button>
      )}
      <fieldset className={styles.fields} disabled={hasNoAnswer}>
        {offersPlans && (
          <RadioList
            legend={labels.legend}
            value={hasChoice ? keyOf(choice) : ""}
            groups={levels
              .map((level) => options.filter((plan) => plan.choice.level === level))
              .filter((group) => group.length > 0)}
            error={isPlanMissing ? labels.notChosen : undefined}
            onChoose={choosePlan}
          />
        )}
        {state.matches("pricing") && <p role="status">{labels.pricing}</p>}
        {buysAsVisitor && visitor.render((name) => visitorErrors[name])}
        {failure && !busy && !hasNoAnswer && <PurchaseFailure {...{ failure, buysAsVisitor, source }} />}
        {hasChoice && <PromoCodeField {...code.field} />}
      </fieldset>
      {hasNoAnswer && <MissingAnswer isWaiting={!state.matches("unknown")} isLoggedOut={isLoggedOut} />}
      {hasChoice && !isFree && (
        // While there is no answer, these fields are hidden and not removed. So the card that was typed is still there for another try.
        <div hidden={hasNoAnswer}>
          <div className={styles.form}>
            {user === null ? (
              <PayWithCard ref={payWith} />
            ) : (
              <PayWith ref={payWith} version={version} onStored={onStored} onLoading={setIsMethodLoading} />
            )}
          </div>
        </div>
      )}
      {hasChoice && price && (
        <>
          <PriceSummary price={price} discount={discount} years={choice.subscription} />
          <RenewalNote user={user} endsAt={price.ends_at} source={source} version={version} />
        </>
      )}
      {(offersPlans || hasChoice) && !isLoggedOut && (
        <div className={styles.foot}>
          <Button
            type="submit"
            variant="primary"
            busy={busy || (isMethodLoading && !hasNoAnswer) || state.matches("pricing")}
          >
            {hasNoAnswer ? labels.again : payLabel}
          </Button>
        </div>
      )}
    </form>
  );
}

import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import type { Plan } from "@daybook/domain/contract/plans";
import type { Session } from "@daybook/domain/contract/sessions";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { randomToken } from "../random-token.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioList } from "../ui/radio-list.tsx";
import styles from "../ui/forms.module.css";
import { isForLife, offerPlans, yearOf } from "./plan-choices.ts";
import { EarlierPurchase } from "./earlier-purchase.tsx";
import { isAnswerMissing, MissingAnswer } from "./missing-answer.tsx";
import { PriceSummary } from "./price-summary.tsx";
import { PromoCodeField } from "./promo-code-field.tsx";
import type { PlanChoice } from "./purchase-types.ts";
import { purchaseText as labels } from "./purchase-text.ts";
import { isCardNumber, nonceOfTestCard } from "./test-cards.ts";
import { usePromoCode } from "./use-promo-code.ts";
import { usePurchase } from "./use-purchase.ts";
import { errorsOfVisitor, type VisitorPart } from "./visitor-part.ts";

const levels = ["pro", "plus"] as const;

const keyOf = ({ packageName, subscription }: PlanChoice) => `${packageName} ${subscription}`;

/** Buys a plan in the test mode. The number of the card never leaves this form. */
export function PurchaseForm({
  plans,
  user,
  source,
  startsWithYear,
  onlyYear = false,
  promoCode,
  visitor,
  onPaid,
}: {
  plans: readonly Plan[];
  /** `null` for a visitor */
  user: Session["user"] | null;
  source: PurchaseSource;
  startsWithYear: boolean;
  /** offers only a year of the user's tier, or of PRO */
  onlyYear?: boolean;
  /** the code in the link that led here; empty without one */
  promoCode: string;
  /** asks a visitor who they are */
  visitor?: VisitorPart | undefined;
  onPaid: () => void;
}) {
  const [state, send] = usePurchase(onPaid, source, plans, visitor?.botCheck ?? null);
  const [boughtName, setBoughtName] = useState("");
  const [cardError, setCardError] = useState<string>();
  const card = useRef<HTMLInputElement>(null);
  const paidMessage = useRef<HTMLParagraphElement>(null);
  const { price, discount, failure, choice } = state.context;
  const code = usePromoCode(state, send, promoCode);
  const isPaid = state.matches("paid");
  const busy = state.matches("paying");
  const isAsking = isAnswerMissing(state);
  useEffect(() => {
    if (isPaid) paidMessage.current?.focus();
  }, [isPaid]);

  const year = yearOf(plans, user);
  const plansForSale = onlyYear ? (year ? [year] : []) : offerPlans(plans, user);
  const offered = plansForSale.map(({ name, price: listPrice, choice: planChoice }) => {
    const fullName = labels.planName(planChoice.level, name);
    return {
      choice: planChoice,
      name: fullName,
      label: labels.option(fullName, listPrice),
      value: keyOf(planChoice),
    };
  });
  const isReviewing = state.matches("reviewing");
  const currentOffer = choice && offered.find(({ value }) => value === keyOf(choice))?.choice;
  const changedCall = isReviewing && currentOffer && currentOffer.call !== choice.call && currentOffer.call;
  useEffect(() => {
    if (choice && changedCall) send({ type: "offer.changed", choice: { ...choice, call: changedCall } });
  }, [send, choice, changedCall]);
  const choosePlan = (value: string) => {
    const plan = offered.find((candidate) => candidate.value === value);
    if (!plan) return;
    // The machine ignores a choice while a payment is open.
    if (!busy && !isAsking) setBoughtName(plan.name);
    send({ type: "plan.chosen", choice: plan.choice });
  };
  // A code is checked for a plan: the year, which most codes are for.
  const startsChosen = !isForLife(user) && (startsWithYear || onlyYear || promoCode !== "");
  const firstChoice = useRef(startsChosen ? year?.choice : undefined);
  useEffect(() => {
    if (!firstChoice.current) return;
    if (promoCode) send({ type: "code.entered", code: promoCode });
    choosePlan(keyOf(firstChoice.current));
    firstChoice.current = undefined;
  });
  const asksVisitor = user === null && visitor !== undefined;
  const visitorErrors = errorsOfVisitor(failure);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAsking) return send({ type: "again" });
    if (!code.confirm()) return;
    const number = card.current?.value ?? "";
    const nonce = nonceOfTestCard(number);
    setCardError(nonce ? undefined : isCardNumber(number) ? labels.notATestCard : labels.notACard);
    if (!nonce) return card.current?.focus();
    const buyer = asksVisitor ? visitor.read() : undefined;
    if (buyer !== null) send({ type: "pay", payment: { nonce, key: randomToken(), visitor: buyer } });
  };
  const isChosen = choice !== null && !isPaid && !state.matches("choosing");

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <Notice>{labels.testMode}</Notice>
      {!isPaid && !isAsking && <EarlierPurchase userId={user?.id ?? null} />}
      {isPaid && (
        <p ref={paidMessage} tabIndex={-1}>
          <strong>{labels.paid(boughtName)}</strong> {labels.testMode}
        </p>
      )}
      {isForLife(user) ? (
        <p>{labels.forLife}</p>
      ) : onlyYear ? null : (
        <RadioList
          legend={labels.legend}
          value={isChosen ? keyOf(choice) : ""}
          groups={levels.map((level) => offered.filter((plan) => plan.choice.level === level))}
          onChoose={choosePlan}
        />
      )}
      {state.matches("pricing") && <p role="status">{labels.pricing}</p>}
      {asksVisitor && visitor.render((name) => visitorErrors[name])}
      {failure && !busy && !isAsking && <Notice tone="failure">{failure.message}</Notice>}
      {isAsking && <MissingAnswer isWaiting={!state.matches("unknown")} />}
      {isChosen && <PromoCodeField {...code.field} />}
      {isChosen && (
        // The card stays for another try, but is not needed while an answer is missing.
        <div hidden={isAsking}>
          <Field
            ref={card}
            label={labels.card}
            hint={labels.cardHint}
            error={cardError}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      )}
      {isChosen && price && (
        <>
          <PriceSummary price={price} discount={discount} years={choice.subscription} />
          <div className={styles.foot}>
            <Button type="submit" variant="primary" busy={busy}>
              {isAsking ? labels.again : labels.pay((discount ?? price).current_total)}
            </Button>
            <span className={styles.note}>{labels.testMode}</span>
          </div>
        </>
      )}
    </form>
  );
}

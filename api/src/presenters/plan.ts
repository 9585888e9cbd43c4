import type { Plan, Promotion } from "@daybook/domain/contract/plans";
import type { Reply } from "@daybook/domain/contract/contract";
import type { Promotion as ActivePromotion } from "@daybook/domain/plans/promotion";
import type { PricedPlan } from "@daybook/application/plans/list-plans";
import type { ValidatedPromoCode } from "@daybook/application/plans/validate-promo-code";

const dollars = (cents: number): number => cents / 100;

/** A note states the full price per month, so a plan with a reduced price has no note. */
const noteOf = (note: string | null, isReduced: boolean): string | null => (isReduced ? null : note);

/** A plan in a reply. */
export function presentPlan({ plan, proPrice, plusPrice }: PricedPlan): Plan {
  const { pro, plus } = plan;
  const proSavings = pro && proPrice !== null ? pro.fullPrice - proPrice : 0;
  const plusSavings = plus.fullPrice - plusPrice;
  return {
    name: plan.name,
    value: plan.value,
    level: pro ? "pro" : "plus",
    price: proPrice === null ? null : dollars(proPrice),
    plusPrice: dollars(plusPrice),
    fullPrice: pro && dollars(pro.fullPrice),
    fullPlusPrice: dollars(plus.fullPrice),
    savings: dollars(proSavings),
    plusSavings: dollars(plusSavings),
    note: noteOf(pro?.note ?? null, proSavings > 0),
    plusNote: noteOf(plus.note, plusSavings > 0),
    subscription: plan.subscription,
    packageName: pro?.packageName ?? null,
    plusPackageName: plus.packageName,
  };
}

/** A promotion in a reply. */
export const presentPromotion = (promotion: ActivePromotion | null): Promotion | null =>
  promotion && {
    id: promotion.id,
    name: promotion.name,
    kind: promotion.kind,
    percent: promotion.percent,
    extra_months: promotion.extraMonths,
    ends_at: promotion.endsAt,
    promo_code: promotion.promoCode,
  };

/** What a promo code does to a price, in a reply. */
export const presentPromoCode = ({
  promoCode,
  price,
  currentTotal,
  promotion,
}: ValidatedPromoCode): Reply<"validatePromoCode"> => ({
  promo_code: promoCode,
  price: dollars(price),
  current_total: dollars(currentTotal),
  discount: dollars(price - currentTotal),
  promotion: presentPromotion(promotion),
});

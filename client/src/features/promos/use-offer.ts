import type { Plan, Promotion } from "@daybook/domain/contract/plans";
import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import type { ApiFailure, ApiResult } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { useFetched } from "../../shared/use-fetched.ts";

/** What a promotion page shows: a flash sale, the offer for power users, or, on any other page, any promotion. */
export type PromoPageKind = "flash" | "power_user" | "named";

/** The one-year plan that a promotion page sells, and the promotion. Prices are in US dollars. */
export type Offer = {
  readonly yearlyPlan: Plan;
  readonly isPlus: boolean;
  readonly price: number;
  readonly fullPrice: number;
  readonly promotion: Promotion;
  /** the promo code that the purchase needs; empty when the person gets the price without it */
  readonly code: string;
};

/** The offer of a promotion page, or the reason why it cannot be shown. */
export type OfferState =
  | { kind: "loading" }
  | { kind: "failed"; failure: ApiFailure; busy: boolean; reload: () => void }
  /** a visitor has to log in before the offer can be shown */
  | { kind: "needs a log-in" }
  | { kind: "bad code"; message: string }
  | { kind: "none" }
  | { kind: "offer"; offer: Offer };

type CodeResult = ApiResult<"validatePromoCode">;

/** The check of a code for a plan; `null` without a code, and until it is checked. */
function useCheckedCode(
  code: string,
  yearlyPlan: Plan | undefined,
  packageName: string | null,
): CodeResult | null {
  const { api } = useServices();
  const [result, setResult] = useState<CodeResult | null>(null);
  const subscription = yearlyPlan?.subscription;
  useEffect(() => {
    if (!code || subscription === undefined || packageName === null) return;
    const controller = new AbortController();
    const body = { promo_code: code, subscription, membership_package_name: packageName };
    void api.call("validatePromoCode", { body }, { signal: controller.signal }).then((newResult) => {
      if (!controller.signal.aborted) setResult(newResult);
    });
    return () => controller.abort();
  }, [api, code, subscription, packageName]);
  return result;
}

/** True when a page without a code may show this promotion: it has the kind of the page, or the page shows any kind. */
const isOfPage = ({ kind }: Promotion, page: PromoPageKind): boolean => page === "named" || page === kind;

/**
 * Tells the server that the person sees the offer for power users. The server then sets the end of the offer. Returns false until the
 * request has succeeded or failed. The page loads the end afterwards in both cases.
 *
 * @param isNeeded true for a user on the page of that offer; otherwise nothing is sent, and it returns true
 */
function useBeginOffer(isNeeded: boolean): boolean {
  const { api } = useServices();
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    const body = { type: "power_user_sale" as const };
    void api.call("setOneTimeModal", { body }, { signal: controller.signal }).then(() => {
      if (!controller.signal.aborted) setHasBegun(true);
    });
    return () => controller.abort();
  }, [api, isNeeded]);
  return hasBegun || !isNeeded;
}

/**
 * The offer of a promotion page. It is not loaded again after a purchase on the page, so that it does not disappear.
 *
 * @param code the promo code of the link; empty without one
 */
export function useOffer(page: PromoPageKind, code: string): OfferState {
  const { sessionActor } = useServices();
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  const [isPlus] = useState(() => sessionActor.getSnapshot().context.session?.user.is_pro_plus ?? false);
  const needsLogin = page === "power_user" && !isLoggedIn;
  const isReady = useBeginOffer(page === "power_user" && isLoggedIn);
  const { data, failure, busy, reload } = useFetched("listPlans", {}, isReady);
  const yearlyPlan = data?.plans.map(({ plan }) => plan).find(({ value }) => value === "1");
  const packageName = yearlyPlan ? (isPlus ? yearlyPlan.plusPackageName : yearlyPlan.packageName) : null;
  const codeResult = useCheckedCode(needsLogin || !isReady ? "" : code, yearlyPlan, packageName);

  if (needsLogin) return { kind: "needs a log-in" };
  if (failure && !data) return { kind: "failed", failure, busy, reload };
  if (!data || busy || !isReady || (code && yearlyPlan && !codeResult)) return { kind: "loading" };
  if (!yearlyPlan) return { kind: "none" };
  const [currentPrice, fullPrice] = isPlus
    ? [yearlyPlan.plusPrice, yearlyPlan.fullPlusPrice]
    : [yearlyPlan.price ?? 0, yearlyPlan.fullPrice ?? 0];
  if (codeResult) {
    if (!codeResult.ok) {
      return { kind: "bad code", message: codeResult.fields?.["promo_code"] ?? codeResult.message };
    }
    const { promotion, current_total: price } = codeResult.data;
    if (!promotion) return { kind: "none" };
    const needsCode = promotion.id !== data.promotion?.id;
    return {
      kind: "offer",
      offer: { yearlyPlan, isPlus, price, fullPrice, promotion, code: needsCode ? code : "" },
    };
  }
  const { promotion } = data;
  if (!promotion || !isOfPage(promotion, page)) return { kind: "none" };
  return {
    kind: "offer",
    offer: { yearlyPlan, isPlus, price: currentPrice, fullPrice, promotion, code: "" },
  };
}

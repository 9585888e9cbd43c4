import type { Promotion } from "@daybook/domain/contract/plans";
import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { OneTimeOffer } from "./one-time-offer.tsx";
import { PromoBanner } from "./promo-banner.tsx";

/** The promotion for this person; `null` when they have no promotion, and while it is not loaded. */
function usePromotion(isAsking: boolean): Promotion | null {
  const { api } = useServices();
  const [promotion, setPromotion] = useState<Promotion | null>(null);
  useEffect(() => {
    if (!isAsking) return;
    const controller = new AbortController();
    void api.call("listPlans", {}, { signal: controller.signal, retries: 0 }).then((result) => {
      if (!controller.signal.aborted) setPromotion(result.ok ? result.data.promotion : null);
    });
    return () => controller.abort();
  }, [api, isAsking]);
  return promotion;
}

/** Promotions on a page that may show them: the banner, and the offers that are shown once. For people without a paid plan. */
export function PromoLayer() {
  const { sessionActor } = useServices();
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  const [isSettled, setIsSettled] = useState(false);
  const settle = useCallback(() => setIsSettled(true), []);
  const promotion = usePromotion(isSettled || !isLoggedIn);
  return (
    <>
      {promotion && <PromoBanner key={`${promotion.id} ${promotion.ends_at}`} promotion={promotion} />}
      {isLoggedIn && <OneTimeOffer onSettled={settle} />}
    </>
  );
}

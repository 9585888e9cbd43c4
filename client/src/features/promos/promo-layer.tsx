import type { Promotion } from "@daybook/domain/contract/plans";
import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { OneTimeOffer } from "./one-time-offer.tsx";
import { PromoBanner } from "./promo-banner.tsx";

/**
 * The promotion for this person; `null` when there is none, and while it is not loaded.
 *
 * @param canLoad false until it is settled whether a one-time offer is shown, because showing it may set the end of the promotion
 */
function usePromotion(canLoad: boolean): Promotion | null {
  const { api } = useServices();
  const [promotion, setPromotion] = useState<Promotion | null>(null);
  useEffect(() => {
    if (!canLoad) return;
    const controller = new AbortController();
    void api.call("listPlans", {}, { signal: controller.signal, retries: 0 }).then((result) => {
      if (!controller.signal.aborted) setPromotion(result.ok ? result.data.promotion : null);
    });
    return () => controller.abort();
  }, [api, canLoad]);
  return promotion;
}

function Promotions({ isLoggedIn }: { isLoggedIn: boolean }) {
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

/** The promotions of a page: the banner, and the offers that are shown once. The layout shows them only to people without a paid plan. */
export function PromoLayer() {
  const { sessionActor } = useServices();
  const userId = useSelector(sessionActor, ({ context }) => context.session?.user.id ?? null);
  // Another user may have other offers.
  return <Promotions key={userId} isLoggedIn={userId !== null} />;
}

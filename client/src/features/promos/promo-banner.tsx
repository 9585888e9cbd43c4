import type { Promotion } from "@daybook/domain/contract/plans";
import { useState } from "react";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { hiddenPromotionStore } from "./hidden-promotion.ts";
import { offerPath } from "./offer-path.ts";
import styles from "./promo-banner.module.css";
import { promosText as labels } from "./promos-text.ts";
import { timeLeftText } from "./time-left.ts";
import { useCountdown } from "./use-countdown.ts";

const hiddenPromotion = hiddenPromotionStore(() => localStorage);

/** What a promotion does, in words. A code that sets a price has neither a percentage nor extra time. */
export function effectOf({ percent, extra_months: months }: Promotion): string {
  if (percent > 0) return labels.percentOff(percent);
  return months > 0 ? labels.extraTime(months / 12) : labels.specialPrice;
}

/** Shows the current promotion until it ends or is hidden. The banner is below the page, so that nothing moves when the banner appears. */
export function PromoBanner({ promotion }: { promotion: Promotion }) {
  const [isHidden, setIsHidden] = useState(() => hiddenPromotion.isHidden(promotion.id));
  const leftMs = useCountdown(promotion.ends_at);
  if (isHidden || leftMs === 0) return null;
  return (
    <aside className={styles.banner} aria-label={labels.banner}>
      <p>
        <strong>{promotion.name}</strong>: {effectOf(promotion)} {labels.endsIn(timeLeftText(leftMs))}
      </p>
      <div className={styles.actions}>
        <ButtonLink to={offerPath(promotion)}>{labels.see}</ButtonLink>
        <Button
          variant="quiet"
          onClick={() => {
            hiddenPromotion.hide(promotion.id);
            setIsHidden(true);
          }}
        >
          {labels.hide}
        </Button>
      </div>
    </aside>
  );
}

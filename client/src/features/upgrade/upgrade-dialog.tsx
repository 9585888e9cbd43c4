import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { commonText } from "../../shared/common-text.ts";
import { SaleNote } from "../../shared/purchase/plan-table.tsx";
import { PurchaseSection } from "../../shared/purchase/purchase-section.tsx";
import { offerKeyOf } from "../../shared/purchase/use-changed-offer.ts";
import { usePlans } from "../../shared/purchase/use-plans.ts";
import { useServices } from "../../shared/services.ts";
import { salesPath } from "../../shared/site-paths.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { upgradeText as labels } from "./upgrade-text.ts";

/** The text of the dialog. Decided when the dialog opens, so that it stays the same after the payment. */
function useDialogText() {
  const { sessionActor } = useServices();
  const user = useSelector(sessionActor, (state) => state.context.session?.user);
  const [isUpgrade] = useState(!user?.is_pro && !user?.pro_membership);
  const [hasPlan] = useState(Boolean(user?.is_pro));
  if (isUpgrade) return { title: labels.upgradeTitle, description: labels.upgradeLead };
  return { title: labels.renewTitle, description: hasPlan ? labels.renewLead : labels.renewExpiredLead };
}

/** The upgrade dialog, or the renew dialog for an account that has or had a paid plan: the form that buys a plan. */
export function UpgradeDialog({ source, onClose }: { source: PurchaseSource; onClose: () => void }) {
  const text = useDialogText();
  const [hasPaid, setHasPaid] = useState(false);
  const { sessionActor } = useServices();
  const offerKey = useSelector(sessionActor, ({ context }) => offerKeyOf(context.session));
  const { data, failure, busy, reload } = usePlans(offerKey);
  return (
    <Dialog open wide onClose={onClose} {...text}>
      {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={6} />}
      {data && (
        <>
          <SaleNote promotion={data.promotion} />
          <PurchaseSection
            plans={data.plans.map(({ plan }) => plan)}
            source={source}
            hasTitle={false}
            onPaid={() => setHasPaid(true)}
          />
        </>
      )}
      <DialogActions>
        <ButtonLink to={salesPath} variant="quiet">
          {labels.compare}
        </ButtonLink>
        {hasPaid && (
          <Button variant="primary" onClick={onClose}>
            {commonText.actions.close}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

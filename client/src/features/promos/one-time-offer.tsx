import type { Promotion } from "@daybook/domain/contract/plans";
import type { OneTimeModal } from "@daybook/domain/contract/settings-values";
import { useEffect, useState } from "react";
import type { Api } from "../../shared/api-client.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { offerPath } from "./offer-path.ts";
import { promosText as labels } from "./promos-text.ts";
import { timeLeftText } from "./time-left.ts";
import { useCountdown } from "./use-countdown.ts";

type Offer = { readonly type: OneTimeModal; readonly promotion: Promotion };

const modalTypes: readonly OneTimeModal[] = ["power_user_sale", "flash_sale"];
const modalTextOf = ({ type, promotion }: Offer) =>
  type === "power_user_sale" ? labels.modal.powerUser : labels.modal.flash(promotion.percent);

/** The first offer that the user has not seen yet. */
async function findOffer(api: Api, signal: AbortSignal): Promise<Offer | null> {
  for (const type of modalTypes) {
    // oxlint-disable-next-line no-await-in-loop -- the second offer matters only without the first
    const result = await api.call("getOneTimeModal", { query: { type } }, { signal, retries: 0 });
    if (result.ok && result.data.show && result.data.promotion)
      return { type, promotion: result.data.promotion };
  }
  return null;
}

/** True while the user types or reads another dialog. Then no offer is shown until `OneTimeOffer` is mounted again. */
const isBusy = (): boolean =>
  document.querySelector("[role=dialog], [role=alertdialog]") !== null ||
  document.activeElement?.matches("input, textarea, select, [contenteditable=true]") === true;

function OfferDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { promotion } = offer;
  const { title, detail } = modalTextOf(offer);
  const leftMs = useCountdown(promotion.ends_at);
  return (
    <Dialog open onClose={onClose} title={title} description={detail}>
      <p>{labels.endsIn(timeLeftText(leftMs))}</p>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {labels.later}
        </Button>
        <ButtonLink to={offerPath(promotion)} variant="primary">
          {labels.see}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Shows an offer that the user has not seen: the one for power users, or a flash sale. The offer is marked as seen when it is shown.
 *
 * @param onSettled called when there is no unseen offer, or after the request that marks the shown offer as seen. The call waits for that
 *   request, because the request fixes when the offer for power users ends. A busy user is shown no offer; then `onSettled` is not called.
 */
export function OneTimeOffer({ onSettled }: { onSettled: () => void }) {
  const { api } = useServices();
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void findOffer(api, controller.signal).then(async (newOffer) => {
      if (controller.signal.aborted || (newOffer && isBusy())) return;
      if (newOffer) {
        setOffer(newOffer);
        await api.call("setOneTimeModal", { body: { type: newOffer.type } });
      }
      onSettled();
    });
    return () => controller.abort();
  }, [api, onSettled]);
  return offer && <OfferDialog offer={offer} onClose={() => setOffer(null)} />;
}

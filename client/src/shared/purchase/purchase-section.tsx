import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import type { Plan } from "@daybook/domain/contract/plans";
import { useSelector } from "@xstate/react";
import { lazy, Suspense, useState } from "react";
import { whenReachable } from "../connection.ts";
import { useServices } from "../services.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useFetched } from "../use-fetched.ts";
import { canEnterCards, PaymentProviderContext } from "./payment-provider.ts";
import { purchaseText } from "./purchase-text.ts";
import type { VisitorPart } from "./visitor-part.ts";

const PurchaseForm = lazy(
  whenReachable(async () => ({ default: (await import("./purchase-form.tsx")).PurchaseForm })),
);

const ProCarousel = lazy(
  whenReachable(async () => ({ default: (await import("./pro-carousel.tsx")).ProCarousel })),
);

/** Shows people without PRO what PRO adds, if they are in group a of the experiment. */
function CarouselOfGroup() {
  const { experiments, sessionActor } = useServices();
  const isPro = useSelector(sessionActor, ({ context }) => context.session?.user.is_pro ?? false);
  return experiments.pro_form_carousel === "a" && !isPro ? <ProCarousel /> : null;
}

/**
 * A key that changes when another user logs in. When a visitor logs in, the key stays the same, because the purchase of a visitor logs
 * them in. After a log-out, the key stays the same too: a form that waits for the answer about a payment must continue to say so.
 */
function useFormKey(userId: number | null): number {
  const [form, setForm] = useState({ key: 0, userId });
  if (userId !== null && userId !== form.userId)
    setForm({ key: form.userId === null ? form.key : form.key + 1, userId });
  return form.key;
}

/**
 * The form to buy a plan, or a message that says why nothing can be bought.
 *
 * @param source where the purchase was begun
 * @param startsWithYear the plan that is chosen at first is one year of the user's tier, or of PRO
 * @param onlyYear offers only this plan of one year
 * @param promoCode the code in the link that led here
 * @param visitor the fields for somebody who is not logged in; without them, only users can buy
 * @param version a change of this value loads the stored payment method and the renewal setting again
 * @param onSent called when a purchase is sent
 * @param onStored called after a payment method was stored
 * @param hasTitle false when the page has its own heading
 */
export function PurchaseSection({
  plans,
  source = "billing",
  startsWithYear = false,
  onlyYear = false,
  promoCode = "",
  visitor,
  hasTitle = true,
  version = null,
  onSent,
  onPaid,
  onStored,
}: {
  plans: readonly Plan[];
  source?: PurchaseSource;
  startsWithYear?: boolean;
  onlyYear?: boolean;
  promoCode?: string;
  visitor?: VisitorPart;
  hasTitle?: boolean;
  version?: unknown;
  onSent?: () => void;
  onPaid: () => void;
  onStored?: () => void;
}) {
  const { sessionActor } = useServices();
  const user = useSelector(sessionActor, (state) => state.context.session?.user);
  const formKey = useFormKey(user?.id ?? null);
  const { data, failure, busy, reload } = useFetched("clientConfig", {});
  if (!user && !visitor) return null;
  const canPay = data !== null && canEnterCards(data.payment);
  return (
    <>
      {hasTitle && <h2>{user?.pro_membership ? purchaseText.titlePro : purchaseText.titleFree}</h2>}
      {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={3} />}
      {data && !canPay && <p>{purchaseText.notAvailable}</p>}
      {canPay && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <CarouselOfGroup />
          <PaymentProviderContext value={data.payment}>
            <PurchaseForm
              key={formKey}
              plans={plans}
              user={user ?? null}
              visitor={visitor}
              source={source}
              startsWithYear={startsWithYear}
              onlyYear={onlyYear}
              promoCode={promoCode}
              version={version}
              onSent={onSent}
              onPaid={onPaid}
              {...(onStored && { onStored })}
            />
          </PaymentProviderContext>
        </Suspense>
      )}
    </>
  );
}

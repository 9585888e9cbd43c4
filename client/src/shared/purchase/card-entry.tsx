import { lazy, type Ref, Suspense, use } from "react";
import { whenReachable } from "../connection.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { type CardEntryHandle, PaymentProviderContext } from "./payment-provider.ts";
import { TestCardEntry } from "./test-card-entry.tsx";

const HostedCardEntry = lazy(
  whenReachable(async () => ({ default: (await import("./hosted-card-entry.tsx")).HostedCardEntry })),
);

/** The card fields of the provider: those of Braintree, or of the test mode. Daybook never gets the number. */
export function CardEntry({ ref }: { ref: Ref<CardEntryHandle> }) {
  const { client_token: tokenizationKey } = use(PaymentProviderContext);
  if (tokenizationKey === null) return <TestCardEntry ref={ref} />;
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <HostedCardEntry ref={ref} tokenizationKey={tokenizationKey} />
    </Suspense>
  );
}

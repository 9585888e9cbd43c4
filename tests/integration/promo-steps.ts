import { randomUUID } from "node:crypto";
import { createPromotions, type NewPromotion } from "@daybook/platform/payments/promotions";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { RunningDaybook } from "./shared-daybook.ts";

const dayMs = 86_400_000;
/** The moment some days from now; negative for days ago. */
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

/** The promotions of a running Daybook. */
export const promotionsOf = ({ platform }: RunningDaybook) =>
  createPromotions({ pool: platform.pools.durable });

/** Creates a promo code and returns it. It takes off 60 percent: a smaller discount would lose to the Summer Sale. */
export async function createPromoCode(
  daybook: RunningDaybook,
  changes: Partial<NewPromotion> = {},
): Promise<string> {
  const promoCode = `T${randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}`;
  const createdPromotion = await promotionsOf(daybook).create({
    kind: "code",
    name: promoCode,
    promoCode,
    percent: 60,
    price: null,
    planKeys: null,
    startsAt: inDays(-1),
    endsAt: inDays(1),
    maxUses: null,
    maxUsesPerAccount: 1,
    source: null,
    ...changes,
  });
  if (!createdPromotion) throw new Error("the code exists");
  return promoCode;
}

/** Status, amount in US cents and promotion id of each order of a person, oldest first. */
export async function ordersOf(
  { platform }: RunningDaybook,
  { session }: Pick<RemoteDaybook, "session">,
): Promise<[string, number, string | null][]> {
  const { rows } = await platform.pools.durable.query<{
    status: string;
    amount: number;
    promotion: string | null;
  }>(
    "SELECT status, amount, purchase->>'promotionId' AS promotion FROM payments.orders WHERE account_id = $1 ORDER BY id",
    [session?.user.id],
  );
  return rows.map(({ status, amount, promotion }) => [status, amount, promotion]);
}

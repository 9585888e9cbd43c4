import { canRenew, offerCodes, powerUserOffer, renewOffer } from "@daybook/domain/plans/offers";
import type { TierPlan } from "@daybook/domain/plans/plan-table";
import {
  checkPromoCode,
  parsePromoCode,
  refusePromoCode,
  unknownPromoCode,
} from "@daybook/domain/plans/promo-code";
import { bestPromotion, type Promotion, summerSaleAt } from "@daybook/domain/plans/promotion";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { countEntriesOfUser } from "@daybook/read-models/queries/accounts";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";

/** The offer for power users, if this account can use it now. */
export async function findPowerUserOffer(
  app: Application,
  userId: number,
  at: string,
): Promise<Promotion | null> {
  const { membership, seenModals } = await loadAccount(app, userId);
  const seenAt = seenModals.get("power_user_sale") ?? null;
  // After the person has seen the offer, the number of entries no longer matters.
  const entryCount = seenAt === null ? await countEntriesOfUser(app.pool, userId) : 0;
  const offer = powerUserOffer({ membership, entryCount, seenAt }, at);
  if (!offer) return null;
  const { byAccount } = await app.promotions.countUses(offer.id, userId);
  return byAccount === 0 ? offer : null;
}

/**
 * The offer for renewing instead of downgrading, once for each account.
 *
 * @param userId `null` for a visitor, whose account is known only when they pay
 */
export async function findRenewOffer(
  app: Application,
  userId: number | null,
  at: string,
): Promise<Promotion | null> {
  const offer = renewOffer(at);
  if (userId === null) return offer;
  const { membership } = await loadAccount(app, userId);
  if (!canRenew(membership)) return null;
  const { byAccount } = await app.promotions.countUses(offer.id, userId);
  return byAccount === 0 ? offer : null;
}

/**
 * The promotion that a person gets without typing a code: the power user offer or a sale for everybody.
 *
 * @param userId `null` for a visitor
 */
export async function findPromotionFor(
  app: Application,
  userId: number | null,
  at: string,
): Promise<Promotion | null> {
  const [personalOffer, flashSales] = await Promise.all([
    userId === null ? null : findPowerUserOffer(app, userId, at),
    app.promotions.findFlashSales(at),
  ]);
  return bestPromotion([personalOffer, ...flashSales, summerSaleAt(at)]);
}

const notForAccount = (): Rejection =>
  refusePromoCode("This offer is not for your account, or it has ended.");

/** The offer that has this code: `undefined` when no offer has it, `null` when this account cannot use it. */
async function findOfferByCode(
  app: Application,
  userId: number | null,
  promoCode: string,
  at: string,
): Promise<Promotion | null | undefined> {
  if (promoCode === offerCodes.renew) return findRenewOffer(app, userId, at);
  if (promoCode !== offerCodes.powerUser) return undefined;
  return userId === null ? null : findPowerUserOffer(app, userId, at);
}

/** The promotion of a typed code, or why it does not count for this plan and this account. */
export async function findPromotionByCode(
  app: Application,
  userId: number | null,
  text: string,
  plan: TierPlan,
  at: string,
): Promise<Promotion | Rejection> {
  const promoCode = parsePromoCode(text);
  if (promoCode === null) return unknownPromoCode();
  const offer = await findOfferByCode(app, userId, promoCode, at);
  if (offer === null) return notForAccount();
  const storedPromotion = offer ? null : await app.promotions.findByCode(promoCode);
  const promotion = offer ?? storedPromotion;
  if (!promotion) return unknownPromoCode();
  const uses = await app.promotions.countUses(promotion.id, userId);
  const limits = storedPromotion ?? { maxUses: null, maxUsesPerAccount: 1 };
  const refusal = checkPromoCode(promotion, limits, uses, plan, at);
  return isRejection(refusal) ? refusal : promotion;
}

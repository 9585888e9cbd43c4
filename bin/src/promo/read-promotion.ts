import { offerCodes } from "@daybook/domain/plans/offers";
import { findPlan, tierPlans } from "@daybook/domain/plans/plan-table";
import { normalisePromoCode, promoCodePattern } from "@daybook/domain/plans/promo-code";
import { planKey } from "@daybook/domain/plans/promotion";
import type { NewPromotion } from "@daybook/platform/payments/promotions";

/** The options of `npm run promo -- create`, as they were typed. */
export type PromotionOptions = {
  readonly flash?: boolean | undefined;
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  readonly percent?: string | undefined;
  readonly price?: string | undefined;
  readonly plans?: string | undefined;
  readonly starts?: string | undefined;
  readonly ends?: string | undefined;
  readonly uses?: string | undefined;
  readonly "uses-per-account"?: string | undefined;
  readonly source?: string | undefined;
};

/** What is wrong with an option, in a sentence for the operator. */
class WrongOption extends Error {}

/** Reads an option, or returns a default when it is missing. */
function readOption<T, D>(text: string | undefined, defaultValue: D, read: (text: string) => T): T | D {
  return text === undefined ? defaultValue : read(text);
}

function readCode(text: string): string {
  const promoCode = normalisePromoCode(text);
  if (!promoCodePattern.test(promoCode)) {
    throw new WrongOption("A code is one word of 3 to 40 letters (A–Z), digits, - and _.");
  }
  // `promo -- end` takes a code or an id such as code-6. It must be clear which of the two a text is.
  if (/^(CODE|FLASH)-\d+$/.test(promoCode))
    throw new WrongOption("A code cannot look like an id, such as code-6.");
  if ((Object.values(offerCodes) as string[]).includes(promoCode)) {
    throw new WrongOption("This code belongs to an offer of Daybook.");
  }
  return promoCode;
}

function readPercent(text: string): number {
  if (!/^([1-9]\d?|100)$/.test(text)) throw new WrongOption("--percent is a whole number from 1 to 100.");
  return Number(text);
}

function readPrice(text: string): number {
  if (!/^\d{1,3}(\.\d{2})?$/.test(text)) throw new WrongOption("--price is in US dollars, such as 9.99.");
  return Math.round(Number(text) * 100);
}

function readPlans(text: string): string[] {
  return text.split(",").map((key) => {
    const [packageName = "", subscription = ""] = key.trim().split(":");
    const plan = findPlan(packageName, Number(subscription));
    if (plan) return planKey(plan);
    throw new WrongOption(
      `There is no plan "${key.trim()}". There are ${tierPlans.map(planKey).join(", ")}.`,
    );
  });
}

function readTime(text: string): string {
  const hasTimeFormat = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?Z)?$/.test(text);
  const time = hasTimeFormat ? Date.parse(text) : Number.NaN;
  // `Date.parse` turns 31 April into 1 May. So the day of the result is compared with the typed day.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text.slice(0, 10)) {
    throw new WrongOption("A time is a date (2027-04-01, at 0:00 UTC) or 2027-04-01T18:00Z.");
  }
  return new Date(time).toISOString();
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongOption("A number of uses is a whole number from 1.");
  return Number(text);
}

function readReduction(options: PromotionOptions): Pick<NewPromotion, "percent" | "price" | "planKeys"> {
  const isFlash = options.flash === true;
  const planKeys = readOption(options.plans, null, readPlans);
  if (isFlash) {
    if (options.price !== undefined || planKeys)
      throw new WrongOption("A flash sale takes a percentage off all yearly plans.");
    return { percent: readOption(options.percent, 50, readPercent), price: null, planKeys };
  }
  if ((options.percent === undefined) === (options.price === undefined)) {
    throw new WrongOption("Give either --percent or --price.");
  }
  if (options.price !== undefined && !planKeys)
    throw new WrongOption("A price needs --plans, because plans differ.");
  return {
    percent: readOption(options.percent, 0, readPercent),
    price: readOption(options.price, null, readPrice),
    planKeys,
  };
}

function readPromotion(options: PromotionOptions, now: string): NewPromotion {
  const isFlash = options.flash === true;
  if (!isFlash && options.code === undefined) throw new WrongOption("A promo code needs --code.");
  if (isFlash && options.code !== undefined) {
    throw new WrongOption("A flash sale applies without a code, so it takes no --code.");
  }
  if (options.ends === undefined)
    throw new WrongOption("Give --ends: from this moment the full price counts again.");
  if (isFlash && (options.uses !== undefined || options["uses-per-account"] !== undefined)) {
    throw new WrongOption("A flash sale is for everybody, so its uses are not limited.");
  }
  const startsAt = readOption(options.starts, now, readTime);
  const endsAt = readTime(options.ends);
  if (endsAt <= startsAt || endsAt <= now)
    throw new WrongOption("The end is before the start, or has passed.");
  const promoCode = readOption(options.code, null, readCode);
  return {
    kind: isFlash ? "flash" : "code",
    name: options.name ?? (isFlash ? "Flash Sale" : (promoCode ?? "")),
    promoCode,
    ...readReduction(options),
    startsAt,
    endsAt,
    maxUses: readOption(options.uses, null, readCount),
    maxUsesPerAccount: readOption(options["uses-per-account"], isFlash ? null : 1, readCount),
    source: options.source ?? null,
  };
}

/**
 * Reads the options of `npm run promo -- create`. Returns a sentence when something is wrong with them.
 *
 * @param now ISO-8601 UTC; a promotion without a start begins now
 */
export function parsePromotion(options: PromotionOptions, now: string): NewPromotion | string {
  try {
    return readPromotion(options, now);
  } catch (error) {
    if (error instanceof WrongOption) return error.message;
    throw error;
  }
}

import { retry } from "@daybook/domain/contract/bounds";
import type {
  PayResult,
  Payment,
  PlanChoice,
  Price,
  PriceResult,
  PurchaseContext,
  Submission,
} from "./purchase-types.ts";

/** The arguments of an action that runs after a call. */
type Done<T> = { event: { output: T } };

/** Sets the chosen plan, and asks for its price. */
export const choosePlan = {
  target: "pricing",
  actions: {
    type: "set choice",
    params: ({ event }: { event: { choice: PlanChoice } }) => ({ choice: event.choice }),
  },
} as const;

/** Stores a typed promo code, and forgets the discount of an earlier one. */
export const setCode = {
  type: "set code",
  params: ({ event }: { event: { code: string } }) => ({ code: event.code }),
} as const;

/** Handles a promo code before the price is known: the code is only stored. The code is checked when the price is known. */
export const keepCode = {
  "code.entered": { actions: setCode },
  "code.removed": { actions: "clear code" },
} as const;

/** Stores the price that the server returned. */
export const setPrice = {
  type: "set price",
  params: ({ event }: Done<PriceResult>) => ({ price: (event.output as { data: Price }).data }),
} as const;

/** Stores why a call failed. */
export const setFailure = {
  type: "set failure",
  params: ({ event }: Done<PriceResult | PayResult>) => ({ failure: event.output.ok ? null : event.output }),
} as const;

/** The purchase of the chosen plan, at the price that is shown; `null` without a plan or a price. */
export const submissionOf = (context: PurchaseContext, payment: Payment): Submission | null =>
  context.choice && context.price
    ? {
        choice: context.choice,
        total: (context.discount ?? context.price).current_total,
        startsAt: context.price.starts_at,
        promoCode: context.discount?.promo_code ?? null,
        ...payment,
      }
    : null;

/** The longest time between two repeats, in milliseconds. */
const maxRepeatDelayMs = 60_000;

/**
 * How long to wait before a purchase is sent again, in milliseconds: our own delay, or the delay that the server asks for if that is
 * longer, at most a minute.
 */
export const repeatDelay = ({ repeats, failure }: PurchaseContext): number =>
  Math.min(maxRepeatDelayMs, Math.max(retry.baseDelay * repeats, failure?.retryAfter ?? 0));

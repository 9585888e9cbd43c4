import type { PayResult, PlanChoice, Price, PriceResult } from "./purchase-types.ts";

/** The event at the end of a call. */
type Done<T> = { event: { output: T } };

/** Takes another plan, and asks for its price. */
export const choosePlan = {
  target: "pricing",
  actions: {
    type: "set choice",
    params: ({ event }: { event: { choice: PlanChoice } }) => ({ choice: event.choice }),
  },
} as const;

/** Stores a promo code until it is checked. */
export const setCode = {
  type: "set code",
  params: ({ event }: { event: { code: string } }) => ({ code: event.code }),
} as const;

/** Stores the price that was asked for. */
export const setPrice = {
  type: "set price",
  params: ({ event }: Done<PriceResult>) => ({ price: (event.output as { data: Price }).data }),
} as const;

/** Stores why a call failed. */
export const setFailure = {
  type: "set failure",
  params: ({ event }: Done<PriceResult | PayResult>) => ({ failure: event.output.ok ? null : event.output }),
} as const;

import { z } from "zod";
import { analyticsEvents, experiments, purchasePackages, purchaseSources } from "./analytics-values.ts";
import { endpoint } from "./endpoint.ts";

/** An action in the interface, to be counted. It has only values from closed lists and numbers, so no text of the user. */
export const AnalyticsEvent = z.strictObject({
  event: z.enum(analyticsEvents),
  properties: z.strictObject({
    experiment_pro_form_carousel: z.enum(experiments.pro_form_carousel).optional(),
    tier: z.enum(["visitor", "free", "pro", "plus"]).optional(),
    platform: z.literal("Web"),
    version: z.string().regex(/^\d{1,3}(\.\d{1,3}){2}$/, "This is not a version."),
    count: z.number().int().min(0).max(1_000_000).optional(),
    /** of a purchase, in US dollars */
    amount: z.number().min(0).max(10_000).multipleOf(0.01).optional(),
    currency: z.literal("USD").optional(),
    plan: z.enum(purchasePackages).optional(),
    /** in years; 1 for a month and for life */
    subscription: z.number().int().min(1).max(100).optional(),
    /** the place that led to a purchase */
    source: z.enum(purchaseSources).optional(),
  }),
});
/** See {@link AnalyticsEvent}. */
export type AnalyticsEvent = z.output<typeof AnalyticsEvent>;

/** The call that counts an event. It does nothing unless an operator configured an analytics sink. */
export const analytics = {
  trackEvent: endpoint({ access: "public", body: AnalyticsEvent, replies: { 204: null } }),
};

import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Session } from "./sessions.ts";

/** What a purchase sends (spec section 3). A nonce stands for a card that only the payment provider knows. */
const PaymentSubmission = z.object({
  existing: z.number().optional(),
  client: z.string().max(20).optional(),
  payment_method_nonce: z.string().min(1, "Choose how to pay.").max(500),
  /** in years; 1 for a month and for life */
  subscription: z.number().int().positive(),
  membership_package_name: z.string().max(100),
  /** what the form said it costs, in US dollars; when it costs something else now, nothing is bought */
  current_total: z.number().nonnegative().optional(),
});

/** The calls that buy a membership. Each replies with the session as it is afterwards. */
export const purchases = {
  goProLoggedIn: endpoint({
    access: "session",
    body: PaymentSubmission,
    replies: { 200: Session },
    errors: ["declined", "payment_pending", "already_paid"],
  }),
};

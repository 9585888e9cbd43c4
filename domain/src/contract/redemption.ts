import { z } from "zod";
import { isRejection } from "../kernel/rejection.ts";
import { parseInput } from "./endpoint.ts";
import { PromoCodeText } from "./plans.ts";
import { Signup } from "./sessions.ts";

const text = z.string().max(1000);

/**
 * A promo code, and the account that gets its membership: with `upgrade` an existing account, otherwise a new one, which needs the
 * fields of the sign-up form.
 */
export const Redemption = z
  .object({
    email: text,
    password: text,
    code: PromoCodeText,
    /** where the person came from; not stored, because an operator names the source of each code */
    ref: text.optional(),
    upgrade: z.boolean().default(false),
    first_name: text.optional(),
    last_name: text.optional(),
    retype_password: text.optional(),
    receive_marketing_emails: z.boolean().optional(),
    client: text.optional(),
    timezone: text.optional(),
    date_format: text.optional(),
    turnstile: z.string().max(4096).optional(),
  })
  .transform(({ upgrade, code, email, password, ...fields }, context) => {
    if (upgrade) return { code, email, password, signUp: null };
    const signUp = parseInput(Signup, { ...fields, email, password });
    if (!isRejection(signUp)) return { code, email: signUp.email, password, signUp };
    for (const [name, message] of Object.entries(signUp.fields ?? {})) {
      context.addIssue({ code: "custom", path: [name], message });
    }
    return z.NEVER;
  });

import type { Session } from "@daybook/domain/contract/sessions";
import type { Tier } from "@daybook/domain/account/tier";

/** The current tier of a user. An expired membership counts as free. */
export function tierOf(user: Pick<Session["user"], "is_pro" | "is_pro_plus">): Tier {
  if (user.is_pro_plus) return "plus";
  return user.is_pro ? "pro" : "free";
}

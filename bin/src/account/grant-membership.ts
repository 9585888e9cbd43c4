import { accountDecider } from "@daybook/domain/account/decider";
import type { Membership } from "@daybook/domain/account/tier";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { addMonths } from "@daybook/domain/membership/add-months";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { operatorContext } from "./operator-context.ts";

/** A membership that an operator grants without payment, for some years or for life. */
export type Grant = { readonly level: "pro" | "plus"; readonly years: number | "lifetime" };

/** The same membership data as after a purchase (spec section 9, package names). */
export function membershipOf({ level, years }: Grant, now: number): Membership {
  const yearlyPackage = level === "pro" ? "standard" : "proplus";
  return {
    level,
    packageName: years === "lifetime" ? "ProPlusLifetime" : yearlyPackage,
    subscriptionLength: years === "lifetime" ? 1 : years,
    expiresAt: years === "lifetime" ? null : addMonths(new Date(now).toISOString(), 12 * years),
    autoRenew: false,
  };
}

/** Appends a membership to an account's stream. @param now milliseconds since 1970 */
export async function grantMembership(
  store: EventStore,
  userId: number,
  membership: Membership,
  now: number,
): Promise<void> {
  const context = operatorContext(now);
  const outcome = await createCommandHandler({ store }).execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [{ type: "GrantMembership", data: { ...membership, at: context.at } }],
    context,
  });
  if (isRejection(outcome)) throw new Error(outcome.message);
}

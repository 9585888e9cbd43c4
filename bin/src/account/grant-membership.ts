import { accountDecider } from "@daybook/domain/account/decider";
import type { Membership } from "@daybook/domain/account/tier";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { operatorAct } from "./operator-act.ts";

/** What an operator gives away: a membership of so many years, or one that never ends. */
export type Grant = { readonly level: "pro" | "plus"; readonly years: number | "lifetime" };

/** A granted membership as a purchase of the same would be written down (spec section 9, package names). */
export function membershipOf({ level, years }: Grant, now: number): Membership {
  const yearly = level === "pro" ? "standard" : "proplus";
  const expires = new Date(now);
  if (years !== "lifetime") expires.setUTCFullYear(expires.getUTCFullYear() + years);
  return {
    level,
    packageName: years === "lifetime" ? "ProPlusLifetime" : yearly,
    subscriptionLength: years === "lifetime" ? 1 : years,
    expiresAt: years === "lifetime" ? null : expires.toISOString(),
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
  const context = operatorAct(now);
  const done = await createCommandHandler({ store }).execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [{ type: "GrantMembership", data: { ...membership, at: context.at } }],
    context,
  });
  if (isRejection(done)) throw new Error(done.message);
}

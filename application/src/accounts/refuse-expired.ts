import { isExpired } from "@daybook/domain/account/tier";
import { reject } from "@daybook/domain/kernel/rejection";
import type { Application } from "../application.ts";
import type { Refusal } from "../context.ts";
import { loadAccount } from "./change-account.ts";

/**
 * The refusal of a log-in to an account whose membership has expired; `null` for every other account. The person must first
 * renew or downgrade. Open sessions stay open.
 */
export async function refuseExpired(app: Application, userId: number): Promise<Refusal | null> {
  const { membership } = await loadAccount(app, userId);
  if (!isExpired(membership, new Date(app.clock.now()).toISOString())) return null;
  return {
    ...reject("expired_pro", "Your PRO membership has ended. Everything you wrote is still here."),
    extra: { expired_pro: true },
  };
}

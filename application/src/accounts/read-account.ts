import type { Account } from "@daybook/domain/account/account";
import { streamOf } from "@daybook/domain/kernel/ids";
import { membershipDecider } from "@daybook/domain/membership/decider";
import { nextCharge, type NextCharge } from "@daybook/domain/membership/renewal-steps";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { loadAccount } from "./change-account.ts";
import { type PersonalData, readPersonalData } from "./personal-data.ts";
import { accountNotYetProjected } from "./refusals.ts";

/** The actor's settings. */
export const readSettings = async (
  app: Application,
  { actor }: Context,
): Promise<Pick<Account, "settings">> => loadAccount(app, actor.userId);

/** A membership, and its next charge. The charge is `null` when nothing will be charged. */
export type BillingView = Pick<Account, "membership"> & { readonly nextCharge: NextCharge | null };

/** The actor's membership with its next charge. */
export async function readBilling(app: Application, { actor }: Context): Promise<BillingView> {
  const [{ membership }, { state }, methodStoredAt] = await Promise.all([
    loadAccount(app, actor.userId),
    app.commands.load(membershipDecider, streamOf.membership(actor.userId)),
    app.paymentMethods.findStoredAt(actor.userId),
  ]);
  const now = new Date(app.clock.now()).toISOString();
  return { membership, nextCharge: nextCharge(membership, { ...state, methodStoredAt }, now) };
}

/** The actor's names and e-mail address. */
export const readProfile = async (app: Application, { actor }: Context): Promise<PersonalData | Refusal> =>
  (await readPersonalData(app, actor.userId)) ?? accountNotYetProjected();

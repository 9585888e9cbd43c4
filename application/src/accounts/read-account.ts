import type { Account } from "@daybook/domain/account/decider";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { loadAccount } from "./change-account.ts";
import { type PersonalData, readCurrentPerson } from "./personal-data.ts";
import { accountNotYetProjected } from "./refusals.ts";

/** The caller's settings. */
export const readSettings = async (
  app: Application,
  { actor }: Context,
): Promise<Pick<Account, "settings">> => loadAccount(app, actor.userId);

/** The caller's membership. */
export const readBilling = async (
  app: Application,
  { actor }: Context,
): Promise<Pick<Account, "membership">> => loadAccount(app, actor.userId);

/** The caller's names and e-mail address. */
export const readProfile = async (app: Application, { actor }: Context): Promise<PersonalData | Refusal> =>
  (await readCurrentPerson(app, actor.userId)) ?? accountNotYetProjected();

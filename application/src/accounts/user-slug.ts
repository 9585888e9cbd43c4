import type { Account } from "@daybook/domain/account/account";
import type { Rejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "../application.ts";
import { loadAccount } from "./change-account.ts";
import { invalidLink } from "./refusals.ts";

const purpose = "account slug";
const neverExpires = 0;

/**
 * The slug of an account: the credential in mailed links that work without a session, such as opt-outs. It is the encrypted account id
 * with an authentication tag of 128 bits, so nobody can guess a slug. Slugs are not stored: an account
 * always gets the same slug.
 */
export const userSlugOf = ({ capabilities }: Pick<Application, "capabilities">, userId: number): string =>
  capabilities.sign(purpose, neverExpires, [userId]);

/** The open account of a slug. Wrong slugs and deleted accounts get the same refusal. */
export async function findAccountBySlug(
  app: Application,
  slug: string,
): Promise<{ readonly userId: number; readonly account: Account } | Rejection> {
  const [userId] = app.capabilities.read(purpose, neverExpires, slug) ?? [];
  if (typeof userId !== "number") return invalidLink();
  const account = await loadAccount(app, userId);
  return account.status === "open" ? { userId, account } : invalidLink();
}

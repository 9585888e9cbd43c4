import { isExpired, type Membership, tierAt } from "@daybook/domain/account/tier";
import type { Session } from "@daybook/domain/contract/accounts";
import { streamOf } from "@daybook/domain/kernel/ids";
import { deriveSecret, open } from "@daybook/platform/privacy/seal";
import type { OpenSession } from "@daybook/platform/privacy/sessions";
import { accountById, entryCount } from "@daybook/read-models/queries/accounts";
import type { ApiDeps } from "../../deps.ts";
import { loadAccount } from "./change-account.ts";

/** The person's names and address, in clear. */
export type PersonalData = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly pendingEmail: string | null;
  readonly createdAt: string;
};

/** Reads and opens a person's names and address; `null` while the read model is late, or when the account is gone. */
export async function readPersonalData(deps: ApiDeps, userId: number): Promise<PersonalData | null> {
  const stream = streamOf.account(userId);
  const [row, key] = await Promise.all([accountById(deps.pool, userId), deps.vault.openKey(stream)]);
  if (!row || !key) return null;
  return {
    firstName: open(key, stream, "account.first_name", row.firstName),
    lastName: open(key, stream, "account.last_name", row.lastName),
    email: open(key, stream, "account.email", row.email),
    pendingEmail: row.pendingEmail && open(key, stream, "account.email", row.pendingEmail),
    createdAt: row.createdAt,
  };
}

const membershipReply = (membership: Membership | null): Session["user"]["pro_membership"] =>
  membership && {
    package_name: membership.packageName,
    subscription_length: membership.subscriptionLength,
    expires_at: membership.expiresAt,
    auto_renew: membership.autoRenew,
  };

/** What links in mails name an account by: it cannot be guessed, and tells nothing. */
export const slugOf = (deps: ApiDeps, userId: number): string =>
  deps.keyedHash("account.slug", String(userId));

/**
 * The session as a browser holds it. `known` spares a read of what the request itself told; the draft key derives from
 * the account's key, so it is the same at every log-in and gone when the account is erased. `null`: no such account.
 */
export async function sessionReply(
  deps: ApiDeps,
  session: OpenSession,
  known?: PersonalData,
): Promise<Session | null> {
  const { userId } = session;
  const [key, person, account] = await Promise.all([
    deps.vault.openKey(streamOf.account(userId)),
    known ?? readPersonalData(deps, userId),
    loadAccount(deps, userId),
  ]);
  if (!key || !person) return null;
  const now = new Date(deps.clock.now()).toISOString();
  const tier = tierAt(account.membership, now);
  return {
    access_token: {
      token: session.token,
      secret: session.secret,
      user_id: userId,
      expires_at: session.expiresAt,
      created_at: session.createdAt,
      client_application: { key: deps.client.key, secret: deps.client.secret },
    },
    user: {
      id: userId,
      slug: slugOf(deps, userId),
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      is_pro: tier !== "free",
      is_pro_plus: tier === "plus",
      has_mobile: false,
      pro_membership: membershipReply(account.membership),
      entry_count: await entryCount(deps.pool, userId),
      onboarding_step: account.onboardingStep,
    },
    expired_pro: isExpired(account.membership, now),
    experiments: {},
    draft_key: deriveSecret(key, "drafts"),
  };
}

import { isExpired, type Membership, type Tier, tierAt } from "@daybook/domain/account/tier";
import type { OnboardingStep } from "@daybook/domain/contract/settings-values";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import { deriveSecret } from "@daybook/platform/vault/seal";
import type { OpenSession } from "@daybook/platform/identity/session-rows";
import { countEntriesOfUser } from "@daybook/read-models/queries/accounts";
import type { Application } from "../application.ts";
import { loadAccount } from "./change-account.ts";
import { type PersonalData, readStoredPersonalData } from "./personal-data.ts";
import { accountNotYetProjected } from "./refusals.ts";
import { userSlugOf } from "./user-slug.ts";

/** An open session and its account, for the session's own browser. Contains secrets, so it must not be stored or logged. */
export type SessionView = {
  readonly session: OpenSession;
  readonly person: PersonalData;
  /** Identifies the account in mailed links that work without a session. It cannot be guessed. */
  readonly slug: string;
  readonly tier: Tier;
  readonly membership: Membership | null;
  readonly hasExpiredMembership: boolean;
  readonly entryCount: number;
  readonly onboardingStep: OnboardingStep | null;
  /** Base64. Derived from the account's key: the same at every log-in, until the account is erased. */
  readonly draftKey: string;
};

/**
 * Reads the account of a session. Given a rejection instead of a session, returns that rejection.
 *
 * @param knownPerson the person's data, if the caller has already read it
 */
export async function viewSession(
  app: Application,
  session: OpenSession | Rejection,
  knownPerson?: PersonalData,
): Promise<SessionView | Rejection> {
  if (isRejection(session)) return session;
  const { userId } = session;
  const [key, person, account] = await Promise.all([
    app.vault.openKey(streamOf.account(userId)),
    knownPerson ?? readStoredPersonalData(app, userId),
    loadAccount(app, userId),
  ]);
  if (!key || !person) return accountNotYetProjected();
  const now = new Date(app.clock.now()).toISOString();
  return {
    session,
    person,
    slug: userSlugOf(app, userId),
    tier: tierAt(account.membership, now),
    membership: account.membership,
    hasExpiredMembership: isExpired(account.membership, now),
    entryCount: await countEntriesOfUser(app.pool, userId),
    onboardingStep: account.onboardingStep,
    draftKey: deriveSecret(key, "drafts"),
  };
}

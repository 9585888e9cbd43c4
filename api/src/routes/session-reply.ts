import type { Session } from "@daybook/domain/contract/accounts";
import { streamOf } from "@daybook/domain/kernel/ids";
import { deriveSecret, open } from "@daybook/platform/privacy/seal";
import type { OpenSession } from "@daybook/platform/privacy/sessions";
import { accountById, entryCount } from "@daybook/read-models/queries/accounts";
import type { ApiDeps } from "../deps.ts";

/** The person's names and address, in clear. */
export type Profile = { firstName: string; lastName: string; email: string };

async function readProfile(deps: ApiDeps, userId: number): Promise<Profile | null> {
  const stream = streamOf.account(userId);
  const [row, key] = await Promise.all([accountById(deps.pool, userId), deps.vault.openKey(stream)]);
  if (!row || !key) return null;
  return {
    firstName: open(key, stream, "account.first_name", row.firstName),
    lastName: open(key, stream, "account.last_name", row.lastName),
    email: open(key, stream, "account.email", row.email),
  };
}

/**
 * The session as a browser holds it. `known` spares a read of what the request itself told; the draft key derives from
 * the account's key, so it is the same at every log-in and gone when the account is erased. `null`: no such account.
 */
export async function sessionReply(
  deps: ApiDeps,
  session: OpenSession,
  known?: Profile,
): Promise<Session | null> {
  const { userId } = session;
  const key = await deps.vault.openKey(streamOf.account(userId));
  const profile = known ?? (await readProfile(deps, userId));
  if (!key || !profile) return null;
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
      slug: deps.keyedHash("account.slug", String(userId)),
      first_name: profile.firstName,
      last_name: profile.lastName,
      email: profile.email,
      is_pro: false,
      is_pro_plus: false,
      has_mobile: false,
      pro_membership: null,
      entry_count: await entryCount(deps.pool, userId),
      onboarding_step: null,
    },
    expired_pro: false,
    experiments: {},
    draft_key: deriveSecret(key, "drafts"),
  };
}

import type { Session } from "@daybook/domain/contract/sessions";
import type { SessionView } from "@daybook/application/accounts/session-view";
import { presentMembership } from "./account.ts";

/** The key and secret of our own client application, which signs every request. Every session contains them. */
export type ClientApplication = { readonly key: string; readonly secret: string };

/** A session in a reply, for the browser that owns it. */
export function presentSession(view: SessionView, client: ClientApplication): Session {
  const { session, person, tier, membership } = view;
  return {
    access_token: {
      token: session.token,
      secret: session.secret,
      user_id: session.userId,
      expires_at: session.expiresAt,
      created_at: session.createdAt,
      client_application: { key: client.key, secret: client.secret },
    },
    user: {
      id: session.userId,
      slug: view.slug,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      is_pro: tier !== "free",
      is_pro_plus: tier === "plus",
      has_mobile: false,
      pro_membership: membership && presentMembership(membership),
      entry_count: view.entryCount,
      onboarding_step: view.onboardingStep,
    },
    expired_pro: view.hasExpiredMembership,
    experiments: {},
    draft_key: view.draftKey,
  };
}

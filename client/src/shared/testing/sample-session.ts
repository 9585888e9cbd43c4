import type { Session } from "@daybook/domain/contract/sessions";

/**
 * A session as the server returns it.
 *
 * @param expiresAt milliseconds since 1970
 */
export function sampleSession(expiresAt: number, token = "token", userId = 7): Session {
  return {
    access_token: {
      token,
      secret: "token secret",
      user_id: userId,
      expires_at: new Date(expiresAt).toISOString(),
      created_at: "2026-11-20T10:00:00.000Z",
      client_application: { key: "application", secret: "application & secret" },
    },
    user: {
      id: userId,
      slug: "samuel",
      first_name: "Sámuel 日記",
      last_name: "Pepys",
      email: "samuel@example.org",
      is_pro: false,
      is_pro_plus: false,
      has_mobile: false,
      pro_membership: null,
      entry_count: 0,
      onboarding_step: null,
    },
    expired_pro: false,
    experiments: {},
    draft_key: "AAECAwQFBgcICQoLDA0ODw==",
  };
}

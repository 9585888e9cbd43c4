import type { ActivityKind } from "@daybook/domain/contract/settings-values";
import type { Reply } from "@daybook/domain/contract/contract";
import type { Activity, ListedSession, RequestOrigin } from "@daybook/application/accounts/list-sessions";

const summaries: Readonly<Record<ActivityKind, string>> = {
  login: "You logged in.",
  logout: "You logged out.",
  sessions_ended: "You logged out one or all of your other devices.",
  login_link_requested: "A login link was requested.",
  password_reset_requested: "A new password was requested.",
  password_changed: "You changed your password.",
  password_reset: "Your password was reset with a mailed code.",
  profile_changed: "You changed your name.",
  email_change_requested: "A new e-mail address was requested.",
  email_changed: "Your e-mail address was changed.",
  delete_requested: "A link to delete your account was requested.",
  membership_changed: "Your plan was changed.",
  share: "You shared an entry by e-mail.",
  unlock: "You unlocked a journal or an entry.",
  restore: "You restored something from the trash or from an earlier version.",
  lock_removed: "You removed a lock.",
  publish: "You created a public link for an entry.",
  unpublish: "You removed the public link of an entry.",
};

const presentOrigin = ({ ip, userAgent }: RequestOrigin) => ({ ip, user_agent: userAgent });

/** A session in the list of its owner. */
export const presentListedSession = (session: ListedSession): Reply<"listSessions">["sessions"][number] => ({
  session: {
    id: session.id,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    ...presentOrigin(session),
    current: session.isCurrent,
  },
});

/** A row of an account's activity list. */
export const presentActivity = (activity: Activity): Reply<"listActivity">["activities"][number] => ({
  activity: {
    id: activity.id,
    at: activity.at,
    kind: activity.kind,
    summary: summaries[activity.kind],
    ...presentOrigin(activity),
  },
});

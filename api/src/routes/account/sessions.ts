import type { ActivityKind } from "@daybook/domain/contract/settings-values";
import { paging } from "@daybook/domain/contract/bounds";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { open } from "@daybook/platform/privacy/seal";
import { activitiesOf, loginsOf } from "@daybook/read-models/queries/accounts";
import type { AccountActivityRow } from "@daybook/read-models/tables";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { projected } from "../projected.ts";
import { changeAccount, originOf } from "./change-account.ts";

const summaries: Readonly<Record<ActivityKind, string>> = {
  login: "You logged in.",
  logout: "You logged out.",
  sessions_ended: "You signed out other devices.",
  login_link_requested: "A login link was requested.",
  password_reset_requested: "A new password was requested.",
  password_changed: "You changed your password.",
  password_reset: "Your password was replaced by the mailed code.",
  profile_changed: "You changed your name.",
  email_change_requested: "A new e-mail address was requested.",
  email_changed: "Your e-mail address was changed.",
  delete_requested: "A link to delete your account was requested.",
  membership_changed: "Your plan was changed.",
  share: "You shared an entry by e-mail.",
  unlock: "You opened a lock.",
  restore: "You brought back something from the trash or from an earlier time.",
};

function placeOf(key: DataKey, userId: number, row: AccountActivityRow | undefined) {
  const stream = streamOf.account(userId);
  return {
    ip: row?.ip ? open(key, stream, "account.session_ip", row.ip) : null,
    user_agent: row?.userAgent ? open(key, stream, "account.session_user_agent", row.userAgent) : null,
  };
}

/** The calls about where somebody is signed in, and what happened to the account. */
export function mountSessions(mount: Mount, deps: ApiDeps): void {
  const gone = () => reject("unauthenticated", "Your session has ended. Please log in.");

  mount("listSessions", async ({ actor }) => {
    const { userId } = actor;
    const [sessions, current, key] = await Promise.all([
      deps.sessions.listOf(userId),
      deps.sessions.findByToken(actor.token),
      deps.vault.openKey(streamOf.account(userId)),
    ]);
    if (!key) return gone();
    const logins = await loginsOf(
      deps.pool,
      userId,
      sessions.map(({ lineage }) => lineage),
    );
    const byLineage = new Map(logins.map((row) => [row.sessionId, row]));
    return {
      status: 200,
      body: {
        sessions: sessions.map((session) => ({
          session: {
            id: session.sessionId,
            created_at: byLineage.get(session.lineage)?.at ?? session.createdAt,
            last_used_at: session.lastUsedAt,
            ...placeOf(key, userId, byLineage.get(session.lineage)),
            current: session.lineage === current?.lineage,
          },
        })),
      },
    };
  });

  mount("endSession", async ({ actor, params, act }) => {
    if (!(await deps.sessions.revokeOne(actor.userId, params.sessionId))) {
      return reject("not_found", "There is no such session.");
    }
    const noted = await changeAccount(deps, actor.userId, act, "end session", {
      type: "EndSession",
      data: { sessionId: params.sessionId, reason: "revoked", at: act.at },
    });
    if (isRejection(noted)) return noted;
    await projected(deps, ["account"], noted.position);
    return { status: 204 };
  });

  mount("endOtherSessions", async ({ actor, act, caller }) => {
    const key = await deps.vault.openKey(streamOf.account(actor.userId));
    if (!key) return gone();
    await deps.sessions.revokeAll(actor.userId, { except: actor.token });
    const noted = await changeAccount(deps, actor.userId, act, "end sessions", {
      type: "RevokeSessions",
      data: {
        except: actor.sessionId,
        reason: "asked",
        ...originOf(key, actor.userId, caller),
        at: act.at,
      },
    });
    if (isRejection(noted)) return noted;
    await projected(deps, ["account"], noted.position);
    return { status: 204 };
  });

  mount("listActivity", async ({ actor, query }) => {
    const { userId } = actor;
    const [{ total, rows }, key] = await Promise.all([
      activitiesOf(deps.pool, userId, query.page, paging.activitiesPerPage),
      deps.vault.openKey(streamOf.account(userId)),
    ]);
    if (!key) return gone();
    return {
      status: 200,
      body: {
        page: query.page,
        total_pages: Math.max(1, Math.ceil(total / paging.activitiesPerPage)),
        activities: rows.map((row) => ({
          activity: {
            id: row.id,
            at: row.at,
            kind: row.kind,
            summary: summaries[row.kind],
            ...placeOf(key, userId, row),
          },
        })),
      },
    };
  });
}

import { paging } from "@daybook/domain/contract/bounds";
import type { ActivityKind } from "@daybook/domain/contract/settings-values";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { open } from "@daybook/platform/vault/seal";
import { activitiesOfUser, loginsOfSessions } from "@daybook/read-models/queries/accounts";
import type { AccountActivityRow } from "@daybook/read-models/tables";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { sessionEnded } from "./refusals.ts";

/** The IP address and browser of a request; `null` when unknown. */
export type RequestOrigin = { readonly ip: string | null; readonly userAgent: string | null };

/** A session in the list of its owner. Times are ISO-8601. */
export type ListedSession = RequestOrigin & {
  readonly id: number;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly isCurrent: boolean;
};

/** A row of an account's activity list. */
export type Activity = RequestOrigin & {
  readonly id: number;
  readonly at: string;
  readonly kind: ActivityKind;
};

function readOrigin(key: DataKey, userId: number, row: AccountActivityRow | undefined): RequestOrigin {
  const stream = streamOf.account(userId);
  return {
    ip: (row?.ip && open(key, stream, "account.session_ip", row.ip)) || null,
    userAgent: (row?.userAgent && open(key, stream, "account.session_user_agent", row.userAgent)) || null,
  };
}

/** Lists the actor's open sessions, newest login first. */
export async function listSessions(
  app: Application,
  { actor: { userId, token } }: Context,
): Promise<ListedSession[] | Refusal> {
  const [sessions, currentSession, key] = await Promise.all([
    app.sessions.listOf(userId),
    app.sessions.findByToken(token),
    app.vault.openKey(streamOf.account(userId)),
  ]);
  if (!key) return sessionEnded();
  // The id of a session family is that of its first session, which a log-in started.
  const familyIds = sessions.map(({ sessionFamilyId }) => sessionFamilyId);
  const logins = await loginsOfSessions(app.pool, userId, familyIds);
  const loginByFamilyId = new Map(logins.map((row) => [row.sessionId, row]));
  return sessions
    .map(({ sessionId, sessionFamilyId, createdAt, lastUsedAt }) => {
      const login = loginByFamilyId.get(sessionFamilyId);
      return {
        id: sessionId,
        createdAt: login?.at ?? createdAt,
        lastUsedAt,
        ...readOrigin(key, userId, login),
        isCurrent: sessionFamilyId === currentSession?.sessionFamilyId,
      };
    })
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** A page of the actor's activity list, newest first, and the number of pages. */
export async function listActivity(
  app: Application,
  { actor: { userId } }: Context,
  page: number,
): Promise<{ totalPages: number; activities: Activity[] } | Refusal> {
  const size = paging.activitiesPerPage;
  const [{ total, rows }, key] = await Promise.all([
    activitiesOfUser(app.pool, userId, page, size),
    app.vault.openKey(streamOf.account(userId)),
  ]);
  if (!key) return sessionEnded();
  const activities = rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    ...readOrigin(key, userId, row),
  }));
  return { totalPages: Math.max(1, Math.ceil(total / size)), activities };
}

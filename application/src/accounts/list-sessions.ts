import type { ActivityKind } from "@daybook/domain/contract/settings-values";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { open } from "@daybook/platform/vault/seal";
import { activitiesOfUser, loginsOfSessions } from "@daybook/read-models/queries/accounts";
import type { AccountActivityRow } from "@daybook/read-models/tables";
import type { Application } from "../application.ts";
import type { Actor, Refusal } from "../context.ts";
import { sessionEnded } from "./refusals.ts";

/** Where something was done from, as far as it is known. */
export type Place = { readonly ip: string | null; readonly userAgent: string | null };

/** A session as its owner sees it in a list. Times are ISO-8601. */
export type ListedSession = Place & {
  readonly id: number;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly isCurrent: boolean;
};

/** Something that happened to an account. */
export type Activity = Place & { readonly id: number; readonly at: string; readonly kind: ActivityKind };

function placeOf(key: DataKey, userId: number, row: AccountActivityRow | undefined): Place {
  const stream = streamOf.account(userId);
  return {
    ip: row?.ip ? open(key, stream, "account.session_ip", row.ip) : null,
    userAgent: row?.userAgent ? open(key, stream, "account.session_user_agent", row.userAgent) : null,
  };
}

/** Where the caller is signed in, newest first. */
export async function listSessions(
  app: Application,
  { userId, token }: Pick<Actor, "userId" | "token">,
): Promise<ListedSession[] | Refusal> {
  const [sessions, current, key] = await Promise.all([
    app.sessions.listOf(userId),
    app.sessions.findByToken(token),
    app.vault.openKey(streamOf.account(userId)),
  ]);
  if (!key) return sessionEnded();
  const families = sessions.map(({ sessionFamilyId }) => sessionFamilyId);
  const logins = await loginsOfSessions(app.pool, userId, families);
  const loginOf = new Map(logins.map((row) => [row.sessionId, row]));
  return sessions.map(({ sessionId, sessionFamilyId, createdAt, lastUsedAt }) => {
    const login = loginOf.get(sessionFamilyId);
    return {
      id: sessionId,
      createdAt: login?.at ?? createdAt,
      lastUsedAt,
      ...placeOf(key, userId, login),
      isCurrent: sessionFamilyId === current?.sessionFamilyId,
    };
  });
}

/** A page of what happened to the caller's account, newest first, and how much there is in all. */
export async function listActivity(
  app: Application,
  { userId }: Pick<Actor, "userId">,
  page: { readonly number: number; readonly size: number },
): Promise<{ total: number; activities: Activity[] } | Refusal> {
  const [{ total, rows }, key] = await Promise.all([
    activitiesOfUser(app.pool, userId, page.number, page.size),
    app.vault.openKey(streamOf.account(userId)),
  ]);
  if (!key) return sessionEnded();
  const activities = rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    ...placeOf(key, userId, row),
  }));
  return { total, activities };
}

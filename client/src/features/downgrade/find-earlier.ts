import type { Operation } from "@daybook/domain/contract/entry-bulk";
import type { Session } from "@daybook/domain/contract/sessions";
import type { ApiFailure } from "../../shared/api-client.ts";
import { expiredAccount } from "../../shared/expired-account.ts";
import type { Services } from "../../shared/services.ts";
import { refreshSession } from "../../shared/session/refresh-session.ts";
import type { DowngradeKind, EarlierDowngrade } from "./downgrade-values.ts";
import { openDowngradeStore, type OpenDowngrade } from "./open-downgrade.ts";

type Dependencies = Pick<Services, "api" | "clock" | "sessionActor">;

/**
 * Reads an operation of a downgrade. Returns `null` when this browser can no longer read the operation. After a failure, try again later.
 */
export async function readOperation(
  { api }: Pick<Services, "api">,
  id: number,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Operation | ApiFailure | null> {
  const input = { params: { operationId: String(id) }, query: { token } };
  const result = await api.call("getOperation", input, { signal, quiet401: true });
  if (result.ok) return result.data.operation;
  return result.status === 401 || result.status === 404 ? null : result;
}

/** The state of a downgrade, from its operation. */
function outcomeOf(kind: DowngradeKind, operation: Operation, token: string): EarlierDowngrade {
  if (operation.status === "failed") return { state: "stopped", kind };
  return { state: operation.status === "done" ? "done" : "running", kind, operation, token };
}

/** The state without an earlier downgrade: what can be downgraded, or that there is no plan. */
function withoutEarlier(user: Session["user"] | undefined, note: OpenDowngrade | null): EarlierDowngrade {
  if (!user) return { state: "none", kind: "loggedOut", unansweredSince: note?.startedAt ?? null };
  if (user.pro_membership === null) return { state: "no plan" };
  return { state: "none", kind: user.is_pro_plus ? "plusToPro" : "signedIn", unansweredSince: null };
}

/**
 * The state of the downgrade that this browser noted; `null` when its operation is unknown or can no longer be read. Forgets the note
 * of a downgrade that failed.
 */
async function followNote(
  services: Dependencies,
  { kind, operation }: OpenDowngrade,
  signal: AbortSignal,
): Promise<EarlierDowngrade | null> {
  if (!operation) return null;
  const operationOrFailure = await readOperation(services, operation.id, operation.token, signal);
  if (operationOrFailure === null) return null;
  if ("ok" in operationOrFailure) return { state: "unreachable", failure: operationOrFailure };
  if (operationOrFailure.status === "failed") openDowngradeStore.forget();
  return outcomeOf(kind, operationOrFailure, operation.token);
}

/** The earlier downgrade that a visitor is told about: only one that this browser noted. Forgets a note that is of no use any more. */
async function findForVisitor(services: Dependencies, signal: AbortSignal): Promise<EarlierDowngrade> {
  // An account whose log-in was just refused has a plan that ended and was not downgraded. So the note is about another account.
  const storedNote = expiredAccount.get() ? null : openDowngradeStore.find(null, services.clock.now());
  // A downgrade to PRO ends no session, so its user can see the result after the next log-in. A visitor may be somebody else, and must
  // not learn about the downgrade.
  const note = storedNote?.kind === "plusToPro" ? null : storedNote;
  const outcome = note && (await followNote(services, note, signal));
  if (outcome) return outcome;
  if (note?.operation) openDowngradeStore.forget();
  return withoutEarlier(undefined, note?.operation ? null : note);
}

/**
 * Finds an earlier downgrade: one that is running, that can be continued, or that ended while the page was closed. Notes a running one.
 * Forgets a note that is of no use any more. May refresh the session, because the plan may have changed.
 */
export async function findEarlier(services: Dependencies, signal: AbortSignal): Promise<EarlierDowngrade> {
  const { api, clock, sessionActor } = services;
  const currentUser = () => sessionActor.getSnapshot().context.session?.user;
  const user = currentUser();
  if (!user) return findForVisitor(services, signal);
  const note = openDowngradeStore.find(user.id, clock.now());
  const result = await api.call("getRunningDowngrade", {}, { signal, quiet401: true });
  if (!result.ok && result.status !== 401) return { state: "unreachable", failure: result };
  const unfinishedDowngrade = result.ok ? result.data.downgrade : null;
  if (unfinishedDowngrade) {
    const { operation } = unfinishedDowngrade;
    const { id, token } = operation;
    const kind = unfinishedDowngrade.to === "pro" ? "plusToPro" : "signedIn";
    // A later page follows the operation with the note's token, because the session may have ended by then.
    if (operation.status === "running")
      openDowngradeStore.note({ userId: user.id, kind, startedAt: clock.now(), operation: { id, token } });
    else if (note) openDowngradeStore.forget();
    return outcomeOf(kind, operation, token);
  }
  if (!note && (user.pro_membership !== null || !result.ok)) return withoutEarlier(user, null);
  const outcome = note && (await followNote(services, note, signal));
  if (!result.ok) return outcome ?? { state: "session ended" };
  // A downgrade to the free tier ends all sessions. So a session that still works was opened after the downgrade.
  const wasBeforeSession = outcome?.state === "done" && note?.kind !== "plusToPro";
  if (outcome && !wasBeforeSession) return outcome;
  if (note) openDowngradeStore.forget();
  // The plan may have changed since the session was loaded.
  await refreshSession(services, { signal });
  return withoutEarlier(currentUser() ?? user, null);
}

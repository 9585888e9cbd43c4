import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, isStepDone, originOf } from "./change-account.ts";
import { sessionEnded } from "./refusals.ts";

/** Ends the actor's session and all other sessions of the same session family. */
export async function logOut(app: Application, { actor, command }: Context): Promise<void> {
  await app.sessions.revoke(actor.token);
  await changeAccount(app, actor.userId, command, "logout", {
    type: "EndSession",
    data: { sessionId: actor.sessionId, reason: "logout", at: command.at },
  });
}

/** Ends one session of the actor's account, and all other sessions of the same session family. */
export async function endSession(
  app: Application,
  { actor, command }: Context,
  sessionId: number,
): Promise<Refusal | null> {
  if (await isStepDone(app, actor.userId, command, "end session")) return null;
  if (!(await app.sessions.revokeOne(actor.userId, sessionId))) {
    return reject("not_found", "There is no such session.");
  }
  const accountChange = await changeAccount(app, actor.userId, command, "end session", {
    type: "EndSession",
    data: { sessionId, reason: "revoked", at: command.at },
  });
  if (isRejection(accountChange)) return accountChange;
  await waitForReadModels(app, ["account"], accountChange.position);
  return null;
}

/** Ends every session of the actor's account except those of the actor's session family. */
export async function endOtherSessions(
  app: Application,
  { actor, command, caller }: Context,
): Promise<Refusal | null> {
  // A repeat must not end sessions that were opened after the first run.
  if (await isStepDone(app, actor.userId, command, "end sessions")) return null;
  const key = await app.vault.openKey(streamOf.account(actor.userId));
  if (!key) return sessionEnded();
  await app.sessions.revokeAll(actor.userId, { exceptToken: actor.token });
  const accountChange = await changeAccount(app, actor.userId, command, "end sessions", {
    type: "RevokeSessions",
    data: {
      except: actor.sessionId,
      reason: "asked",
      ...originOf(key, actor.userId, caller),
      at: command.at,
    },
  });
  if (isRejection(accountChange)) return accountChange;
  await waitForReadModels(app, ["account"], accountChange.position);
  return null;
}

import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import type { Context } from "@daybook/application/context";
import { noLockAccess } from "@daybook/platform/vault/lock-access";

/** The context of a call by a person, at the time of the application's clock. */
export function contextOf(app: Application, userId: number): Context {
  const [commandId, now] = [randomUUID(), app.clock.now()];
  const command = {
    commandId,
    correlationId: commandId,
    repeated: false,
    completed: false,
    ids: [app.newId(), app.newId()] as const,
    now,
    at: new Date(now).toISOString(),
    actor: String(userId),
    sessionId: null,
    requestId: "test",
    source: "web" as const,
  };
  const actor = { userId, sessionId: 1, sessionFamilyId: 1, token: "", lockAccess: noLockAccess() };
  return { actor, command, caller: { ip: "192.0.2.1", userAgent: "test" } };
}
